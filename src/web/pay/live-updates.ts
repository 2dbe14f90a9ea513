import type * as z from 'zod/mini';
import type { payable } from '#contract/payments.ts';
import { announce, text } from './announce.ts';

type Payable = Pick<z.input<typeof payable>, 'state' | 'balance' | 'account'>;
type PageState = {
  id: string;
  state: string;
  balance: number;
  account: string;
  down: boolean;
  checking: boolean;
  /** The business alone says that money came. */
  typed: boolean;
};

const TICK_MS = 1_000;
const POLL_MS = 5_000;
const SAVE_DATA_POLL_MS = 60_000;
/** Polling interval while a payment is being confirmed with the provider. */
const CONFIRMING_POLL_MS = 10_000;
/** Even an open stream is doubted now and then: some networks hold it back without closing it. */
const STREAM_POLL_MS = 30_000;

/** Keeps the page up to date: listens to live events, polls without them, and shows changes. */
export function startLiveUpdates(afterSwap: () => void): void {
  const current = currentState();
  if (!current) return;
  const stream = new EventSource(`/api/pay/${current.id}/live`);
  let lastPolledAt = Date.now();
  let isPolling = false;
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    lastPolledAt = Date.now();
    await refresh(afterSwap).catch(() => undefined);
    isPolling = false;
  };
  stream.addEventListener('news', () => void poll());
  setInterval(() => {
    const isConfirming = currentState()?.checking;
    const interval = isConfirming
      ? CONFIRMING_POLL_MS
      : stream.readyState === EventSource.OPEN
        ? STREAM_POLL_MS
        : POLL_MS;
    const wait = prefersSaveData() ? SAVE_DATA_POLL_MS : interval;
    if (document.visibilityState === 'visible' && Date.now() - lastPolledAt >= wait) void poll();
  }, TICK_MS);
  // A customer returning from a banking app wants to see the payment at once.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void poll());
  window.addEventListener('online', () => void poll());
}

async function refresh(afterSwap: () => void): Promise<void> {
  const current = currentState();
  if (!current) return;
  const now = await payableNow(current.id);
  if (now && !current.down && !current.checking && !hasChanged(current, now)) return;
  // After a payment attempt the provider is queried, not only our own state.
  const page = await fetch(pageUrl(current), { cache: 'no-store' });
  if (!page.ok && page.status !== 404) return;
  const main = new DOMParser().parseFromString(await page.text(), 'text/html');
  if (current.checking && isSameState(current, stateIn(main))) return;
  swap(main, current);
  afterSwap();
}

// The reader's choice of a language and of a sum stays.
function pageUrl({ id, checking }: PageState): string {
  const query = chosen('lang', 'pay');
  if (checking) query.set('back', '1');
  return `/pay/${id}${query.size > 0 ? `?${query}` : ''}`;
}

function chosen(...names: string[]): URLSearchParams {
  const query = new URLSearchParams(location.search);
  return new URLSearchParams([...query].filter(([name]) => names.includes(name)));
}

/** Null when the invoice no longer exists. */
async function payableNow(id: string): Promise<Payable | null> {
  const response = await fetch(`/api/pay/${id}?${chosen('pay')}`, { cache: 'no-store' });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`status ${response.status}`);
  const answer: { data: Payable } = await response.json();
  return answer.data;
}

function hasChanged(current: PageState, now: Payable): boolean {
  if (now.state !== current.state || now.balance !== current.balance) return true;
  return now.state === 'open' && now.account !== null && now.account.accountNumber !== current.account;
}

function swap(page: Document, before: PageState): void {
  const [old, replacement] = [document.getElementById('main'), page.getElementById('main')];
  if (!old || !replacement) return;
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(document.adoptNode(replacement));
  document.title = page.title;
  const after = currentState();
  if (hadFocus || after?.state !== before.state)
    document.getElementById('headline')?.focus({ preventScroll: true });
  if (after?.state !== before.state) window.scrollTo({ top: 0 });
  const announcement = announcementOf(before, after);
  if (announcement) announce(text(announcement));
}

function announcementOf(before: PageState, after: PageState | null) {
  if (!after) return 'linkGone';
  if (after.state === 'cancelled') return 'cancelled';
  if (after.state === 'paid' && before.state === 'open') return after.typed ? null : 'received';
  if (after.balance < before.balance && !after.typed) return 'partReceived';
  if (after.balance !== before.balance) return 'amountChanged';
  return after.account !== before.account ? 'freshAccount' : null;
}

const isSameState = (current: PageState, next: PageState | null) =>
  JSON.stringify(current) === JSON.stringify(next);

const currentState = (): PageState | null => stateIn(document);

function stateIn(page: Document): PageState | null {
  const data = page.getElementById('main')?.dataset;
  if (!data?.id) return null;
  return {
    id: data.id,
    state: data.state ?? '',
    balance: Number(data.balance),
    account: data.account ?? '',
    down: data.down !== undefined,
    checking: data.checking !== undefined,
    typed: data.typed !== undefined,
  };
}

// The server sets this class for clients that send Save-Data.
const prefersSaveData = () => document.documentElement.classList.contains('lite');
