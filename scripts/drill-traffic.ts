import { api } from '#contract/index.ts';
import { newOwner, type Owner } from '../tests/harness.ts';
import type { Simulator } from '../tests/simulators/simulator.ts';
import { type Asked, createLoad } from '../tests/torture/load.ts';
import { pause, post } from '../tests/torture/provider.ts';

const params = { currency: 'NGN' } as const;
const LOOK_MS = 10;

/** Something the service has said that it did, when it said so, and what it can be found by. */
export type Noted = { kind: string; at: number; found: string; asked?: Asked };

/** What stands in each identity paper that is put in. */
export const PAPER = 'National identity of Adaeze Ngozichukwuka Okafor, number 71928364550';

/**
 * Owners who invoice, withdraw and refund, customers who pay, a provider who tells of it, new businesses and files: all that the
 * service acknowledges is noted. Each part goes on until `rest`.
 */
export function createTraffic(owners: Owner[], simulator: Simulator, seed: number) {
  const noted: Noted[] = [];
  const load = createLoad(owners, { clients: owners.length * 2, seed });
  const known = new Set<Asked>();
  const note = (kind: string, found: string, asked?: Asked): void =>
    void noted.push({ kind, at: Date.now(), found, asked });
  const lookAtAnswers = (): void => {
    for (const one of load.asked) {
      if (!one.answer || known.has(one)) continue;
      known.add(one);
      if (one.answer.status < 300) note(one.kind, one.answer.text, one);
    }
  };
  const newcomer = async (url: string): Promise<void> => {
    const owner = await newOwner({ url });
    note('sign-up', owner.userId);
    await putIn(url, owner, note);
  };
  const tell = async (url: string): Promise<void> => {
    for (const notice of simulator.takeNotices())
      if (await post(`${url}/api/webhooks/paystack`, notice)) note('notice', notice.body);
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
        repeat(LOOK_MS, async () => lookAtAnswers()),
        repeat(50, () => tell(url)),
        repeat(1_000, () => newcomer(url)),
      ];
    },
    /** As by night: one invoice every ten seconds. */
    quiet(url: string, [owner]: Owner[]): void {
      state.on = true;
      running = [repeat(10_000, () => invoice(url, owner, note))];
    },
    async rest(): Promise<void> {
      state.on = false;
      await Promise.all([load.rest(), ...running]);
      lookAtAnswers();
    },
  };
}

async function invoice(url: string, owner: Owner | undefined, note: (kind: string, found: string) => void) {
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
  if (answer.ok) note('invoice', await answer.text());
}

async function putIn(url: string, owner: Owner, note: (kind: string, found: string) => void): Promise<void> {
  for (const purpose of ['kyc', 'attachment']) {
    const form = new FormData();
    form.set('purpose', purpose);
    form.set('file', new File([paperOf(purpose === 'kyc' ? PAPER : 'A delivery note')], 'a.pdf'));
    const headers = { authorization: `Bearer ${owner.token}` };
    const answer = await fetch(`${url}/api/ngn/files/upload`, { method: 'POST', body: form, headers });
    if (answer.status === 201) note('file', await answer.text());
  }
  await owner.call(api.invoices.list, { params, query: {} });
}

const paperOf = (words: string): string => `%PDF-1.4\n% ${words}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`;
