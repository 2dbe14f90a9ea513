import type { Action, Draft, Filters, NewContact } from '#contract/assistant.ts';
import type { ReceivedMoney } from '#server/modules/payments/tools/received-money.ts';
import { type ParsedDraft, parseDraft } from './drafts/parse-draft.ts';
import { orThousands } from './drafts/thousands.ts';
import { firstMissingField } from './drafts/totals.ts';
import { nonEmpty, filtersIn } from './intents/filters.ts';
import { changeIn } from './intents/requests.ts';
import { dayToCome } from './dates/due-date.ts';
import { resolveReferences } from './intents/follow-up.ts';
import { contactIn } from './parties/contact-details.ts';
import { paperTextsIn } from './paper-texts.ts';
import { restTold } from './payments/days.ts';
import { moneyReceived, secondTold, tellsOfMoney } from './payments/told.ts';
import { isInside } from './tokens/tokenize.ts';
import type { Aside, Intent, Memory, MissingField, Pending, Understanding, ParseContext } from './types.ts';

/** An understanding without content; the open task stays open. */
export function emptyUnderstanding({ memory }: Pick<ParseContext, 'memory'>, intent: Intent): Understanding {
  return {
    intent,
    draft: null,
    filters: null,
    customer: null,
    asks: intent === 'ambiguous' ? 'intent' : null,
    does: null,
    asides: [],
    memory: intent === 'cancel' ? { ...memory, pending: null } : memory,
  };
}

/** Money that came is to be recorded; any other request about a payment, the payout or the bank is declined, with its subject. */
export function moneyRequest(context: ParseContext, intent: Intent): Understanding {
  const { utterance, refs, business, memory } = context;
  if (intent !== 'record_payment') return emptyUnderstanding(context, intent);
  const named = filtersIn(intent, utterance, refs, business);
  const filters = resolveReferences(intent, named, utterance, memory.last);
  const { last } = memory;
  // "Cancel that one" of the invoice that was just made.
  if (last?.intent === 'create_invoice' && last.filters && CANCELS_IT.test(utterance.text))
    return fromFilters(context, 'delete_invoice', last.filters);
  if (!tellsOfMoney(utterance)) return { ...emptyUnderstanding(context, intent), filters };
  const second = secondTold(utterance);
  const payment = moneyReceived(second?.first ?? utterance, refs, business);
  // "Reference PO-4471" beside a draft tells of no money.
  const isOfDraft = memory.pending?.draft && !filters && payment.amount === null && !payment.inFull;
  if (isOfDraft && payment.method === null) return emptyUnderstanding(context, 'ambiguous');
  const asides = [restTold(utterance), second?.text].flatMap((text): Aside[] =>
    text ? [{ kind: 'rest', text }] : [],
  );
  return { ...moneyUnderstanding(context, intent, filters, payment), asides };
}

const CANCELS_IT =
  /\b(?:cancel|delete|void|scrap|remove|comot) (?:it|am|that|this|that one|this one|the invoice|that invoice) (?!payment)/;

// Asked whatever the records say.
const firstAsked = ({ method, seen }: ReceivedMoney): MissingField | null =>
  method === 'bank_transfer' && seen === null ? 'seen' : null;

/** Money to record as it stands after a message; the records decide what is left to ask. */
export function moneyUnderstanding(
  context: ParseContext,
  intent: 'record_payment' | 'edit_draft',
  filters: Filters | null,
  payment: ReceivedMoney,
): Understanding {
  const asks = firstAsked(payment);
  const pending = pendingTask('record_payment', { filters, payment, asks });
  return {
    ...emptyUnderstanding(context, intent),
    filters,
    payment,
    asks,
    memory: { pending, last: lastTopic(context, 'record_payment', filters, null) },
  };
}

const ACTIONS: ReadonlySet<Intent> = new Set(['send_invoice', 'send_reminder', 'delete_invoice']);
const CHANGES: ReadonlySet<Intent> = new Set(['change_plan', 'convert_quote']);

/** A question or an action whose filters are known. */
export function fromFilters(context: ParseContext, intent: Intent, filters: Filters | null): Understanding {
  const isAction = ACTIONS.has(intent);
  const { channels: _, ...subject } = filters ?? {};
  const isVague = (isAction || intent === 'show_invoice') && Object.keys(subject).length === 0;
  const asks: MissingField | null = isVague ? 'invoice' : null;
  const isSending = intent === 'customer_statement' && filters?.channels !== undefined;
  const told = intent === 'change_plan' ? changeIn(context.utterance.text) : undefined;
  // "End it after 3 months" ends nothing now.
  const change = told === 'end' && dayToCome(context) ? null : told;
  const pending =
    isAction || isVague || isSending || (CHANGES.has(intent) && change !== null)
      ? pendingTask(intent, { filters, change, asks })
      : context.memory.pending;
  return {
    ...emptyUnderstanding(context, intent),
    filters,
    change,
    asks,
    memory: { pending, last: lastTopic(context, intent, filters, null) },
  };
}

function pendingTask(intent: Intent, known: Partial<Pending>): Pending | null {
  if (
    intent !== 'send_invoice' &&
    intent !== 'send_reminder' &&
    intent !== 'delete_invoice' &&
    intent !== 'create_invoice' &&
    intent !== 'add_customer' &&
    intent !== 'record_payment' &&
    intent !== 'customer_statement' &&
    intent !== 'change_plan' &&
    intent !== 'convert_quote'
  )
    return null;
  return { action: intent, draft: null, filters: null, customer: null, asks: null, ...known };
}

/** The subject the next message may refer to. */
export function lastTopic(
  { memory }: ParseContext,
  intent: Intent,
  filters: Filters | null,
  name: string | null,
): Memory['last'] {
  const numbered = (filters?.invoiceNumbers?.length ?? 0) > 0;
  const previousName = numbered ? null : (memory.last?.customerName ?? null);
  return { intent, filters, customerName: filters?.customerName ?? name ?? previousName };
}

/** A new invoice; "invoice her 8k" is for the customer spoken of before. */
export function newInvoice(context: ParseContext): Understanding {
  const { utterance, business, memory } = context;
  const { spans, texts } = paperTextsIn(utterance.words, false);
  const parsed = parseDraft(
    spans.length > 0 ? utterance.words.filter((_, at) => !isInside(spans, at)) : utterance.words,
    business,
  );
  const { customerName } = parsed.draft;
  // "New one for her, 3kg ram meat".
  const said = customerName && MEASURE.test(customerName) ? null : customerName;
  const isOfLast = said === null && memory.last?.intent === 'ambiguous';
  const isTheirs = said === null ? OF_THEM : business.knownNames.includes(said) ? null : BILLS_THEM;
  const last = isOfLast || isTheirs?.test(utterance.text) ? memory.last?.customerName : null;
  const draft = { ...parsed.draft, ...texts, customerName: last ?? said };
  const asks = draft.customerName === customerName ? parsed.asks : firstMissingField(draft);
  const other = parsed.other && { ...parsed.other, ...texts };
  return fromDraft(context, { ...parsed, draft, other, asks }, 'create_invoice', null);
}
const MEASURE = /^\d+(?:\.\d+)?(?:kg|g|l|ltr|ml|pcs|k|m|ft|inch|kva|hp|amp|ah|w|v)$/i;
/** Somebody spoken of; "her sister" is another. */
export const THEM =
  '(?:him|them|dem|am|her(?! (?:sister|brother|husband|mum|mother|mama|father|daddy|daughter|son|friend|boss|oga|shop|office|company)\\b))';
const BILLS_THEM = new RegExp(`\\b(?:invoice|bill|charge) ${THEM}\\b`);
const OF_THEM = new RegExp(
  `${BILLS_THEM.source}|\\b(?:for|give|send|do) ${THEM}\\b|^ (?:\\S+ ){0,2}(?:he|she|they) `,
);

/** An invoice as it stands after a message. */
export function fromDraft(
  context: ParseContext,
  read: ParsedDraft,
  intent: 'create_invoice' | 'edit_draft',
  previous: Filters | null,
): Understanding {
  const { pending: open } = context.memory;
  const whole = intent === 'edit_draft' && open?.asks === null ? open.draft : null;
  const parsed = orThousands(read, context.utterance.message, whole);
  const filters = nonEmpty({
    ...previous,
    // oxlint-disable-next-line unicorn/no-thenable
    ...(parsed.then ? { then: parsed.then } : {}),
    ...(parsed.channels.length > 0 ? { channels: parsed.channels } : {}),
  });
  const pending: Pending = {
    action: 'create_invoice',
    draft: parsed.draft,
    filters,
    customer: null,
    other: parsed.other,
    unclear: parsed.unclear,
    payment: intent === 'edit_draft' ? context.memory.pending?.payment : undefined,
    before: intent === 'edit_draft' && open?.draft ? { ...open, before: undefined } : undefined,
    asks: parsed.asks,
  };
  return {
    ...emptyUnderstanding(context, intent),
    draft: isEmptyDraft(parsed.draft) ? null : parsed.draft,
    filters,
    asks: parsed.asks,
    asides: parsed.asides,
    memory: { pending, last: lastTopic(context, 'create_invoice', null, parsed.draft.customerName) },
  };
}

function isEmptyDraft({ customerName, customerEmail, customerPhone, items, dueDate }: Draft): boolean {
  return (
    customerName === null &&
    customerEmail === null &&
    customerPhone === null &&
    items.length === 0 &&
    dueDate === null
  );
}

/** A new customer. */
export function newCustomer(context: ParseContext): Understanding {
  return fromContact(
    context,
    contactIn(context.utterance.words),
    'add_customer',
    NO_EMAIL.test(context.utterance.text) || EMAIL_IS_NONE.test(context.utterance.text),
  );
}

const NO_EMAIL =
  /\b(?:no|without|skip|not have|don't have|doesn't have|doesnt have|no get|never get|has no|leave out)(?: (?:an?|any|the|his|her|their|hin))? (?:email|e-mail|mail)\b/;
const EMAIL_IS_NONE =
  /\b(?:email|e-mail|mail)(?: address)?(?: (?:is|:|-))? (?:none|nil|not available|n\/a)\b/;

/** A customer as known after a message. */
export function fromContact(
  context: ParseContext,
  customer: NewContact,
  intent: 'add_customer' | 'edit_draft',
  skipped = false,
): Understanding {
  const asks: MissingField | null =
    customer.name === null ? 'customerName' : customer.email === null && !skipped ? 'customerEmail' : null;
  const pending = pendingTask('add_customer', { customer, asks });
  return {
    ...emptyUnderstanding(context, intent),
    customer,
    asks,
    memory: { pending, last: lastTopic(context, 'add_customer', null, customer.name) },
  };
}

/** The open proposal is confirmed. */
export function confirmation(context: ParseContext, pending: Pending): Understanding {
  const { filters, draft, customer, payment, told, change, action } = pending;
  return {
    ...emptyUnderstanding(context, 'confirm'),
    draft,
    filters,
    customer,
    payment,
    told,
    change,
    does: action,
    memory: {
      pending: followUpTask(pending),
      last: lastTopic(
        context,
        action,
        withoutDelivery(filters),
        draft?.customerName ?? customer?.name ?? null,
      ),
    },
  };
}

const withoutDelivery = (filters: Filters | null): Filters | null => {
  const { channels: _, then: __, ...rest } = filters ?? {};
  return nonEmpty(rest);
};

function followUpTask({ filters, draft }: Pending): Pending | null {
  const then: Action | undefined = filters?.then;
  if (!then) return null;
  const next: Filters = {
    ...(draft?.customerName ? { customerName: draft.customerName } : {}),
    ...(filters?.channels ? { channels: filters.channels } : {}),
  };
  return pendingTask(then, { filters: nonEmpty(next) });
}

/** A question for a value that was not answered, as by a mere yes: it is repeated. */
export function repeatQuestion(
  context: ParseContext,
  { draft, filters, customer, payment, told, change, unclear, asks: asked }: Pending,
): Understanding {
  // A draft that lacks nothing is shown again; what came for it is told of once it is made.
  const asks = draft && OF_LINES.has(asked ?? '') ? firstMissingField(draft) : asked;
  const known = { draft, filters, customer, payment: draft ? undefined : payment, told, change, asks };
  const asides: Aside[] = unclear === undefined || asks !== null ? [] : [{ kind: 'unclear', text: unclear }];
  return { ...emptyUnderstanding(context, 'edit_draft'), ...known, asides };
}

const OF_LINES: ReadonlySet<string> = new Set<MissingField>(['items', 'rate', 'description', 'intent']);

/** Nothing but "invoice": most likely a new one, so that the next message may name its customer. */
export function bareInvoiceRequest(context: ParseContext): Understanding {
  const { draft } = parseDraft([], context.business);
  const pending = pendingTask('create_invoice', { draft, asks: 'customerName' });
  return { ...emptyUnderstanding(context, 'ambiguous'), memory: { ...context.memory, pending } };
}
