import { addDays, dateIn, systemClock } from '#core/dates.ts';
import type { BenchEnvironment } from './environment.ts';
import { interleave, ms, over, type RoundCounts, type Row, rowWithin } from './measure.ts';
import { prepareSeed, seedInvoices } from './seed.ts';

const DOCUMENTS = 10_000;
const ALL_DAYS = 400;
const READ_MS = 300;
const PRINTED_MS = 2_000;

/** The statement of one customer of very many documents, read and as PDF. */
export async function measureStatements(world: BenchEnvironment, effort: RoundCounts): Promise<Row[]> {
  const { businessId, token } = await world.owner();
  const { query } = world.bare;
  await prepareSeed(query);
  await seedInvoices(query, businessId, DOCUMENTS, 1);
  await query('analyze');
  const [customer] = await query<{ id: string }>('select id from customers where business_id = $1', [
    businessId,
  ]);
  const today = dateIn(systemClock());
  const reading = (ending: string) => () => {
    const period = `?from=${addDays(today, -ALL_DAYS)}&to=${today}`;
    const url = `${world.url}/api/ngn/customers/${customer?.id}/statement${ending}${period}`;
    return world.load.run([{ url, method: 'GET', token, expect: 200 }], 1);
  };
  const results = await interleave('statements', effort, {
    read: reading(''),
    print: reading('.pdf'),
  });
  const read = over(results, (round) => round.read);
  const printed = over(results, (round) => round.print);
  return [
    rowWithin(`statement over ${DOCUMENTS} invoices and their payments`, read, READ_MS, ms),
    rowWithin('the same as PDF', printed, PRINTED_MS, ms),
  ];
}
