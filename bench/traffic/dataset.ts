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
  for (const statement of SMALL_BUSINESSES) await query(statement, [owner.businessId, size.businesses]);
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

// Businesses that only take up room: copies of the first one's rows under other ids. $1: that business, $2: how many.
const copy = (table: string, change: string, from = `select * from ${table} where business_id = $1`) =>
  `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('business_id', 'biz_beside_' || n${change}))).*
    from (${from}) t, generate_series(1, $2::integer) n`;

const SMALL_BUSINESS_INVOICES = `(select * from invoices where business_id = $1 and paid_at is not null order by id limit 4)
  union all (select * from invoices where business_id = $1 and paid_at is null and sent_at is not null order by id limit 4)`;
const SMALL_BUSINESS_CUSTOMERS = `select * from customers where business_id = $1 and id in (select customer_id from (${SMALL_BUSINESS_INVOICES}) i)`;
const SMALL_BUSINESS_PAYMENTS = `select * from payments where business_id = $1 and invoice_id in (select id from (${SMALL_BUSINESS_INVOICES}) i)`;
const SESSION =
  'select s.* from sessions s join users u on u.id = s.user_id where u.business_id = $1 limit 1';

const SMALL_BUSINESSES = [
  copy('users', ", 'id', 'usr_beside_' || n, 'email', 'beside' || n || '@example.test'"),
  copy('business_profiles', ", 'user_id', 'usr_beside_' || n"),
  copy('customers', '', SMALL_BUSINESS_CUSTOMERS),
  copy(
    'sessions',
    ", 'user_id', 'usr_beside_' || n, 'id', 'ses_beside_' || n, 'token_hash', 'beside_' || n",
    SESSION,
  ),
  copy(
    'invoices',
    ", 'public_id', t.public_id || '-' || n, 'verification_code', new_paper_code()",
    SMALL_BUSINESS_INVOICES,
  ),
  copy(
    'payments',
    ", 'transaction_id', t.transaction_id || '-' || n, 'reference', t.reference || '-' || n",
    SMALL_BUSINESS_PAYMENTS,
  ),
];
