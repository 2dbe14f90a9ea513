import { sql } from 'kysely';
import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { column, sealedColumn } from '#server/kernel/sealed-columns.ts';
import { eraseCards } from './commands/erase.ts';
import { sweepCharges } from './flows/charge.ts';
import { keepAgreedCards, runs } from './flows/keep.ts';
import { jobs } from './jobs.ts';
import { tokenPlace } from './rules/places.ts';
import type { SavedCardTables } from './table.ts';

export const savedCards = {
  uses: ['payments', 'invoices', 'customers', 'business', 'identity', 'notifications'],
  jobs: runners(jobs, runs),
  schedules: [
    { name: 'agreed cards', every: 'minute', alone: true, run: (scope) => keepAgreedCards(scope) },
    { name: 'card charges', every: 'minute', alone: true, run: sweepCharges },
  ],
  tables: {
    saved_cards: {
      owner: 'business_id',
      export: {
        key: ['id'],
        about: 'cards that customers let you charge',
        excludedColumns: { token_sealed: null },
      },
      erase: 'command',
      texts: { named: ['email'] },
    },
    card_consents: {
      owner: 'business_id',
      export: { key: ['id'], about: 'what customers agreed to have charged, in which words' },
      erase: 'keep',
      texts: 'none',
    },
    card_charges: {
      owner: 'business_id',
      export: { key: ['reference'], about: 'every attempt to charge a saved card' },
      erase: 'keep',
    },
  },
  erase: async ({ tx }, { business_id: businessId }) => {
    await eraseCards(tx, sql`business_id = ${businessId}`);
  },
  sealed: [
    sealedColumn('saved_cards', 'token_sealed', {
      part: column('id'),
      sealContext: ({ key, part }) => tokenPlace(key, part),
    }),
  ],
} satisfies Module<SavedCardTables>;
