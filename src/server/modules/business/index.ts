import type { Module } from '#server/kernel/module.ts';
import { sealedColumn } from '#server/kernel/sealed-columns.ts';
import { eraseProfile } from './commands/erase.ts';
import { PEPPERED } from './commands/pin.ts';
import { routes, settingsRoutes } from './routes.ts';
import { sealingPlaces } from './rules.ts';
import type { BusinessTables } from './table.ts';

export const business = {
  uses: ['identity', 'ledger', 'notifications'],
  routes: { business: routes, settings: settingsRoutes },
  tables: {
    business_profiles: {
      owner: 'business_id',
      export: {
        key: ['business_id'],
        about: 'your business',
        excludedColumns: { account_number_sealed: null, bvn_sealed: null },
        oldColumns: { awaits_owner: 'pending_owner_verification', money_held: 'payouts_on_hold' },
      },
      erase: 'command',
      texts: 'own',
    },
    transaction_pins: { owner: 'business_id', export: 'a proof of who you are, here', erase: 'delete' },
  },
  erase: eraseProfile,
  sealed: [
    sealedColumn('business_profiles', 'account_number_sealed', {
      sealContext: ({ key }) => sealingPlaces.accountNumber(key),
    }),
    sealedColumn('business_profiles', 'bvn_sealed', { sealContext: ({ key }) => sealingPlaces.bvn(key) }),
    sealedColumn('transaction_pins', 'pin_hash', {
      sealContext: ({ key }) => sealingPlaces.pinHash(key),
      legacyPlaintext: (value) => (value.startsWith('$') ? PEPPERED + value : null),
    }),
  ],
} satisfies Module<BusinessTables>;
