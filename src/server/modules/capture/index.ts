import type { Module } from '#server/kernel/module.ts';

export const capture = {
  uses: ['business'],
  tables: {},
} satisfies Module;
