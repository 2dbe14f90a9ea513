import { closeSync, fsyncSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '#core/seeded-random.ts';
import type { Owner } from '../harness.ts';
import {
  type Draft,
  invoice,
  type Kind,
  kinds,
  linesOf,
  pay,
  type Payable,
  refund,
  sendInvoice,
  withdrawal,
} from './load-calls.ts';
import { type Ask, kobo, nextSettlement, nothingKnown, type Told } from './load-settlement.ts';
import type { Problem } from './result.ts';
import { pause } from './webhook-courier.ts';

/** One request with a key, from before its first sending until its answer and beyond. */
export type LoadRequest = {
  key: string;
  kind: Kind;
  owner: Owner;
  path: string;
  method: 'POST' | 'PATCH';
  body: string;
  /** The name of its trace in the database. */
  effect: string;
  /** Kobo it moves, by what was asked or answered; null where neither says it. */
  amount: number | null;
  isNameless: boolean;
  answered: Ask['answered'];
  /** When it was first sent, and answered for good; on the clock of `performance.now()`. */
  sentAt: number | null;
  answeredAt: number | null;
  /** The first answer that was no "not now". */
  answer: { status: number; text: string } | null;
  rejections: number;
};

const PATIENCE_MS = 60_000;
const RETRYABLE_STATUSES = [423, 429];
const GIVE_UP_AFTER = 200;

type Options = {
  clients: number;
  seed: number;
  /** How long a client rests between two requests. */
  paceMs?: number;
};

/** Clients that remember what they asked for, and a journal on disk of what they were answered. */
export function createLoad(owners: Owner[], { clients, seed, paceMs = 0 }: Options) {
  const rng = seededRandom(seed);
  const requests: LoadRequest[] = [];
  const pending: (LoadRequest | null)[] = Array.from({ length: clients }, () => null);
  const payable: Payable[] = [];
  const problems: Problem[] = [];
  const journal = openSync(join(mkdtempSync(join(tmpdir(), 'duewell-journal-')), 'answers.jsonl'), 'a');
  const counts = {
    acknowledged: 0,
    replayed: 0,
    paid: 0,
    kinds: new Map<Kind, number>(kinds.map((kind) => [kind, 0])),
  };
  const known = new Map(owners.map((owner) => [owner, nothingKnown()]));
  const of = (owner: Owner) => known.get(owner) ?? nothingKnown();
  /** Answers that lead further: an invoice is to be sent, the lines of a statement read. Also after a kill. */
  const unfollowed: { owner: Owner; data: Told }[] = [];
  const at = { url: null as string | null };

  const post = async (one: LoadRequest) => {
    const form = one.kind === 'statement' ? formOf(one) : null;
    const answer = await fetch(`${at.url}${one.path}`, {
      method: one.method,
      headers: {
        authorization: `Bearer ${one.owner.token}`,
        ...(form ? {} : { 'content-type': 'application/json', 'idempotency-key': one.key }),
      },
      body: form ?? one.body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: answer.status, text: await answer.text() };
  };

  const write = (one: LoadRequest, answer: { status: number; text: string }): void => {
    writeSync(journal, `${JSON.stringify({ key: one.key, ...answer })}\n`);
    fsyncSync(journal);
    one.answer = answer;
    one.answeredAt = performance.now();
    if (answer.status >= 300) return;
    counts.acknowledged += 1;
    counts.kinds.set(one.kind, (counts.kinds.get(one.kind) ?? 0) + 1);
    const { data = {} } = JSON.parse(answer.text) as { data?: Told };
    if (one.kind === 'credit-use') one.amount = kobo(data.used);
    one.answered?.(data, one.key);
    if (one.kind === 'invoice' || one.kind === 'statement') unfollowed.push({ owner: one.owner, data });
  };

  const remember = (owner: Owner, { kind, body, method = 'POST', ...draft }: Draft): LoadRequest => {
    const key = `${kind}-${requests.length}-${Math.floor(rng() * 1e9)}`;
    const one = {
      effect: key,
      isNameless: false,
      answered: undefined,
      ...draft,
      key,
      kind,
      owner,
      method,
      body: JSON.stringify(body(key)),
      sentAt: null,
      answeredAt: null,
      answer: null,
      rejections: 0,
    };
    requests.push(one);
    return one;
  };

  const paidByCustomer = async (): Promise<boolean> => {
    const [choice] = payable.splice(Math.floor(rng() * payable.length), 1);
    if (!choice) return false;
    if (await pay(at.url, choice).catch(() => false)) counts.paid += 1;
    else payable.push(choice);
    return true;
  };

  // New invoices are made only as far as nothing else can be done with those there are.
  const next = async (owner: Owner): Promise<LoadRequest | null> => {
    const dice = rng();
    if (dice < 0.08) return remember(owner, withdrawal(rng));
    if (dice >= 0.25 && dice < 0.5 && (await paidByCustomer())) return null;
    const ask = dice < 0.16 ? await refund(at.url, owner, rng) : nextSettlement(of(owner), rng);
    return remember(owner, ask ?? invoice(rng));
  };

  const again = async (one: LoadRequest): Promise<void> => {
    if (!one.answer || one.answer.status >= 300 || one.kind === 'statement') return;
    const answer = await post(one).catch(() => null);
    if (!answer || isNotNow(answer)) return;
    counts.replayed += 1;
    if (answer.status !== one.answer.status || answer.text !== one.answer.text)
      problems.push({
        kind: 'differs',
        text: `${one.key} was first ${one.answer.text}, then ${answer.text}`,
      });
  };

  // A sent invoice is paid by its customer, or settled in one of the other ways.
  const follow = async (owner: Owner, data: Told): Promise<void> => {
    const { fresh, lines } = of(owner);
    if (data.statement) return void lines.push(...(await linesOf(at.url, owner, data.statement.id)));
    const { invoice: sent, payPath } = await sendInvoice(at.url, owner, data);
    if (rng() < 0.4) payable.push({ owner, payPath });
    else fresh.push(sent);
  };

  const followUp = async (): Promise<boolean> => {
    const due = unfollowed.shift();
    if (!due) return false;
    await follow(due.owner, due.data).catch((error: unknown) => {
      unfollowed.push(due);
      throw error;
    });
    return true;
  };

  const turn = async (client: number): Promise<void> => {
    const owner = owners[client % owners.length];
    if (!at.url || !owner) return pause(5);
    if (!pending[client] && (await followUp())) return;
    const one = pending[client] ?? (await next(owner));
    pending[client] = one;
    if (!one) return;
    one.sentAt ??= performance.now();
    const answer = await post(one);
    if (isNotNow(answer)) {
      one.rejections += 1;
      if (one.rejections > GIVE_UP_AFTER) pending[client] = null;
      return pause(10);
    }
    write(one, answer);
    pending[client] = null;
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
        while (state.on) {
          await turn(client).catch(() => pause(5));
          if (paceMs > 0) await pause(paceMs);
        }
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

// A refusal for good; any other 409 says that the same is being answered at this moment.
const isFinal = (text: string) => (JSON.parse(text) as { code?: string }).code === 'conflict';

const isNotNow = ({ status, text }: { status: number; text: string }): boolean =>
  status >= 500 || RETRYABLE_STATUSES.includes(status) || (status === 409 && !isFinal(text));

function formOf({ key, body }: LoadRequest): FormData {
  const { file, ...fields } = JSON.parse(body) as Record<string, string>;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File([file ?? ''], key));
  return form;
}
