import type { Draft } from '#contract/assistant.ts';
import { amountAt } from '#server/modules/assistant/language/amounts/amounts.ts';
import { countAt } from '#server/modules/assistant/language/amounts/number-words.ts';
import { FRIDAY } from '#server/modules/assistant/language/testing.ts';
import { tokenize } from '#server/modules/assistant/language/tokens/tokenize.ts';
import type { MissingField, Pending } from '#server/modules/assistant/language/types.ts';
import { understand } from '#server/modules/assistant/language/understand.ts';
import { markedIn, type Wording } from './training/wordings.ts';

const ASKS: Readonly<Record<string, MissingField>> = {
  rate: 'rate',
  customer: 'customerName',
  item: 'items',
  due: 'dueDate',
};

/** Replies to an open invoice of which two lines are known, or that lacks the field that was asked for. */
export function scoreOfReplies(wordings: readonly Wording[]) {
  const replies = wordings.flatMap((wording) => {
    const pending = openInvoice(wording);
    return pending
      ? [{ wording, pending, understood: understand(wording.text, { pending, last: null }, FRIDAY) }]
      : [];
  });
  const isMeant = ({ wording, understood }: (typeof replies)[number]) => understood.intent === wording.intent;
  const isWhole = (one: (typeof replies)[number]): boolean =>
    isMeant(one) &&
    (one.wording.intent !== 'edit_draft' ||
      tells(one.wording, one.understood.draft ?? one.pending.draft, one.pending.draft));
  return {
    intents: { right: replies.filter(isMeant).length, all: replies.length },
    whole: { right: replies.filter(isWhole).length, all: replies.length },
  };
}

function openInvoice(wording: Wording): (Pending & { draft: Draft }) | null {
  const { open, field } = wording;
  const asks = field ? ASKS[field] : null;
  if (open !== 'invoice' || asks === undefined) return null;
  const named = markedIn(wording, 'target').filter(
    (name) => !/^(?:item|line|no|number|the)?\s*\d+$/i.test(name),
  );
  const names =
    asks === 'items'
      ? []
      : [...named, 'plain rice', 'delivery'].slice(0, asks === 'rate' ? 1 : Math.max(2, named.length));
  const draft: Draft = {
    customerName: asks === 'customerName' ? null : 'Tunde Ajala',
    customerEmail: null,
    customerPhone: null,
    currency: 'NGN',
    items: names.map((description, at) => ({
      description,
      quantity: 1,
      rate: asks === 'rate' ? null : 777 - at,
    })),
    taxRate: 0,
    discount: null,
    dueDate: asks === 'dueDate' ? null : '2026-12-20',
    total: null,
  };
  return { action: 'create_invoice', draft, filters: null, customer: null, asks };
}

function figureOf(text: string): number | null {
  const words = tokenize(text);
  for (const read of [amountAt, countAt])
    for (let at = 0; at < words.length; at++) {
      const found = read(words, at);
      if (found) return found.value;
    }
  return null;
}

const plain = (text: string | null): string => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether a changed draft has every value that is marked, and no line that nobody named. */
function tells(wording: Wording, draft: Draft, before: Draft): boolean {
  const { items, customerName, dueDate, discount } = draft;
  const has = (slot: string, isThere: (value: string, figure: number | null) => boolean): boolean =>
    markedIn(wording, slot).every((value) => isThere(value, figureOf(value)));
  const named = (value: string): boolean =>
    items.some(({ description }) => plain(description).includes(plain(value)));
  const more = items.length - before.items.length;
  return (
    has('rate', (_, figure) => figure === null || items.some(({ rate }) => rate === figure)) &&
    has('quantity', (_, figure) => figure === null || items.some(({ quantity }) => quantity === figure)) &&
    has('item', named) &&
    has('new', named) &&
    has('customer', (value) => plain(customerName) === plain(value)) &&
    has('due', () => dueDate !== before.dueDate) &&
    has('discount', () => discount !== null || items.some((one) => one.discount)) &&
    more <= Math.max(markedIn(wording, 'item').length, before.items.length === 0 ? 9 : 0)
  );
}
