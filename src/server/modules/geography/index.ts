import type { Module } from '#server/kernel/module.ts';
import { routes } from './routes.ts';

export const geography = {
  uses: [],
  routes: { geography: routes },
  tables: {},
} satisfies Module;
