import type { Draft } from '#contract/assistant.ts';
import { roundMajor } from '#core/money.ts';
import { shareAt } from '../deposits.ts';
import { editDraft } from '../edits/edit-draft.ts';
import { verbOf } from '../edits/clauses.ts';
import { fromDraft } from '../build-understanding.ts';
import { readingsOf } from '../intents/detect-intent.ts';
import { blankSpans } from '../tokens/tokenize.ts';
import type { ParseContext, Pending, Understanding } from '../types.ts';
import { readSlots, type Slot } from '../understanding/model.ts';
import { customerIn } from '../drafts/lines-from-slots.ts';
import { methodIn, moneyReceived, tellsOfMoney } from './told.ts';

/** So sure that a message tells of money that came. */
const SURE = 0.75;
const OF_MONEY: ReadonlySet<string> = new Set(['deposit', 'amount', 'method']);
const OF_LINES: ReadonlySet<string> = new Set(['item', 'target', 'new', 'quantity', 'unit', 'total']);

/** Money that came for the open draft, "she don pay 20k deposit": it is kept until there is an invoice to record it on. Null for anything else. */
export function cameForDraft(context: ParseContext, pending: Pending): Understanding | null {
  const { utterance, refs, business } = context;
  const { words, message, isQuestion } = utterance;
  const { draft } = pending;
  if (!draft?.customerName || isQuestion || refs.numbers.length > 0 || !tellsOfMoney(utterance)) return null;
  const slots = readSlots(words, 'edit_draft');
  const isOfLines = slots.some(({ slot }) => OF_LINES.has(slot));
  if (isOfLines || verbOf(words) || customerIn(words, slots) || !isTold(context, slots)) return null;
  const payment = moneyReceived(utterance, refs, business);
  const money = slots.filter(({ slot }) => slot !== 'due');
  const rest = editDraft(blankSpans(words, money), { ...pending, asks: null }, business);
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
  const parsed = rest ?? { draft, asks: pending.asks, asides: [], then: null, channels: [] };
  const edited = fromDraft(context, parsed, 'edit_draft', pending.filters);
  const open = edited.memory.pending;
  const method = methodIn(utterance.text.replace(/\bdeposit\b/g, ''));
  const came = {
    ...payment,
    method,
    day: payment.day ?? business.today,
    amount: payment.amount ?? shareOf(context, slots, draft),
  };
  return {
    ...edited,
    asides: [...edited.asides, { kind: 'came', text: message.trim() }],
    memory: { ...edited.memory, pending: open && { ...open, payment: came } },
  };
}

// Read as what is open is not known: beside a draft the examples are of its changes.
function isTold({ utterance }: ParseContext, slots: readonly Slot[]): boolean {
  const [likeliest] = readingsOf(utterance);
  if (likeliest?.intent !== 'record_payment') return false;
  const isMarked = slots.some(({ slot }) => slot === 'deposit');
  return isMarked || (likeliest.confidence >= SURE && slots.every(({ slot }) => OF_MONEY.has(slot)));
}

function shareOf(
  { utterance: { words } }: ParseContext,
  slots: readonly Slot[],
  { total }: Draft,
): number | null {
  const marked = slots.find(({ slot }) => slot === 'deposit' || slot === 'amount');
  const share = marked && shareAt(words, marked.from);
  return share?.type === 'percent' && total !== null ? roundMajor((total * share.value) / 100) : null;
}
