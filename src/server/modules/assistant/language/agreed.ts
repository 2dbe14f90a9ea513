import { confirmation, fromDraft } from './build-understanding.ts';
import { contextOf } from './context.ts';
import { firstMissingField, withTotal } from './drafts/totals.ts';
import { isConfirmation } from './intents/confirmation.ts';
import { channels } from './intents/filters.ts';
import { hasPrice } from './intents/requests.ts';
import { withSecond } from './new-message.ts';
import type { ParseContext, Pending, Understanding } from './types.ts';

/** "Yes, same price" to the last price that was shown with the question. */
export function agreedPrice(
  context: ParseContext,
  { draft, asks, lastPrice, filters }: Pending,
): Understanding | null {
  const { words, text } = context.utterance;
  if (!draft || asks !== 'rate' || !lastPrice || !(isConfirmation(words, null) || SAME_PRICE.test(text)))
    return null;
  const unpriced = draft.items.findIndex(({ rate }) => rate === null);
  const items = draft.items.map((item, at) => (at === unpriced ? { ...item, rate: lastPrice } : item));
  const priced = withTotal({ ...draft, items });
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
  const parsed = { draft: priced, asks: firstMissingField(priced), asides: [], then: null, channels: [] };
  return fromDraft(context, parsed, 'edit_draft', filters);
}
const SAME_PRICE =
  /^ (?:\S+ ){0,3}?(?:same|that|last|old|usual)(?: one)?(?: price| amount)?(?: (?:o|please|abeg|as|before|last|time))* $/;

/** "Record it, and invoice them 20k for the tyres": the invoice waits until that is done. */
export function confirmedWithNext(context: ParseContext, pending: Pending): Understanding | null {
  const { memory, business, utterance } = context;
  const { index = 0, 0: joint = '' } = NEXT.exec(utterance.message) ?? {};
  if (index === 0 || pending.asks !== null || memory.kept) return null;
  const yes = contextOf(utterance.message.slice(0, index), memory, business);
  const next = contextOf(utterance.message.slice(index + joint.length), memory, business);
  if (!isConfirmation(yes.utterance.words, pending) || !hasPrice(next.utterance.words, next.refs))
    return null;
  const { draft, filters } = pending;
  const name = draft?.customerName ?? filters?.customerName ?? memory.last?.customerName ?? null;
  const confirmed = confirmation(context, sentToo(yes, pending));
  return withSecond(confirmed, next.utterance.message, business, name);
}
const NEXT =
  /(?:[,;.\n]|\b(?:and|then|also|plus)\b) {0,3}(?:(?:also|then|and) )?(?=(?:invoice|bill|charge) \p{L})/iu;

/** "Ok send am", "create and send". */
export function sentToo({ utterance, refs, business }: ParseContext, pending: Pending): Pending {
  const isOfInvoice =
    utterance.words.some(({ word }) => SENDS.test(word)) && !/\breceipt\b/.test(utterance.text);
  if (pending.action !== 'create_invoice' || !isOfInvoice) return pending;
  const { channels: delivery } = channels(utterance, refs, business, 'send_invoice');
  const known = { ...pending.filters, ...(delivery && { channels: delivery }) };
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
  return { ...pending, filters: { ...known, then: 'send_invoice' } };
}

export const SENDS = /^(?:send|share|forward|email|whatsapp|mail|deliver)$/;
