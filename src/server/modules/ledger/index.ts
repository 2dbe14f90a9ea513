import type { Module } from '#server/kernel/module.ts';
import type { LedgerTables } from './table.ts';

export const ledger = {
  uses: [],
  tables: {
    ledger_accounts: {
      owner: 'business_id',
      place: 'first node',
      export: 'made of the transfers',
      erase: 'keep',
      texts: 'none',
    },
    ledger_transfers: {
      owner: 'business_id',
      place: 'first node',
      export: { key: ['sequence'], about: 'every movement of your money' },
      erase: 'keep',
      texts: 'none',
    },
    ledger_links: {
      owner: 'business_id',
      place: 'first node',
      export: 'computed again of the transfers',
      erase: 'keep',
      texts: 'none',
    },
    payout_freezes: { owner: 'reference', export: 'told to whoever runs this service', erase: 'keep' },
  },
} satisfies Module<LedgerTables & { ledger_links: unknown }>;
