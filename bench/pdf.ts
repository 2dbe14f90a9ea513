import { api } from '#contract/index.ts';
import type { Effort } from './create-invoice.ts';
import { type BenchEnvironment, fiveItems, ownerWithCustomer } from './environment.ts';
import { median, ms, type Row, verdictOf } from './measure.ts';

const AIM_MS = 15;
const KEPT_AIM_MS = 5;
const WARM_UP = 5;

/** The PDF of one invoice after another, each asked for the first time and once more; the first few warm up. */
export async function measurePdf(world: BenchEnvironment, { rounds, calls }: Effort): Promise<Row[]> {
  const { call, token } = await ownerWithCustomer(world);
  const made: number[] = [];
  const kept: number[] = [];
  const params = { currency: 'NGN' } as const;
  for (let i = 0; i < rounds * Math.min(calls, 5) + WARM_UP; i++) {
    const { data } = await call(api.invoices.create, { params, body: fiveItems(`Order ${i}`) });
    const request = { url: `${world.url}${data.invoicePdf}`, method: 'GET', token, expect: 200 };
    const [first, again] = [await world.load.run([request], 1), await world.load.run([request], 1)];
    if (i < WARM_UP) continue;
    made.push(first);
    kept.push(again);
  }
  return [
    rowOf('PDF of an invoice, warm', median(made), AIM_MS),
    rowOf('the same PDF, kept', median(kept), KEPT_AIM_MS),
  ];
}

const rowOf = (what: string, middle: number, aim: number): Row => ({
  what,
  median: ms(middle),
  floor: '',
  ratio: '',
  aim: `≤ ${aim} ms`,
  verdict: verdictOf(middle, aim),
});
