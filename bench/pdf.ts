import { api } from '#contract/index.ts';
import type { Effort } from './create-invoice.ts';
import { type BenchEnvironment, fiveItems, ownerWithCustomer } from './environment.ts';
import type { Call } from './load-worker.ts';
import { median, ms, type Row, rowWithin } from './measure.ts';

const AIM_MS = 15;
const KEPT_AIM_MS = 5;
const WARM_UP = 60;

/** The PDFs of invoices, each asked for the first time, and all once more when they are kept; the first ones warm up. */
export async function measurePdf(world: BenchEnvironment, { rounds, calls }: Effort): Promise<Row[]> {
  const { call, token } = await ownerWithCustomer(world);
  const params = { currency: 'NGN' } as const;
  const made: number[] = [];
  const requests: Call[] = [];
  for (let i = 0; i < rounds * Math.min(calls, 5) + WARM_UP; i++) {
    const { data } = await call(api.invoices.create, { params, body: fiveItems(`Order ${i}`) });
    const request = { url: `${world.url}${data.invoicePdf}`, method: 'GET', token, expect: 200 };
    made.push(await world.load.run([request], 1));
    requests.push(request);
  }
  const kept: number[] = [];
  for (const request of requests) kept.push(await world.load.run([request], 1));
  return [
    rowWithin('PDF of an invoice, warm', median(made.slice(WARM_UP)), AIM_MS, ms),
    rowWithin('the same PDF, kept', median(kept.slice(WARM_UP)), KEPT_AIM_MS, ms),
  ];
}
