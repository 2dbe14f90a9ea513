import { api } from '#contract/index.ts';
import type { Effort } from './create-invoice.ts';
import { type BenchEnvironment, fiveItems, ownerWithCustomer } from './environment.ts';
import { median, ms, type Row, verdictOf } from './measure.ts';

const AIM_MS = 15;
const WARM_UP = 5;

/** The PDF of one invoice after another, each asked for the first time; the first few warm up. */
export async function measurePdf(world: BenchEnvironment, { rounds, calls }: Effort): Promise<Row[]> {
  const { call, token } = await ownerWithCustomer(world);
  const durations: number[] = [];
  const params = { currency: 'NGN' } as const;
  for (let i = 0; i < rounds * Math.min(calls, 5) + WARM_UP; i++) {
    const { data } = await call(api.invoices.create, { params, body: fiveItems(`Order ${i}`) });
    const request = { url: `${world.url}${data.invoicePdf}`, method: 'GET', token, expect: 200 };
    const elapsed = await world.load.run([request], 1);
    if (i >= WARM_UP) durations.push(elapsed);
  }
  const middle = median(durations);
  return [
    {
      what: 'PDF of an invoice, warm',
      median: ms(middle),
      floor: '',
      ratio: '',
      aim: `≤ ${AIM_MS} ms`,
      verdict: verdictOf(middle, AIM_MS),
    },
  ];
}
