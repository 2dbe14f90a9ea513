import type * as z from 'zod/mini';
import type { payable } from '#contract/payments.ts';
import { announce } from './announce.ts';

type Payable = Pick<z.input<typeof payable>, 'state' | 'balance' | 'account'>;
type Shown = {
  id: string;
  state: string;
  balance: number;
  account: string;
  down: boolean;
  checking: boolean;
};

const TICK_MS = 1_000;
const POLL_MS = 5_000;
const SPARING_POLL_MS = 60_000;
/** Polling interval while a payment is being confirmed with the provider. */
const CHECK_MS = 10_000;
/** Even an open stream is doubted now and then: some networks hold it back without closing it. */
const DOUBT_MS = 30_000;

/** Keeps the page up to date: listens to live events, polls without them, and shows changes. */
export function keepFresh(afterSwap: () => void): void {
  const shown = shownNow();
  if (!shown) return;
  const stream = new EventSource(`/api/pay/${shown.id}/live`);
  let asked = Date.now();
  let asking = false;
  const ask = async () => {
    if (asking) return;
    asking = true;
    asked = Date.now();
    await refresh(afterSwap).catch(() => undefined);
    asking = false;
  };
  stream.addEventListener('news', () => void ask());
  setInterval(() => {
    const expecting = shownNow()?.checking;
    const patience = expecting ? CHECK_MS : stream.readyState === EventSource.OPEN ? DOUBT_MS : POLL_MS;
    const wait = savesData() ? SPARING_POLL_MS : patience;
    if (document.visibilityState === 'visible' && Date.now() - asked >= wait) void ask();
  }, TICK_MS);
  // A customer returning from a banking app wants to see the payment at once.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void ask());
  window.addEventListener('online', () => void ask());
}

async function refresh(afterSwap: () => void): Promise<void> {
  const shown = shownNow();
  if (!shown) return;
  const now = await payableNow(shown.id);
  if (now && !shown.down && !shown.checking && !differs(shown, now)) return;
  // After a payment attempt the provider is queried, not only our own state.
  const page = await fetch(`/pay/${shown.id}${shown.checking ? '?back=1' : ''}`, { cache: 'no-store' });
  if (!page.ok && page.status !== 404) return;
  const main = new DOMParser().parseFromString(await page.text(), 'text/html');
  if (shown.checking && sameAs(shown, shownIn(main))) return;
  swap(main, shown);
  afterSwap();
}

/** Null when the invoice no longer exists. */
async function payableNow(id: string): Promise<Payable | null> {
  const response = await fetch(`/api/pay/${id}`, { cache: 'no-store' });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`status ${response.status}`);
  const answer: { data: Payable } = await response.json();
  return answer.data;
}

function differs(shown: Shown, now: Payable): boolean {
  if (now.state !== shown.state || now.balance !== shown.balance) return true;
  return now.state === 'open' && now.account !== null && now.account.accountNumber !== shown.account;
}

function swap(page: Document, before: Shown): void {
  const [old, fresh] = [document.getElementById('main'), page.getElementById('main')];
  if (!old || !fresh) return;
  const held = old.contains(document.activeElement);
  old.replaceWith(document.adoptNode(fresh));
  document.title = page.title;
  const after = shownNow();
  if (held || after?.state !== before.state)
    document.getElementById('headline')?.focus({ preventScroll: true });
  if (after?.state !== before.state) window.scrollTo({ top: 0 });
  const words = changeWords(before, after);
  if (words) announce(words);
}

function changeWords(before: Shown, after: Shown | null): string | null {
  if (!after) return 'This payment link is no longer available';
  if (after.state === 'cancelled') return 'This invoice was cancelled. Please do not pay it';
  if (after.state === 'paid' && before.state === 'open') return 'Payment received';
  if (after.balance < before.balance) return 'Payment received. Part of the invoice is still to pay';
  if (after.balance !== before.balance) return 'The amount to pay has changed';
  return after.account !== before.account ? 'There is a fresh account number' : null;
}

const sameAs = (shown: Shown, next: Shown | null) => JSON.stringify(shown) === JSON.stringify(next);

const shownNow = (): Shown | null => shownIn(document);

function shownIn(page: Document): Shown | null {
  const data = page.getElementById('main')?.dataset;
  if (!data?.id) return null;
  return {
    id: data.id,
    state: data.state ?? '',
    balance: Number(data.balance),
    account: data.account ?? '',
    down: data.down !== undefined,
    checking: data.checking !== undefined,
  };
}

// The server sets this class for clients that send Save-Data.
const savesData = () => document.documentElement.classList.contains('lite');
