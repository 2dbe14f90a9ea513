import { closeSync, fsyncSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dateIn } from '#core/dates.ts';
import type { Owner } from '../harness.ts';
import { PIN } from '../money.ts';
import { seeded } from '../simulators/faults.ts';
import { pause } from './provider.ts';
import type { Problem } from './result.ts';

export type Kind = 'invoice' | 'withdrawal' | 'refund';

/** One request with a key, from before its first sending until its answer and beyond. */
export type Asked = {
  key: string;
  kind: Kind;
  owner: Owner;
  path: string;
  body: string;
  sent: boolean;
  /** The first answer that was no "not now". */
  answer: { status: number; text: string } | null;
  notNow: number;
};

type Payable = { owner: Owner; payPath: string };

const PATIENCE_MS = 60_000;
const NOT_NOW = [409, 423, 429];
const GIVE_UP_AFTER = 200;

/** Clients that remember what they asked for, and a journal on disk of what they were answered. */
export function createLoad(owners: Owner[], { clients, seed }: { clients: number; seed: number }) {
  const chance = seeded(seed);
  const asked: Asked[] = [];
  const pending: (Asked | null)[] = Array.from({ length: clients }, () => null);
  const payable: Payable[] = [];
  const problems: Problem[] = [];
  const journal = openSync(join(mkdtempSync(join(tmpdir(), 'duewell-journal-')), 'answers.jsonl'), 'a');
  const counts = { acknowledged: 0, replayed: 0, paid: 0 };
  const at = { url: null as string | null };

  const ask = async (one: Pick<Asked, 'path' | 'body' | 'owner'>, key: string) => {
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

  const write = (one: Asked, answer: { status: number; text: string }): void => {
    writeSync(journal, `${JSON.stringify({ key: one.key, ...answer })}\n`);
    fsyncSync(journal);
    one.answer = answer;
    if (answer.status < 300) counts.acknowledged += 1;
  };

  const remember = (kind: Kind, owner: Owner, path: string, body: (key: string) => object): Asked => {
    const key = `${kind}-${asked.length}-${Math.floor(chance() * 1e9)}`;
    const one = {
      key,
      kind,
      owner,
      path,
      body: JSON.stringify(body(key)),
      sent: false,
      answer: null,
      notNow: 0,
    };
    asked.push(one);
    return one;
  };

  const next = async (owner: Owner): Promise<Asked | null> => {
    const dice = chance();
    if (dice < 0.2) return withdrawal(remember, owner, chance);
    if (dice < 0.35) return refund(remember, owner, at.url, chance);
    if (dice < 0.85 && payable.length > 0) {
      const [choice] = payable.splice(Math.floor(chance() * payable.length), 1);
      if (choice && (await pay(at.url, choice))) counts.paid += 1;
      else if (choice) payable.push(choice);
      return null;
    }
    return invoice(remember, owner, chance);
  };

  const again = async (one: Asked): Promise<void> => {
    if (!one.answer || one.answer.status >= 300) return;
    const answer = await ask(one, one.key).catch(() => null);
    if (!answer || answer.status >= 500 || NOT_NOW.includes(answer.status)) return;
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
    const answer = await ask(one, one.key);
    if (answer.status >= 500 || NOT_NOW.includes(answer.status)) {
      one.notNow += 1;
      if (one.notNow > GIVE_UP_AFTER) pending[client] = null;
      return pause(10);
    }
    write(one, answer);
    pending[client] = null;
    if (one.kind === 'invoice' && answer.status < 300) await send(at.url, one, payable);
    if (chance() < 0.1) await again(asked[Math.floor(chance() * asked.length)] ?? one);
  };

  const state = { on: false };
  let running: Promise<void>[] = [];
  return {
    asked,
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
      for (const one of asked) if (chance() < share) await again(one);
    },
    close: () => closeSync(journal),
  };
}

type Remember = (kind: Kind, owner: Owner, path: string, body: (key: string) => object) => Asked;

const invoice = (remember: Remember, owner: Owner, chance: () => number): Asked =>
  remember('invoice', owner, '/api/ngn/invoice/create', (key) => ({
    clientName: 'Mrs Bello',
    clientEmail: 'bello@example.test',
    dueDate: addDays(dateIn(new Date()), 7),
    title: key,
    items: [{ description: 'Work', quantity: 1, rate: 5_000 + Math.floor(chance() * 1_000_000) / 100 }],
  }));

const withdrawal = (remember: Remember, owner: Owner, chance: () => number): Asked =>
  remember('withdrawal', owner, '/api/ngn/withdrawal', (key) => ({
    type: 'self-withdraw',
    amount: 100 + Math.floor(chance() * 30_000) / 100,
    bankCode: '058',
    accountNumber: '0108024071',
    pin: PIN,
    description: key,
  }));

async function refund(
  remember: Remember,
  owner: Owner,
  url: string | null,
  chance: () => number,
): Promise<Asked | null> {
  const answer = await fetch(`${url}/api/ngn/transactions?limit=20&status=completed`, {
    headers: { authorization: `Bearer ${owner.token}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const told = (await answer.json()) as { data?: { transactions?: { id: string }[] } };
  const payments = told.data?.transactions ?? [];
  const payment = payments[Math.floor(chance() * payments.length)];
  if (!payment) return null;
  return remember('refund', owner, `/api/ngn/transactions/${payment.id}/refund`, (key) => ({
    amount: 100 + Math.floor(chance() * 40_000) / 100,
    reason: key,
    pin: PIN,
  }));
}

/** Sends the invoice, so that it can be paid. Asking twice is refused and does no harm. */
async function send(url: string, one: Asked, payable: Payable[]): Promise<void> {
  const id = (JSON.parse(one.answer?.text ?? '{}') as { data?: { id?: string } }).data?.id;
  const answer = await fetch(`${url}/api/ngn/invoice/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${one.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ invoiceId: id, channels: ['whatsapp'] }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const told = (await answer.json()) as { data?: { invoice?: { checkoutUrl?: string } } };
  const link = told.data?.invoice?.checkoutUrl;
  if (link) payable.push({ owner: one.owner, payPath: new URL(link).pathname });
}

/** What a customer does: opens the pay page, follows it to the provider's checkout and pays there. */
async function pay(url: string | null, { payPath }: Payable): Promise<boolean> {
  const page = await fetch(`${url}${payPath}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const checkout = /http:\/\/127\.0\.0\.1:\d+\/checkout\/\w+/.exec(await page.text())?.[0];
  if (!checkout) return false;
  const paid = await fetch(checkout, { method: 'POST', redirect: 'manual' });
  return paid.status < 400;
}
