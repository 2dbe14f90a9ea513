import type { Module } from '#server/kernel/module.ts';
import { routes } from './routes.ts';

export const live = {
  uses: ['identity'],
  shared: true,
  routes: { live: routes },
  tables: {},
} satisfies Module;
