import { type RawBuilder, sql } from 'kysely';
import { responseSealContext } from '#server/kernel/idempotency.ts';
import { PEPPERED } from '#server/modules/business/commands/pin.ts';
import { sealingPlaces } from '#server/modules/business/rules.ts';
import { secretPlace } from '#server/modules/identity/commands/two-factor.ts';
import { payToPlace } from '#server/modules/invoices/queries/pay-to.ts';
import { subscriptionPlace } from '#server/modules/notifications/commands/push.ts';
import { sealingPlace } from '#server/modules/notifications/rules/email.ts';
import { eventSealContext } from '#server/modules/whatsapp/rules.ts';
import { accountPlace } from '#server/modules/withdrawals/commands/payout.ts';
import { staffAccountPlace } from '#server/modules/withdrawals/rules.ts';

/** One sealed value: `key` and `part` name its row; `businessId` null where it is the service's own. */
export type SealedValue = { key: string; part: string; businessId: string | null; value: string };

/** A column, or a part of one, that holds sealed values. The SQL is over its table as `t`. */
export type SealedColumn = {
  name: string;
  table: RawBuilder<unknown>;
  key: RawBuilder<string>;
  /** The second part of the primary key; '' where there is none. */
  part: RawBuilder<string>;
  businessId: RawBuilder<string | null>;
  value: RawBuilder<string | null>;
  /** Assignment of the new value; `plain` is its plaintext. */
  set: (next: string, plain: string) => RawBuilder<unknown>;
  sealContext: (sealed: SealedValue) => string;
  /** Plaintext from before the column was sealed; null where the value is sealed. */
  legacyPlaintext?: (value: string) => string | null;
};

const none = sql<string>`''::text`;
const column = (name: string): RawBuilder<string> => sql<string>`t.${sql.ref(name)}`;
const inColumn = (name: string) => (next: string) => sql`${sql.ref(name)} = ${next}`;

type Simple = Pick<SealedColumn, 'sealContext' | 'legacyPlaintext'> &
  Partial<Pick<SealedColumn, 'key' | 'part' | 'businessId'>>;

const simple = (table: string, name: string, more: Simple): SealedColumn => ({
  name: `${table}.${name}`,
  table: sql.table(table),
  key: column('business_id'),
  part: none,
  businessId: column('business_id'),
  value: column(name),
  set: inColumn(name),
  ...more,
});

// A value keeps its own business, even when the phone is linked to another by now.
const webhookOwner = sql<string | null>`coalesce(
  (select k.business_id from data_keys k where k.id = split_part(t.sealed, '.', 2)),
  (select o.business_id from whatsapp_owners o where o.contact = t.contact))`;

/** Every column that holds sealed values. tests/secrets reports missing ones. */
export const sealedColumns: readonly SealedColumn[] = [
  simple('business_profiles', 'account_number_sealed', {
    sealContext: ({ key }) => sealingPlaces.accountNumber(key),
  }),
  simple('business_profiles', 'bvn_sealed', { sealContext: ({ key }) => sealingPlaces.bvn(key) }),
  simple('transaction_pins', 'pin_hash', {
    sealContext: ({ key }) => sealingPlaces.pinHash(key),
    legacyPlaintext: (value) => (value.startsWith('$') ? PEPPERED + value : null),
  }),
  simple('withdrawals', 'account_number_sealed', {
    part: column('id'),
    sealContext: ({ key, part }) => accountPlace(key, part),
  }),
  simple('staff', 'account_number_sealed', {
    part: column('id'),
    sealContext: ({ key, part }) => staffAccountPlace(key, part),
  }),
  simple('push_subscriptions', 'subscription_sealed', {
    part: column('id'),
    sealContext: ({ key, part, value }) => subscriptionPlace(key, part, value),
  }),
  simple('two_factor', 'secret_sealed', {
    key: column('user_id'),
    businessId: sql<string>`(select u.business_id from users u where u.id = t.user_id)`,
    sealContext: ({ key }) => secretPlace(key),
  }),
  simple('idempotency_keys', 'body', {
    key: column('actor'),
    part: column('key'),
    businessId: column('actor'),
    sealContext: ({ key, part }) => responseSealContext({ actor: key, key: part }),
    legacyPlaintext: (value) => (/^[{[]/.test(value) ? value : null),
  }),
  simple('whatsapp_notices', 'sealed', {
    key: column('id'),
    businessId: webhookOwner,
    sealContext: ({ key }) => eventSealContext(key),
  }),
  {
    ...simple('invoices', 'pay_to', {
      part: column('id'),
      sealContext: ({ key, part }) => payToPlace({ business_id: key, id: part }),
      legacyPlaintext: (value) => (/^[^.]*$/.test(value) ? value : null),
    }),
    value: sql<string>`t.pay_to->>'accountNumber'`,
    set: (next, plain) =>
      sql`pay_to = t.pay_to || jsonb_build_object('accountNumber', ${next}::text, 'last4', ${plain.slice(-4)}::text)`,
  },
  {
    name: 'queued messages',
    table: sql`pgboss.job`,
    key: sql<string>`t.id::text`,
    part: sql<string>`t.data->>'key'`,
    businessId: sql<string | null>`t.data->>'businessId'`,
    value: sql<string>`t.data->>'sealed'`,
    set: (next) => sql`data = t.data || jsonb_build_object('sealed', ${next}::text)`,
    sealContext: ({ part }) => sealingPlace(part),
  },
];
