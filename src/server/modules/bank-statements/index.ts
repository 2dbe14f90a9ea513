import type { Module } from '#server/kernel/module.ts';

export const bankStatements = {
  uses: [],
  tables: {},
} satisfies Module;
