import { api } from '#contract/index.ts';
import { createLoad, type LoadRequest } from '../../tests/fault-injection/load.ts';
import { pause, postWebhook } from '../../tests/fault-injection/webhook-courier.ts';
import { newOwner, type Owner } from '../../tests/harness.ts';
import type { Simulator } from '../../tests/simulators/simulator.ts';

const params = { currency: 'NGN' } as const;
const POLL_MS = 10;

/** An acknowledged write: when it was acknowledged, and how to find it. */
export type AcknowledgedWrite = {
  kind: string;
  acknowledgedAt: number;
  found: string;
  request?: LoadRequest;
};

/** Content of each uploaded KYC document. */
export const KYC_DOCUMENT = 'National identity of Adaeze Ngozichukwuka Okafor, number 71928364550';

/**
 * Owners who invoice, withdraw and refund, customers who pay, a provider who tells of it, new businesses and files: all that the
 * service acknowledges is noted. Each part goes on until `rest`.
 */
export function createTraffic(owners: Owner[], simulator: Simulator, seed: number) {
  const noted: AcknowledgedWrite[] = [];
  const load = createLoad(owners, { clients: owners.length * 2, seed });
  const known = new Set<LoadRequest>();
  const recordWrite = (kind: string, found: string, request?: LoadRequest): void =>
    void noted.push({ kind, acknowledgedAt: Date.now(), found, request });
  const lookAtAnswers = (): void => {
    for (const one of load.asked) {
      if (!one.answer || known.has(one)) continue;
      known.add(one);
      if (one.answer.status < 300) recordWrite(one.kind, one.answer.text, one);
    }
  };
  const newcomer = async (url: string): Promise<void> => {
    const owner = await newOwner({ url });
    recordWrite('sign-up', owner.userId);
    await uploadKycDocument(url, owner, recordWrite);
  };
  const deliver = async (url: string): Promise<void> => {
    for (const webhook of simulator.takeWebhooks())
      if (await postWebhook(`${url}/api/webhooks/paystack`, webhook)) recordWrite('notice', webhook.body);
  };
  let running: Promise<void>[] = [];
  const state = { on: false };
  const repeat = async (everyMs: number, work: () => Promise<void>): Promise<void> => {
    while (state.on) {
      // Whatever the service did not answer it has not acknowledged.
      await work().catch(() => undefined);
      await pause(everyMs);
    }
  };
  return {
    noted,
    load,
    /** As on a busy day. */
    busy(url: string): void {
      state.on = true;
      load.run(url);
      running = [
        repeat(POLL_MS, async () => lookAtAnswers()),
        repeat(50, () => deliver(url)),
        repeat(1_000, () => newcomer(url)),
      ];
    },
    /** As by night: one invoice every ten seconds. */
    quiet(url: string, [owner]: Owner[]): void {
      state.on = true;
      running = [repeat(10_000, () => invoice(url, owner, recordWrite))];
    },
    async rest(): Promise<void> {
      state.on = false;
      await Promise.all([load.rest(), ...running]);
      lookAtAnswers();
    },
  };
}

async function invoice(
  url: string,
  owner: Owner | undefined,
  recordWrite: (kind: string, found: string) => void,
) {
  const answer = await fetch(`${url}/api/ngn/invoice/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      clientName: 'Mrs Bello',
      clientEmail: 'bello@example.test',
      dueDate: '2031-05-01',
      items: [{ description: 'By night', quantity: 1, rate: 5_000 }],
    }),
  });
  if (answer.ok) recordWrite('invoice', await answer.text());
}

async function uploadKycDocument(
  url: string,
  owner: Owner,
  recordWrite: (kind: string, found: string) => void,
): Promise<void> {
  for (const purpose of ['kyc', 'attachment']) {
    const form = new FormData();
    form.set('purpose', purpose);
    form.set(
      'file',
      new File([kycDocumentOf(purpose === 'kyc' ? KYC_DOCUMENT : 'A delivery note')], 'a.pdf'),
    );
    const headers = { authorization: `Bearer ${owner.token}` };
    const answer = await fetch(`${url}/api/ngn/files/upload`, { method: 'POST', body: form, headers });
    if (answer.status === 201) recordWrite('file', await answer.text());
  }
  await owner.call(api.invoices.list, { params, query: {} });
}

const kycDocumentOf = (text: string): string =>
  `%PDF-1.4\n% ${text}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`;
