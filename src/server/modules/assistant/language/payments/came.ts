import type { Draft } from '#contract/assistant.ts';
import { roundMajor } from '#core/money.ts';
import { amountsIn, percentAt } from '../amounts/amounts.ts';
import { shareAt } from '../deposits.ts';
import { periodsIn } from '../dates/periods.ts';
import { editDraft } from '../edits/edit-draft.ts';
import { verbOf } from '../edits/clauses.ts';
import { fromDraft } from '../build-understanding.ts';
import { readingsOf } from '../intents/detect-intent.ts';
import type { References } from '../intents/references.ts';
import { blankSpans, type Span, type Word, wordsIn } from '../tokens/tokenize.ts';
import { parseUtterance, textOf, type Utterance } from '../tokens/utterance.ts';
import type { ParseContext, Pending, Understanding } from '../types.ts';
import { set } from '../vocabulary/lexicon.ts';
import { readSlots, type Slot } from '../understanding/model.ts';
import { customerIn } from '../drafts/lines-from-slots.ts';
import { dayOfMonth } from './days.ts';
import { amountIn, moneyReceived, tellsOfMoney } from './told.ts';

/** So sure that a message tells of money that came. */
const SURE = 0.75;
const OF_MONEY: ReadonlySet<string> = new Set(['customer', 'deposit', 'amount', 'method', 'day']);
const OF_LINES: ReadonlySet<string> = new Set(['item', 'target', 'new', 'quantity', 'unit', 'total']);

/** Money that came for the open draft, "she don pay 20k deposit": it is kept until there is an invoice to record it on. Null for anything else. */
export function cameForDraft(context: ParseContext, pending: Pending): Understanding | null {
  const { utterance, refs, business } = context;
  const { words, message, isQuestion } = utterance;
  const { draft } = pending;
  if (!draft || isQuestion || refs.numbers.length > 0 || !tellsOfMoney(utterance)) return null;
  const slots = readSlots(words, 'edit_draft');
  const isCome = hasCome(utterance.text);
  // "She don bring 150" counts nothing.
  const isOfLines = slots.some(({ slot }) => OF_LINES.has(slot) && !(isCome && slot === 'quantity'));
  if (isOfLines || isAnothers(customerIn(words, slots), draft.customerName ?? '')) return null;
  if (
    !isCome &&
    (!draft.customerName || TO_COME.test(utterance.text) || verbOf(words) || !isTold(context, slots))
  )
    return null;
  const payment = moneyReceived(utterance, refs, business);
  const sums = amountsOf(words);
  const money = [
    ...slots.filter(({ slot }) => slot !== 'due'),
    ...(isCome ? [...sums, dayOf(words, payment.day, business.today)] : []),
  ];
  const rest = editDraft(blankSpans(words, money), { ...pending, asks: null }, business);
  const parsed = rest ?? {
    draft,
    other: pending.other,
    unclear: pending.unclear,
    asks: pending.asks,
    asides: [],
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
    then: null,
    channels: [],
  };
  const edited = fromDraft(context, parsed, 'edit_draft', pending.filters);
  const open = edited.memory.pending;
  const told = payment.amount === null ? [] : (bothOf(words, sums) ?? [payment.amount]);
  const amounts = told.flatMap((value) => inThousands(value, utterance.text, draft) ?? []);
  const came = {
    ...payment,
    day: payment.day ?? business.today,
    amount:
      amounts.length > 0 ? amounts.reduce((all, one) => all + one) : shareOf(context.utterance, slots, draft),
    inFull: payment.amount === null && ALL.test(utterance.text),
  };
  return {
    ...edited,
    asides: [...edited.asides, { kind: 'came', text: message.trim() }],
    memory: { ...edited.memory, pending: open && { ...open, payment: came } },
  };
}

/** An invoice of which the message says that it is paid: "sold 12 bottles 4500 each to aunty Bisi she paid cash". */
export function withMoneySaid(context: ParseContext, understood: Understanding): Understanding {
  const { utterance, business } = context;
  const { pending } = understood.memory;
  const text = paidIn(utterance.text);
  if (!pending?.draft || text === null || understood.draft?.deposit) return understood;
  const paid = parseUtterance(text);
  const sum = amountIn(paid.words, NO_REFS, business.today)?.value;
  const amount = sum ?? shareOf(paid, [], pending.draft);
  const payment = { ...moneyReceived(paid, NO_REFS, business), amount, inFull: amount === null };
  return {
    ...understood,
    asides: [...understood.asides, { kind: 'came', text }],
    memory: { ...understood.memory, pending: { ...pending, payment } },
  };
}

const NO_REFS: References = { numbers: [], places: new Set() };

// The end of a message that says nothing else, but for when the rest comes.
function paidIn(whole: string): string | null {
  const [text = ''] = whole.split(
    /(?<= )(?:, |and )?(?:the |her |his )?(?:rest|balance|remaining|remainder) /,
  );
  const paid = PAID.exec(text) ?? DEPOSIT_PAID.exec(text);
  if (!paid) return null;
  const rest = text.slice(paid.index + paid[0].length).split(' ');
  const isAll = rest.every(
    (word) => word === '' || OF_A_PAYMENT.has(word) || /^[₦#n]?\d[\d,.]*[km%]?$/.test(word),
  );
  return isAll ? text.slice(paid.index).trim() : null;
}
const PAID =
  / (?:he|she|they|e|dem|ta|ya|o)(?: (?:has|have|don|just|already))* (?:paid|pay|dropped|drop|gave me|sent me) /;
/** "20k deposit already paid". */
const DEPOSIT_PAID =
  / [₦#]?\d[\d,.]*[km]? (?:deposit|advance|part-payment|downpayment)(?: (?:is|was|has|have|been|already|don))* (?:paid|received|collected|dropped) /;
const OF_A_PAYMENT = set(
  'in by with all full everything already me cash transfer pos card complete advance deposit half naira of it so far . !',
);

const COLLECTED =
  /\b(?:payment|money|deposit|balance) (?:(?:has|have|don|was|been) )*(?:collected|received|entered|enter) /;
/** Whether money came and is not only promised: "he drop 20k", "she don pay everything". */
export function hasCome(text: string): boolean {
  if (COLLECTED.test(text)) return true;
  const came = CAME.exec(text) ?? CAME_ELSEWHERE.exec(text);
  return PAYS.has(came?.[1] ?? '') && !/\d/.test(came?.[0] ?? '') && !TO_COME.test(text);
}
const CAME =
  /^ (?:\S+ ){0,5}?(?:he|she|they|e|dem|him|oga|madam|customer|client)(?: (?:has|have|don|just|already|now|even|agreed|accepted|to|it|and))* (\S+) /;
/** In Yoruba, Hausa and Igbo. */
const CAME_ELSEWHERE = /^ (?:\S+ ){0,3}?(?:[oó] ti|ta|ya|sun|[oọ]) (\S+) /;
const PAYS = set(
  'paid pay drop dropped gave sent transferred bring brought deposited settled cleared san sanwo sanwó kwuola kwụọla',
);
const TO_COME =
  /\b(?:go|will|should|wan|wants?|can|must|make|let|to|suppose\w*|promise\w*|never|not|no|yet|\S+n't) (?:\S+ )?(?:pay|drop|give|bring|send|settle|clear) /;
const ALL = /\b(?:all|everything|already|full|complete(?:ly)?)\b/;

function isAnothers(named: string | null, customer: string): boolean {
  const own = wordsIn(customer);
  return named !== null && !wordsIn(named).some((word) => own.includes(word));
}

// "She has paid 40k on the 10th": the day it came is not when the rest is due.
function dayOf(words: readonly Word[], day: string | null, today: string): Span | null {
  const on = periodsIn(words, today).find(({ from, to }) => from === day && to === day);
  if (day === null || day >= today) return null;
  return on ? { from: on.at, to: on.end } : dayOfMonth(words, today);
}

// "He paid 20 last week and 15 today", but not "20k, balance 30k" nor "20,000 out of 50,000".
function bothOf(
  words: readonly Word[],
  [first, second, more]: readonly (Span & { value: number })[],
): number[] | null {
  if (!first || !second || more) return null;
  const [between, all] = [textOf(words, first.to, second.from), textOf(words)];
  const isRest = /\b(?:balance|remain\w*|rest|left|out|of|from|owe\w*|total|for|because|discount)\b/.test(
    all,
  );
  return / (?:and|plus|then) /.test(between) && !isRest ? [first.value, second.value] : null;
}

const amountsOf = (words: readonly Word[]): (Span & { value: number })[] =>
  amountsIn(words).filter(({ from }) => !percentAt(words, from) && words[from - 1]?.word !== 'on');

// "She don pay 300 advance" of an invoice of 535,000 is 300,000.
function inThousands(amount: number | null, text: string, { total }: Draft): number | null {
  const isShort = amount !== null && amount < 1000 && !/[₦$#]|\b(?:naira|dollars?|ngn|usd)\b/.test(text);
  const meant = isShort && total !== null && amount * FAR < total ? amount * 1000 : amount;
  return meant !== null && total !== null && meant > total ? amount : meant;
}
const FAR = 500;

// Read as what is open is not known: beside a draft the examples are of its changes.
function isTold({ utterance }: ParseContext, slots: readonly Slot[]): boolean {
  const [likeliest] = readingsOf(utterance);
  if (likeliest?.intent !== 'record_payment') return false;
  const isMarked = slots.some(({ slot }) => slot === 'deposit');
  return isMarked || (likeliest.confidence >= SURE && slots.every(({ slot }) => OF_MONEY.has(slot)));
}

function shareOf({ words }: Utterance, slots: readonly Slot[], { total }: Draft): number | null {
  const marked = slots.find(({ slot }) => slot === 'deposit' || slot === 'amount');
  const from = marked?.from ?? words.findIndex((_, at) => shareAt(words, at)?.type === 'percent');
  const share = from >= 0 ? shareAt(words, from) : null;
  return share?.type === 'percent' && total !== null ? roundMajor((total * share.value) / 100) : null;
}
