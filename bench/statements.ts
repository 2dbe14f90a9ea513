import { addDays, dateIn, systemClock } from '#core/dates.ts';
import type { BenchEnvironment } from './environment.ts';
import { interleave, ms, over, type RoundCounts, type Row, verdictOf } from './measure.ts';
import { prepareSeed, seedInvoices } from './seed.ts';

const DOCUMENTS = 10_000;
/** Days with nearly the most lines that are printed: longer ones are saved as a spreadsheet. */
const PRINTED_DAYS = 45;
const measured = [
  { what: `statement over ${DOCUMENTS} invoices and their payments`, ending: '', days: 400, aim: 300 },
  {
    what: 'statement of the most lines that are printed, as PDF',
    ending: '.pdf',
    days: PRINTED_DAYS,
    aim: 2_000,
  },
] as const;

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
  const reading = (ending: string, days: number) => () => {
    const period = `?from=${addDays(today, -days)}&to=${today}`;
    const url = `${world.url}/api/ngn/customers/${customer?.id}/statement${ending}${period}`;
    return world.load.run([{ url, method: 'GET', token, expect: 200 }], 1);
  };
  const [whole, printed] = measured;
  const results = await interleave('statements', effort, {
    '': reading(whole.ending, whole.days),
    '.pdf': reading(printed.ending, printed.days),
  });
  return measured.map(({ what, ending, aim }) => {
    const taken = over(results, (round) => round[ending]);
    return {
      what,
      median: ms(taken),
      floor: '',
      ratio: '',
      aim: `≤ ${aim} ms`,
      verdict: verdictOf(taken, aim),
    };
  });
}
