import pg from 'pg';
import { CLIENT } from '../environment.ts';
import { createInvoiceRaw, type RawDatabase } from '../raw-database.ts';

/** Milliseconds per statement on one database connection, without any product code. */
export type RawDatabaseCost = { list: number; create: number };

const CONNECTIONS = 10;

// The statement of a first page, with nothing of ours around it.
const LIST = `select id, public_id, number, customer_name, customer_email, total_minor, paid_minor, issue_date, due_date, sent_at, paid_at
  from invoices where business_id = $1 and currency = 'NGN' and deleted_at is null order by id desc limit 25`;

/** Milliseconds of the whole database for each list and each new invoice, with ten connections at work. */
export async function rawDatabaseCost(
  databaseUrl: string,
  bare: RawDatabase,
  businesses: string[],
  seconds: number,
): Promise<RawDatabaseCost> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const business = (at: number) => businesses[at % businesses.length] as string;
  try {
    return {
      list: await runRepeatedly(seconds, async (at) => void (await pool.query(LIST, [business(at)]))),
      create: await runRepeatedly(seconds, (at) => createInvoiceRaw(bare, business(at), CLIENT)),
    };
  } finally {
    await pool.end();
  }
}

async function runRepeatedly(seconds: number, work: (at: number) => Promise<void>): Promise<number> {
  const from = performance.now();
  const until = from + seconds * 1_000;
  let made = 0;
  const worker = async () => {
    while (performance.now() < until) await work(made++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return (performance.now() - from) / made;
}
