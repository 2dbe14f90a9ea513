import { api } from '#contract/index.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import type { Effort } from './create-invoice.ts';
import { type BenchEnvironment, fiveItems, fiveItemsOnWire, ownerWithCustomer } from './environment.ts';
import { interleave, type Row, rowOfRatio } from './measure.ts';

const AIM = 1.3;
const INVOICES = 20;
const params = { currency: 'NGN' } as const;

/** Recording a part payment in cash on a sent invoice, against creating an invoice in the same round. */
export async function measureRecording(world: BenchEnvironment, effort: Effort): Promise<Row[]> {
  const { call, token } = await ownerWithCustomer(world);
  const post = { method: 'POST', token, expect: 201 };
  const creating = [{ ...post, url: `${world.url}/api/ngn/invoice/create`, body: fiveItemsOnWire() }];
  const body = JSON.stringify({
    amount: 1,
    method: 'cash',
    day: dateIn(systemClock()),
    confirmDuplicate: true,
  });
  const recording: typeof creating = [];
  for (let made = 0; made < INVOICES; made++) {
    const { data } = await call(api.invoices.create, { params, body: fiveItems(`Order ${made}`) });
    await call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
    recording.push({ ...post, url: `${world.url}/api/ngn/invoice/${data.id}/record-payment`, body });
  }
  const { calls } = effort;
  const results = await interleave('recording a payment', effort, {
    create: async () => (await world.load.run(creating, calls, 1)) / calls,
    record: async () => (await world.load.run(recording, calls, 1)) / calls,
  });
  return [
    rowOfRatio('record a payment in cash, against creating an invoice', results, {
      value: ({ record }) => record,
      floor: ({ create }) => create,
      most: AIM,
    }),
  ];
}
