import { newOwner, type Owner } from '../../tests/harness.ts';
import { addCustomer } from '../environment.ts';
import type { Query } from '../raw-database.ts';
import { prepareSeed, seedInvoices } from '../seed.ts';
import type { Service } from './service-processes.ts';

/** A business somebody works in: what its owner's calls need. */
export type BusinessFixture = {
  token: string;
  email: string;
  password: string;
  businessId: string;
  invoices: string[];
  links: string[];
  customers: string[];
};

/** Content of the database: one large business, some active ones, and many idle ones. */
export type Dataset = { large: BusinessFixture; others: BusinessFixture[] };

export type Size = { invoices: number; businesses: number; atWork: number };

const INVOICES_AT_WORK = 40;
const SAMPLE = 200;

/** Fills a database: the large business, active and idle ones, eight invoices each. */
export async function createDataset(
  service: Pick<Service, 'url'>,
  query: Query,
  size: Size,
): Promise<Dataset> {
  await prepareSeed(query);
  const owner = await newOwner(service);
  await seedInvoices(query, owner.businessId, size.invoices);
  const owners = await Promise.all(Array.from({ length: size.atWork }, () => newOwner(service)));
  for (const one of owners) await seedInvoices(query, one.businessId, INVOICES_AT_WORK);
  for (const copied of SMALL_BUSINESSES)
    await query(await copyOf(query, copied), [owner.businessId, size.businesses]);
  for (const one of [owner, ...owners]) await addCustomer(one);
  await query('vacuum analyze');
  const others: BusinessFixture[] = [];
  for (const one of owners) others.push(await fixtureOf(query, one));
  return { large: await fixtureOf(query, owner), others };
}

async function fixtureOf(
  query: Query,
  { token, email, password, businessId }: Owner,
): Promise<BusinessFixture> {
  const invoices = await query<{ id: string; public_id: string }>(
    'select id, public_id from invoices where business_id = $1 and sent_at is not null order by random() limit $2',
    [businessId, SAMPLE],
  );
  const customers = await query<{ email: string }>(
    'select email from customers where business_id = $1 order by random() limit $2',
    [businessId, SAMPLE],
  );
  return {
    token,
    email,
    password,
    businessId,
    invoices: invoices.map(({ id }) => id),
    links: invoices.map(({ public_id: link }) => link),
    customers: customers.map(({ email }) => email),
  };
}

type Copied = { table: string; change?: string; from?: string };

// Businesses that only take up room: copies of the first one's rows under other ids. $1: that business, $2: how many.
async function copyOf(
  query: Query,
  { table, change = '', from = `select * from ${table} where business_id = $1` }: Copied,
): Promise<string> {
  const columns = await query<{ name: string }>(
    `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  return `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `copies.${name}`).join(', ')}
    from (${from}) t, generate_series(1, $2::integer) n, jsonb_populate_record(null::${table},
      to_jsonb(t) || jsonb_build_object('business_id', 'biz_beside_' || n${change})) copies`;
}

const SMALL_BUSINESS_INVOICES = `(select * from invoices where business_id = $1 and paid_at is not null order by id limit 4)
  union all (select * from invoices where business_id = $1 and paid_at is null and sent_at is not null order by id limit 4)`;
const SMALL_BUSINESS_CUSTOMERS = `select * from customers where business_id = $1 and id in (select customer_id from (${SMALL_BUSINESS_INVOICES}) i)`;
const SMALL_BUSINESS_PAYMENTS = `select * from payments where business_id = $1 and invoice_id in (select id from (${SMALL_BUSINESS_INVOICES}) i)`;
const SESSION =
  'select s.* from sessions s join users u on u.id = s.user_id where u.business_id = $1 limit 1';

const SMALL_BUSINESSES: readonly Copied[] = [
  { table: 'users', change: ", 'id', 'usr_beside_' || n, 'email', 'beside' || n || '@example.test'" },
  { table: 'business_profiles', change: ", 'user_id', 'usr_beside_' || n" },
  { table: 'customers', from: SMALL_BUSINESS_CUSTOMERS },
  {
    table: 'sessions',
    change: ", 'user_id', 'usr_beside_' || n, 'id', 'ses_beside_' || n, 'token_hash', 'beside_' || n",
    from: SESSION,
  },
  {
    table: 'invoices',
    change: ", 'public_id', t.public_id || '-' || n, 'verification_code', new_verification_code()",
    from: SMALL_BUSINESS_INVOICES,
  },
  {
    table: 'payments',
    change: ", 'transaction_id', t.transaction_id || '-' || n, 'reference', t.reference || '-' || n",
    from: SMALL_BUSINESS_PAYMENTS,
  },
];
