import { closeSync, fsyncSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dateIn } from '#core/dates.ts';
import type { Owner } from '../harness.ts';
import { PIN } from '../money.ts';
import { seeded } from '../simulators/faults.ts';
import type { Problem } from './result.ts';
import { pause } from './webhook-courier.ts';

export type Kind = 'invoice' | 'withdrawal' | 'refund';

/** One request with a key, from before its first sending until its answer and beyond. */
export type LoadRequest = {
  key: string;
  kind: Kind;
  owner: Owner;
  path: string;
  body: string;
  sent: boolean;
  /** The first answer that was no "not now". */
  answer: { status: number; text: string } | null;
  rejections: number;
};

type Payable = { owner: Owner; payPath: string };

const PATIENCE_MS = 60_000;
const RETRYABLE_STATUSES = [409, 423, 429];
const GIVE_UP_AFTER = 200;

/** Clients that remember what they asked for, and a journal on disk of what they were answered. */
export function createLoad(owners: Owner[], { clients, seed }: { clients: number; seed: number }) {
  const rng = seeded(seed);
  const requests: LoadRequest[] = [];
  const pending: (LoadRequest | null)[] = Array.from({ length: clients }, () => null);
  const payable: Payable[] = [];
  const problems: Problem[] = [];
  const journal = openSync(join(mkdtempSync(join(tmpdir(), 'duewell-journal-')), 'answers.jsonl'), 'a');
  const counts = { acknowledged: 0, replayed: 0, paid: 0 };
  const at = { url: null as string | null };

  const post = async (one: Pick<LoadRequest, 'path' | 'body' | 'owner'>, key: string) => {
    const answer = await fetch(`${at.url}${one.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${one.owner.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: one.body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: answer.status, text: await answer.text() };
  };

  const write = (one: LoadRequest, answer: { status: number; text: string }): void => {
    writeSync(journal, `${JSON.stringify({ key: one.key, ...answer })}\n`);
    fsyncSync(journal);
    one.answer = answer;
    if (answer.status < 300) counts.acknowledged += 1;
  };

  const remember = (kind: Kind, owner: Owner, path: string, body: (key: string) => object): LoadRequest => {
    const key = `${kind}-${requests.length}-${Math.floor(rng() * 1e9)}`;
    const one = {
      key,
      kind,
      owner,
      path,
      body: JSON.stringify(body(key)),
      sent: false,
      answer: null,
      rejections: 0,
    };
    requests.push(one);
    return one;
  };

  const next = async (owner: Owner): Promise<LoadRequest | null> => {
    const dice = rng();
    if (dice < 0.2) return withdrawal(remember, owner, rng);
    if (dice < 0.35) return refund(remember, owner, at.url, rng);
    if (dice < 0.85 && payable.length > 0) {
      const [choice] = payable.splice(Math.floor(rng() * payable.length), 1);
      if (choice && (await pay(at.url, choice))) counts.paid += 1;
      else if (choice) payable.push(choice);
      return null;
    }
    return invoice(remember, owner, rng);
  };

  const again = async (one: LoadRequest): Promise<void> => {
    if (!one.answer || one.answer.status >= 300) return;
    const answer = await post(one, one.key).catch(() => null);
    if (!answer || answer.status >= 500 || RETRYABLE_STATUSES.includes(answer.status)) return;
    counts.replayed += 1;
    if (answer.status !== one.answer.status || answer.text !== one.answer.text)
      problems.push({
        kind: 'differs',
        text: `${one.key} was first ${one.answer.text}, then ${answer.text}`,
      });
  };

  const turn = async (client: number): Promise<void> => {
    const owner = owners[client % owners.length];
    if (!at.url || !owner) return pause(5);
    const one = pending[client] ?? (await next(owner));
    pending[client] = one;
    if (!one) return;
    one.sent = true;
    const answer = await post(one, one.key);
    if (answer.status >= 500 || RETRYABLE_STATUSES.includes(answer.status)) {
      one.rejections += 1;
      if (one.rejections > GIVE_UP_AFTER) pending[client] = null;
      return pause(10);
    }
    write(one, answer);
    pending[client] = null;
    if (one.kind === 'invoice' && answer.status < 300) await send(at.url, one, payable);
    if (rng() < 0.1) await again(requests[Math.floor(rng() * requests.length)] ?? one);
  };

  const state = { on: false };
  let running: Promise<void>[] = [];
  return {
    asked: requests,
    problems,
    counts,
    pending,
    /** Lets every client go on where it was, against this address. */
    run(url: string): void {
      at.url = url;
      state.on = true;
      running = pending.map(async (_, client) => {
        while (state.on) await turn(client).catch(() => pause(5));
      });
    },
    /** Nobody asks for anything new or waits for an answer any more. */
    async rest(): Promise<void> {
      state.on = false;
      await Promise.all(running);
    },
    /** Every request that was sent and has no answer is asked again until it has one. */
    async finish(url: string): Promise<void> {
      at.url = url;
      const until = performance.now() + 240_000;
      for (const [client] of pending.entries())
        while (pending[client] && performance.now() < until) await turn(client).catch(() => pause(20));
    },
    async replaySome(share: number): Promise<void> {
      for (const one of requests) if (rng() < share) await again(one);
    },
    close: () => closeSync(journal),
  };
}

type Remember = (kind: Kind, owner: Owner, path: string, body: (key: string) => object) => LoadRequest;

const invoice = (remember: Remember, owner: Owner, rng: () => number): LoadRequest =>
  remember('invoice', owner, '/api/ngn/invoice/create', (key) => ({
    clientName: 'Mrs Bello',
    clientEmail: 'bello@example.test',
    dueDate: addDays(dateIn(new Date()), 7),
    title: key,
    items: [{ description: 'Work', quantity: 1, rate: 5_000 + Math.floor(rng() * 1_000_000) / 100 }],
  }));

const withdrawal = (remember: Remember, owner: Owner, rng: () => number): LoadRequest =>
  remember('withdrawal', owner, '/api/ngn/withdrawal', (key) => ({
    type: 'self-withdraw',
    amount: 100 + Math.floor(rng() * 30_000) / 100,
    bankCode: '058',
    accountNumber: '0108024071',
    pin: PIN,
    description: key,
  }));

async function refund(
  remember: Remember,
  owner: Owner,
  url: string | null,
  rng: () => number,
): Promise<LoadRequest | null> {
  const answer = await fetch(`${url}/api/ngn/transactions?limit=20&status=completed`, {
    headers: { authorization: `Bearer ${owner.token}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const json = (await answer.json()) as { data?: { transactions?: { id: string }[] } };
  const payments = json.data?.transactions ?? [];
  const payment = payments[Math.floor(rng() * payments.length)];
  if (!payment) return null;
  return remember('refund', owner, `/api/ngn/transactions/${payment.id}/refund`, (key) => ({
    amount: 100 + Math.floor(rng() * 40_000) / 100,
    reason: key,
    pin: PIN,
  }));
}

/** Sends the invoice, so that it can be paid. Asking twice is refused and does no harm. */
async function send(url: string, one: LoadRequest, payable: Payable[]): Promise<void> {
  const id = (JSON.parse(one.answer?.text ?? '{}') as { data?: { id?: string } }).data?.id;
  const answer = await fetch(`${url}/api/ngn/invoice/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${one.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ invoiceId: id, channels: ['whatsapp'] }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const json = (await answer.json()) as { data?: { invoice?: { checkoutUrl?: string } } };
  const link = json.data?.invoice?.checkoutUrl;
  if (link) payable.push({ owner: one.owner, payPath: new URL(link).pathname });
}

/** Acts as a customer: opens the pay page, follows it to the provider's checkout and pays there. */
async function pay(url: string | null, { payPath }: Payable): Promise<boolean> {
  const page = await fetch(`${url}${payPath}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const checkout = /http:\/\/127\.0\.0\.1:\d+\/checkout\/\w+/.exec(await page.text())?.[0];
  if (!checkout) return false;
  const paid = await fetch(checkout, { method: 'POST', redirect: 'manual' });
  return paid.status < 400;
}
