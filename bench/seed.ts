import type { Query } from './raw-database.ts';

export const INVOICES_PER_CUSTOMER = 20;
// Small transactions: within one, every change of the same figure makes the next dearer.
const CHUNK = 2_000;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The functions that make rows: ids as the product makes them, in order of time. */
export async function prepareSeed(query: Query): Promise<void> {
  await query(`create or replace function bench_id(prefix text, at timestamptz) returns text language sql volatile as $$
    select prefix || '_' || string_agg(substr('${ALPHABET}', (((extract(epoch from at) * 1000)::bigint >> (5 * n)) & 31)::integer + 1, 1), '' order by n desc)
      || substr(md5(random()::text), 1, 16) from generate_series(0, 9) n $$`);
}

/**
 * Gives a business so many invoices, by set-based SQL through the real tables with their triggers: one customer for
 * every twenty, dates spread over the last year, 80 % paid with their payments, most others sent, three items each.
 */
export async function seedInvoices(
  query: Query,
  businessId: string,
  count: number,
  customers = Math.max(1, Math.round(count / INVOICES_PER_CUSTOMER)),
): Promise<void> {
  await query(CUSTOMERS, [businessId, customers]);
  const known = await query<{ id: string }>('select id from customers where business_id = $1 order by id', [
    businessId,
  ]);
  const ids = known.map((row) => row.id);
  for (let from = 0; from < count; from += CHUNK) {
    const [first, last] = [from, Math.min(from + CHUNK, count) - 1];
    await query(INVOICES, [businessId, first, last, count, ids]);
    await query(ITEMS, [businessId, first, last]);
    await query(PAYMENTS, [businessId, first, last]);
    await query(ALLOCATIONS, [businessId, first, last]);
  }
  await query('update business_profiles set next_invoice_number = $2 where business_id = $1', [
    businessId,
    count + 1,
  ]);
}

/** Copies a business with its owner so many times, without what belongs to it or is sealed with its key. */
export async function copyBusinesses(query: Query, businessId: string, copies: number): Promise<void> {
  await query(COPY_USERS, [businessId, copies]);
  await query(COPY_PROFILES, [businessId, copies]);
}

/** The name of the n-th customer, counted from 1: what a search looks for. */
export const customerName = (n: number): string =>
  `${FIRST[n % FIRST.length]} ${LAST[n % LAST.length]} ${String(n).padStart(5, '0')}`;

const FIRST = [
  'Adaeze',
  'Babatunde',
  'Chiamaka',
  'Danladi',
  'Ebele',
  'Folake',
  'Garba',
  'Halima',
  'Ifeanyi',
  'Jumoke',
  'Kelechi',
];
const LAST = ['Bello', 'Okafor', 'Adeyemi', 'Ibrahim', 'Eze', 'Balogun', 'Danjuma'];
const sqlArray = (list: string[]) => `(array[${list.map((word) => `'${word}'`).join(',')}])`;
const NAME = `${sqlArray(FIRST)}[n % ${FIRST.length} + 1] || ' ' || ${sqlArray(LAST)}[n % ${LAST.length} + 1] || ' ' || lpad(n::text, 5, '0')`;

const COPY_USERS = `insert into users select (jsonb_populate_record(u, jsonb_build_object(
    'id', u.id || n, 'business_id', $1 || '-' || n, 'email', 'owner-' || n || '@bench.example.test'))).*
  from users u, generate_series(1, $2::integer) n where business_id = $1`;
const COPY_PROFILES = `insert into business_profiles select (jsonb_populate_record(b, jsonb_build_object('business_id', $1 || '-' || n, 'user_id', b.user_id || n,
    'account_number_sealed', null, 'bvn_sealed', null))).*
  from business_profiles b, generate_series(1, $2::integer) n where business_id = $1`;

const CUSTOMERS = `insert into customers (business_id, id, name, email, phone, created_at, updated_at)
  select $1, bench_id('cus', at), ${NAME}, 'customer' || n || '@example.test', null, at, at
  from (select n, now() - (400 - n * 399.0 / $2) * interval '1 day' as at from generate_series(1, $2::integer) n) made`;

// $2 to $3: which invoices, counted from 0, of $4; $5: the customers. 80 of 100 are paid, 15 are sent, 5 are pending.
const INVOICES = `insert into invoices (business_id, id, public_id, number, currency, customer_id, customer_name, customer_email, title, description,
    payment_terms, notes, subtotal_minor, discount_minor, tax_bps, tax_minor, total_minor, paid_minor, issue_date, due_date, sent_at, paid_at, created_at)
  select $1, bench_id('inv', at), $1 || '-' || n, 'INV-' || lpad((n + 1)::text, greatest(4, length((n + 1)::text)), '0'), 'NGN', c.id, c.name, c.email, 'Catering', '', 'Payment within 14 days', '',
    rate * 3, 0, 0, 0, rate * 3, case when n % 100 < 80 then rate * 3 else 0 end,
    (at at time zone 'Africa/Lagos')::date, (at at time zone 'Africa/Lagos')::date + (array[7, 14, 14, 30])[n % 4 + 1],
    case when n % 100 < 95 then at + interval '10 minutes' end,
    case when n % 100 < 80 then least(at + interval '10 minutes' + (n % 240) * interval '1 hour', now()) end, at
  from (select n, (500 + n * 37 % 20000) * 1000::bigint as rate, now() - ($4::bigint - n) * (interval '365 days' / $4::integer) as at
    from generate_series($2::integer, $3::integer) n) made
  join customers c on c.business_id = $1 and c.id = ($5::text[])[(n::bigint * 7919) % cardinality($5::text[]) + 1]`;

const CHUNK_OF = `i.business_id = $1 and i.number in (select 'INV-' || lpad((n + 1)::text, greatest(4, length((n + 1)::text)), '0') from generate_series($2::integer, $3::integer) n)`;

const ITEMS = `insert into invoice_items (business_id, invoice_id, position, description, quantity_micro, rate_minor, total_minor)
  select $1, i.id, p, (array['Jollof rice, large tray', 'Small chops', 'Service'])[p + 1], 1000000, i.subtotal_minor / 3, i.subtotal_minor / 3
  from invoices i, generate_series(0, 2) p where ${CHUNK_OF}`;

const PAYMENTS = `insert into payments (business_id, id, provider, transaction_id, reference, invoice_id, customer_id, currency, amount_minor, fee_minor,
    applied_minor, method, status, test_mode, day, created_at, completed_at)
  select $1, bench_id('pay', i.paid_at), 'sandbox', 'bench_' || i.id, 'bench_' || i.id, i.id, i.customer_id, i.currency, i.total_minor, 0, i.total_minor,
    (array['bank_transfer', 'bank_transfer', 'card', 'ussd'])[i.total_minor / 3000 % 4 + 1], 'completed', true, (i.paid_at at time zone 'Africa/Lagos')::date, i.paid_at, i.paid_at
  from invoices i where ${CHUNK_OF} and i.paid_at is not null`;

const ALLOCATIONS = `insert into allocations (business_id, id, payment_id, invoice_id, amount_minor, created_at)
  select $1, bench_id('alc', p.created_at), p.id, i.id, p.applied_minor, p.created_at
  from invoices i join payments p on p.business_id = i.business_id and p.invoice_id = i.id where ${CHUNK_OF}`;
