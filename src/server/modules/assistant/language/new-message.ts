import { hasFigure } from './amounts/amounts.ts';
import {
  bareInvoiceRequest,
  emptyUnderstanding,
  fromFilters,
  moneyRequest,
  newCustomer,
  newInvoice,
  THEM,
} from './build-understanding.ts';
import { contextOf } from './context.ts';
import { dayToCome } from './dates/due-date.ts';
import { depositText } from './deposits.ts';
import { customerIn, customersIn } from './drafts/lines-from-slots.ts';
import { isCancellation, isConfirmation } from './intents/confirmation.ts';
import { NAMES, TITLES } from './vocabulary/names.ts';
import { detectIntent, readingsOf } from './intents/detect-intent.ts';
import { filtersIn } from './intents/filters.ts';
import { followUpQuestion, goesOn, resolveReferences } from './intents/follow-up.ts';
import { changeIn, reportsSale } from './intents/requests.ts';
import { withMoneySaid } from './payments/came.ts';
import { settlementTold } from './payments/tasks.ts';
import { asPlan, isBare, planToldIn, withDueDays } from './plans/plans.ts';
import { rhythmIn, spelledOut } from './plans/rhythm.ts';
import { quoteTermsIn } from './quote-terms.ts';
import { newQuote } from './quotes.ts';
import { formatName, isCompanySuffix, isTitle } from './parties/contact-details.ts';
import { rawText, tokenize } from './tokens/tokenize.ts';
import { hasOnly } from './tokens/utterance.ts';
import { readSlots } from './understanding/model.ts';
import { set } from './vocabulary/lexicon.ts';
import type { Aside, Intent, ParseContext, Understanding } from './types.ts';

/** Interprets a message as a new request, whatever is open. */
export function understandNew(context: ParseContext): Understanding {
  const { utterance, refs, memory, business } = context;
  if (hasOnly(utterance.text, NOTED) && memory.last?.intent !== 'create_invoice')
    return { ...emptyUnderstanding(context, 'help'), asides: [...thanksIn(context), ALL_RIGHT].slice(0, 1) };
  if (isConfirmation(utterance.words, null))
    // It was offered as the invoice was made.
    return memory.last?.intent === 'create_invoice' && memory.last.filters?.invoiceNumbers
      ? understandAs(context, 'send_invoice')
      : emptyUnderstanding(context, 'ambiguous');
  const ofPlan = OF_PLANS.has(memory.last?.intent ?? '') ? ofStartedPlan(context) : null;
  if (ofPlan) return ofPlan;
  const there = ofRecorded(context) ?? ofOneThere(context);
  if (there) return there;
  if (isCancellation(utterance.words, null)) return { ...emptyUnderstanding(context, 'cancel'), asks: null };
  if (BARE_INVOICE.test(utterance.text)) return bareInvoiceRequest(context);
  const ordered = orderOf(context);
  if (ordered) return understandAs(context, ordered);
  const followUp = followUpQuestion(utterance, refs, memory.last, business);
  const intent = detectIntent(context);
  if (followUp && (!intent || goesOn(utterance, followUp.intent, intent)))
    return fromFilters(context, followUp.intent, followUp.filters);
  if (intent) return understandAs(context, intent);
  return reportsSale(utterance, refs) ? newInvoice(context) : unknownIntent(context);
}

// "Undo that", "no, na 120k" of a payment that was just recorded: its page takes it back.
function ofRecorded(context: ParseContext): Understanding | null {
  const { utterance, memory } = context;
  const { last, pending } = memory;
  if (pending || last?.intent !== 'record_payment' || !last.filters?.invoiceNumbers) return null;
  const isUndone = UNDOES.test(utterance.text) && isCancellation(utterance.words, null);
  const isCorrected =
    CORRECTS.test(utterance.text) && hasFigure(utterance.words) && utterance.words.length <= 8;
  return isUndone || isCorrected
    ? { ...emptyUnderstanding(context, 'record_payment'), filters: last.filters }
    : null;
}
const UNDOES = /\b(?:undo|reverse|cancel|remove|delete|wrong|mistake)\b/;
const CORRECTS =
  /^ (?:(?:oh|ah|oops|please|abeg|,) )*(?:no|not|sorry|actually|wait|mistake|wrong|i mean|na) /;

// "Change Lanre's retainer to 250k": of what is there, and no new invoice.
function ofOneThere(context: ParseContext): Understanding | null {
  const { utterance, memory, refs } = context;
  const isOpen = memory.pending?.draft || refs.numbers.length > 0;
  if (isOpen || utterance.isQuestion || !CHANGES_ONE.test(utterance.text) || NOT_OF_ONE.test(utterance.text))
    return null;
  const customerName = customerIn(utterance.words, readSlots(utterance.words, 'create_invoice'));
  if (!customerName) return null;
  if (OF_A_PLAN.test(utterance.text)) return fromFilters(context, 'change_plan', { customerName });
  return { ...fromFilters(context, 'show_invoice', { customerName }), asides: [{ kind: 'made', text: '' }] };
}
const CHANGES_ONE =
  /^ (?:(?:please|abeg|oya|kindly|can you|i want to|i wan) )*(?:change|increase|raise|reduce|adjust|update|move) (?:\S+ ){1,8}to /;
const NOT_OF_ONE = /\b(?:invoice|bill|quote|account|bank|payout|pin|my)\b/;
const OF_A_PLAN = /\b(?:retainer|repeat\w*|recurring|monthly|weekly|every|subscription|plan|billing)\b/;

const OF_PLANS: ReadonlySet<string> = new Set(['create_plan', 'list_plans', 'change_plan']);

/** "When is the first one going out", "make it 60k" and "stop it, they have closed" of a repeating invoice that was just started. */
function ofStartedPlan(context: ParseContext): Understanding | null {
  const { utterance, memory, refs } = context;
  const isChange = CHANGES_PLAN.test(utterance.text);
  if (refs.numbers.length > 0 || !(isChange || ASKS_OF_PLAN.test(utterance.text))) {
    const [first] = utterance.clauses;
    const isOrder = first && changeIn(first.text) !== null && first.to - first.from <= MOST_OF_A_CHANGE;
    return isOrder ? understandAs(context, 'change_plan') : null;
  }
  const { customerName } = memory.last ?? {};
  const about = fromFilters(context, 'list_plans', customerName ? { customerName } : null);
  return {
    ...about,
    asides: isChange ? [{ kind: 'made', text: '' }] : [],
    memory: { ...about.memory, last: memory.last },
  };
}

const MOST_OF_A_CHANGE = 4;
const ASKS_OF_PLAN = /^ (?:\S+ ){0,3}when (?:is|will|does|do|go|dey) (?:\S+ )?(?:it|the|next|first|e)\b/;
const CHANGES_PLAN =
  /^ (?:\S+ ){0,3}?(?:make|change|increase|reduce|raise) (?:it|am|that|this|the (?:price|amount)) |^ (?:\S+ )?add \S+ to (?:it|am) /;

const BARE_INVOICE =
  /^ (?:(?:please|abeg|oya|hi|hello|an?) )*(?:invoice|bill)(?: (?:please|abeg|o|\.|\?|!))* $/;

// "Abeg invoice Bola", "quote Emeka 50 notes": of one who is named, and of nothing else that could be meant.
function orderOf({ utterance: { text, words }, refs }: ParseContext): Intent | null {
  const [, lead = '', paper] = ORDER.exec(text) ?? [];
  if (!paper || refs.numbers.length > 0) return null;
  const intent = paper === 'quote' ? 'create_quote' : 'create_invoice';
  const from = lead.split(' ').length;
  const named = readSlots(words, intent).find((slot) => slot.slot === 'customer' && slot.from === from);
  const next = named && words[named.to];
  return named && (!next || /^(?:\d+|please|abeg|o)$/.test(next.word)) ? intent : null;
}
const ORDER = /^ ((?:(?:please|abeg|oya|kindly|biko|ok) )*)(invoice|bill|quote) /;

/** A message as one of an intent. */
export function understandAs(context: ParseContext, intent: Intent): Understanding {
  switch (intent) {
    case 'create_invoice':
    case 'create_plan':
      return repeats(context) ? newPlan(context) : firstInvoice(context);
    case 'create_quote':
      return newQuote(context);
    case 'add_customer':
      return newCustomer(context);
    case 'record_payment':
    case 'withdraw':
    case 'change_bank_details':
      return moneyRequest(context, intent);
    case 'note_promise':
    case 'credit_note':
    case 'write_off':
    case 'withholding':
      return settlementTold(context, intent);
    case 'help':
      return { ...emptyUnderstanding(context, intent), asides: thanksIn(context) };
    case 'off_topic':
    case 'ambiguous':
    case 'cancel':
      return emptyUnderstanding(context, intent);
    case 'send_reminder':
      return remindedNow(context, fromFilters(context, intent, filtersOf(context, intent)));
    default:
      return fromFilters(context, intent, filtersOf(context, intent));
  }
}

// "Remind him on the 20th": a reminder goes at once, which is said.
function remindedNow(context: ParseContext, understood: Understanding): Understanding {
  const day = dayToCome(context);
  if (!day || /\b(?:due|promised?|pay|before|since)\b/.test(context.utterance.text)) return understood;
  const text = rawText(context.utterance.words, day.from, day.to);
  return { ...understood, asides: [...understood.asides, { kind: 'later', text }] };
}

const thanksIn = ({ utterance: { text } }: ParseContext): Aside[] =>
  /\bthanks?\b/.test(text) ? [{ kind: 'said', text: 'You are welcome.' }] : [];
const ALL_RIGHT: Aside = { kind: 'said', text: 'All right.' };
const NOTED = set(
  'ok okay okey alright fine good nice cool great noted sharp oya o oo sir ma boss thanks thank you so much jare abeg . ! ,',
);

function filtersOf({ utterance, refs, business, memory: { last } }: ParseContext, intent: Intent) {
  const filters = resolveReferences(intent, filtersIn(intent, utterance, refs, business), utterance, last);
  // "Show me" what was just made.
  const { invoiceNumbers } = last?.filters ?? {};
  return filters ?? (intent === 'show_invoice' && invoiceNumbers ? { invoiceNumbers } : null);
}

// "Invoice Bola 2 cakes at 5k each and another invoice for Emeka, 3 chairs": one at a time.
function firstInvoice(context: ParseContext): Understanding {
  const { memory, business, utterance } = context;
  const at = secondAt(utterance.message, business);
  const first = at === null ? context : contextOf(utterance.message.slice(0, at), memory, business);
  const understood = withMoneySaid(first, withDepositSaid(first, newInvoice(first)));
  if (at === null) return withSameFor(context, understood);
  return withSecond(understood, utterance.message.slice(at).replace(/^[\s,;.]+/, ''), business);
}

// "Musa and Hajiya Amina, 20 bags each": the same for one after the other, where one of them is a customer already, or they are three.
function withSameFor(
  { utterance: { words }, business }: ParseContext,
  understood: Understanding,
): Understanding {
  const { draft, memory } = understood;
  const slots = readSlots(words, 'create_invoice');
  const names = customersIn(words, slots).flatMap((name) =>
    name.split(/ (?:and|&) /i).flatMap((one) => formatName(one) ?? []),
  );
  const [customerName, other, ...others] = names;
  if (!draft || !memory.pending || !customerName || !other) return understood;
  const areSeveral = others.length > 0 || names.some((name) => isCustomer(name, business));
  const isOne = isTitle(customerName.toLowerCase()) || isCustomer(names.join(' and '), business);
  const last = names.at(-1)?.toLowerCase().split(' ').at(-1) ?? '';
  if (!areSeveral || isOne || isCompanySuffix(last)) return understood;
  const again: Aside[] = others.length > 0 ? [{ kind: 'others', text: others.join(', ') }] : [];
  const kept = { ...memory.pending, draft: { ...draft, customerName: other } };
  return {
    ...understood,
    draft: { ...draft, customerName },
    asides: [...understood.asides, { kind: 'second', text: `the same for ${other}` }, ...again],
    memory: { ...memory, pending: { ...memory.pending, draft: { ...draft, customerName } }, kept },
  };
}

const isCustomer = (name: string, { knownNames }: ParseContext['business']): boolean => {
  const told = name.toLowerCase().split(' ');
  return knownNames.some((known) => told.every((word) => known.toLowerCase().split(' ').includes(word)));
};

/** The same understanding with another invoice that waits until it is done; `customerName` is whom it may mean by "them". */
export function withSecond(
  understood: Understanding,
  told: string,
  business: ParseContext['business'],
  customerName: string | null = null,
): Understanding {
  const text = told.trim();
  const last = { intent: 'create_invoice' as const, filters: null, customerName };
  const { pending } = newInvoice(contextOf(text, { pending: null, last }, business)).memory;
  const isTheirs = customerName !== null && THEIRS.test(text);
  const draft = pending?.draft ? { ...pending.draft, ...(isTheirs && { customerName }) } : null;
  return {
    ...understood,
    asides: [...understood.asides, { kind: 'second', text }],
    memory: { ...understood.memory, ...(pending && { kept: { ...pending, draft } }) },
  };
}

const THEIRS = new RegExp(`\\b${THEM}\\b`);

function secondAt(message: string, { knownNames }: ParseContext['business']): number | null {
  const found = SECOND.exec(message) ?? SECOND_NAME.exec(message) ?? AND_SECOND.exec(message);
  const [, isAnother, name = ''] = found ?? [];
  const named = name.toLowerCase();
  const isKnown = knownNames.some((one) => one.toLowerCase().split(' ')[0] === named);
  // "And rose 2k" is wine, but of a customer.
  const isAlsoGoods = found !== null && AND.test(found[0]);
  const isName = isKnown || (!isAlsoGoods && (NAMES.has(named) || TITLES.has(named)));
  const first = found ? tokenize(message.slice(0, found.index)) : [];
  // "Fifteen thousand for a screen, bill Precious" is one.
  const isWhole =
    hasFigure(first) && readSlots(first, 'create_invoice').some(({ slot }) => slot === 'customer');
  return found && isWhole && (isAnother || isName) ? found.index : null;
}
/** "Bola 10 cartons 6k, Emeka 5 cartons", "Ada's: 3 wigs. Bola's: 2 wigs". */
const SECOND_NAME = /[,;.\n] {0,3}()(\p{L}{2,40})(?:['’]s(?: (?:invoice|bill))?)?:? (?=\d)/u;
/** "Kemi 50k and Acme $200". */
const AND_SECOND = /\band {1,3}()(\p{L}{2,40}) (?=[₦$#n]?\d)/iu;
const AND = /^and {1,3}\p{L}+ $/iu;
const SECOND =
  /(?:[,;.\n]|\b(?:and|then|also|plus)) {0,3}(?:(?:also|then|and) )?(?:(another invoice for|another bill for|another one for)|invoice|bill) (\p{L}{2,40})/iu;

// "50% deposit for a website": an invoice has its parts set on its own page.
function withDepositSaid(
  { utterance, memory, business }: ParseContext,
  understood: Understanding,
): Understanding {
  const { deposit, asides, rest } = quoteTermsIn(utterance.message, utterance.words, business.today);
  const parts = asides.filter(({ kind }) => kind === 'parts');
  if (parts.length > 0 && understood.draft)
    return { ...understood, asides: [...understood.asides, ...parts] };
  const isNamed = understood.draft?.items.some(({ description }) => /\bdeposit\b/i.test(description ?? ''));
  if (!deposit || !understood.draft || isNamed) return understood;
  const aside: Aside = { kind: 'deposit_on_invoice', text: depositText(deposit) };
  // "USD 75 for braids, 20 dollars deposit" is one thing.
  const read = understood.asks === 'description' ? newInvoice(contextOf(rest, memory, business)) : understood;
  return { ...read, asides: [...read.asides, aside] };
}

/** From this share on an invoice that says how often is one that repeats; and surely, where nothing else says how often. */
const [MAY_REPEAT, SURELY_REPEATS] = [0.1, 0.9];

// "Late pick up, five evenings, 2k every evening" says how often and comes once.
function repeats({ utterance }: ParseContext): boolean {
  const reading = readingsOf(utterance).find(({ intent }) => intent === 'create_plan');
  const { confidence = 0 } = reading ?? {};
  if (confidence < MAY_REPEAT || confidence >= SURELY_REPEATS) return confidence >= SURELY_REPEATS;
  return REPEATS.test(utterance.text) || rhythmIn(spelledOut(utterance.words)) !== null;
}
const REPEATS = /\b(?:repeat\w*|recur\w*|standing|automatic\w*|auto|subscri\w*|plan|schedule)\b/;

function newPlan({ utterance: { message, words }, memory, business }: ParseContext): Understanding {
  const told = planToldIn(message, words, business.today);
  const about = contextOf(told.rest, { ...memory, pending: null }, business);
  const { words: rest } = about.utterance;
  const started = newInvoice(isBare(rest) ? contextOf('', memory, business) : about);
  return asPlan(withDueDays(started, rest, null), told);
}

// "Mama Nkechi": what is wanted of her comes with the next message.
function customerAlone({ utterance: { text }, business: { knownNames } }: ParseContext): string | null {
  const told = text.trim();
  return (
    knownNames.find((name) => [name.toLowerCase(), name.toLowerCase().split(' ')[0]].includes(told)) ?? null
  );
}

/** "Add 5k to it" of what somebody was told to owe. */
const OF_DEBT: ReadonlySet<string> = new Set(['outstanding_total', 'show_invoice']);

const BUSINESS =
  /\b(?:invoices?|bills?|customers?|clients?|payments?|money|pay|paid|naira|amount|price|due|send|receipt|vat|discount|cash|cost|remind|draft)\b/;

function unknownIntent(context: ParseContext): Understanding {
  const { text, words } = context.utterance;
  const customerName = customerAlone(context);
  const [likeliest] = readingsOf(context.utterance);
  const { last } = context.memory;
  // "Move the due date to Saturday" of the one that was just made.
  const isOfInvoice =
    last?.intent === 'create_invoice'
      ? last.filters?.invoiceNumbers
      : OF_DEBT.has(last?.intent ?? '') && last?.filters?.customerName;
  if (likeliest?.intent === 'edit_draft' && last && isOfInvoice)
    return { ...fromFilters(context, 'show_invoice', last.filters), asides: [{ kind: 'made', text: '' }] };
  if (customerName) return { ...fromFilters(context, 'ambiguous', { customerName }), asks: 'intent' };
  const isShort = words.filter(({ word }) => /[\p{L}\p{N}]/u.test(word)).length <= 2;
  return emptyUnderstanding(
    context,
    isShort || BUSINESS.test(text) || /^ ?[#₦$n]?[\d,.]+[km]?\b/.test(text) ? 'ambiguous' : 'off_topic',
  );
}
