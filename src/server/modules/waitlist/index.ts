import { sql } from 'kysely';
import type { Module } from '#server/kernel/module.ts';
import { routes } from './routes.ts';
import type { WaitlistTables } from './table.ts';

export const waitlist = {
  uses: [],
  routes: { waitlist: routes },
  tables: {
    waitlist_entries: {
      owner: 'system',
      export: 'belongs to no business',
      erase: 'command',
      contact: 'email',
    },
  },
  erase: ({ tx }, { email }) => sql`delete from waitlist_entries where email = ${email}`.execute(tx),
} satisfies Module<WaitlistTables>;
