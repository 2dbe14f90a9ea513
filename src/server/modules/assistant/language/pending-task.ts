import {
  confirmation,
  emptyUnderstanding,
  fromContact,
  fromDraft,
  fromFilters,
  repeatQuestion,
} from './build-understanding.ts';
import { agreedPrice, confirmedWithNext, SENDS, sentToo } from './agreed.ts';
import { customerIn } from './drafts/lines-from-slots.ts';
import { editDraft } from './edits/edit-draft.ts';
import { isCancellation, isConfirmation, isForbidden, saysNoEmail } from './intents/confirmation.ts';
import { detectIntent, firstRequest } from './intents/detect-intent.ts';
import { bareSubjectIn, channels, nonEmpty, filtersIn } from './intents/filters.ts';
import { BUYS, hasPrice, reportsSale } from './intents/requests.ts';
import { isOfOneThere, type References } from './intents/references.ts';
import { understandNew } from './new-message.ts';
import { emailIn, nameIn, phoneIn } from './parties/contact-details.ts';
import { isStopWord } from './vocabulary/stop-words.ts';
import { cameForDraft, hasCome } from './payments/came.ts';
import { answerPayment, answerSettlement } from './payments/tasks.ts';
import { isSettlement } from './payments/told.ts';
import { textOf, type Utterance } from './tokens/utterance.ts';
import { type Intent, NO_MEMORY, type ParseContext, type Pending, type Understanding } from './types.ts';
import { openOf } from './understanding/features.ts';
import { readIntents, readSlots, type Slot } from './understanding/model.ts';

const UNDO =
  /^ (?:(?:no|oh|sorry|ok|please|abeg) )*undo (?:(?:that|it|this|dat|am|my|the|last|change|one|abeg|please) )*$/;

/** Interprets a message while a task is open: a yes, a no, a change, an answer, or a new request. */
export function understandReply(context: ParseContext, pending: Pending): Understanding {
  const { utterance } = context;
  const awaitsConfirmation = pending.asks === null;
  if (pending.action === 'add_customer' && !awaitsConfirmation && saysNoEmail(utterance.text))
    return skipEmail(context, pending);
  const { before } = pending;
  if (before && UNDO.test(utterance.text))
    return repeatQuestion({ ...context, memory: { ...context.memory, pending: before } }, before);
  if (isCancellation(utterance.words, pending)) return emptyUnderstanding(context, 'cancel');
  const sending = pending.action === 'record_payment' ? sendingBeside(context, pending) : null;
  if (sending) return sending;
  if (pending.action === 'record_payment' && !awaitsConfirmation) {
    const answered = answerPayment(context, pending);
    if (answered) return answered;
  }
  const priced = agreedPrice(context, pending);
  if (priced) return priced;
  const both = confirmedWithNext(context, pending);
  if (both) return both;
  if (isConfirmation(utterance.words, pending))
    return awaitsConfirmation
      ? confirmation(context, sentToo(context, pending))
      : repeatQuestion(context, pending);
  if (asksForDraft(context, pending)) return withLeft(repeatQuestion(context, pending), pending);
  if (pending.action === 'record_payment')
    return answerPayment(context, pending) ?? saleBeside(context, pending) ?? understandNew(context);
  if (isSettlement(pending.action))
    return answerSettlement(context, { ...pending, action: pending.action }) ?? understandNew(context);
  if (asksPlainly(utterance)) return understandNew(context);
  const came = pending.action === 'create_invoice' ? cameForDraft(context, pending) : null;
  if (came) return came;
  // "He paid it this evening" while its sending is open.
  const alone = { ...context, memory: { ...context.memory, pending: null } };
  if (!pending.draft && hasCome(utterance.text) && detectIntent(alone) === 'record_payment')
    return understandNew(alone);
  if (leavesTask(context, pending)) return understandNew(context);
  const edited =
    pending.action === 'create_invoice'
      ? editInvoice(context, pending)
      : pending.action === 'add_customer'
        ? editContact(context, pending)
        : editAction(context, pending);
  return edited ?? understandNew(context);
}

// A request of its own while something else is open, which waits and comes back; null where it is not of that intent.
function besideIt(context: ParseContext, open: Pending, intent: Intent): Understanding | null {
  const alone = { ...context, memory: { ...context.memory, pending: null } };
  if (detectIntent(alone) !== intent) return null;
  const understood = understandNew(alone);
  return { ...understood, memory: { ...understood.memory, kept: open } };
}

// "Send it" of the invoice just made, whose answer also asked about money told of before.
function sendingBeside(context: ParseContext, open: Pending): Understanding | null {
  const { utterance, memory } = context;
  const isSending = utterance.words.every(({ word }) => SENDS.test(word) || isStopWord(word));
  return memory.made && isSending ? besideIt(context, open, 'send_invoice') : null;
}

// "She also do wheel alignment 12k" while money of hers is asked about.
function saleBeside(context: ParseContext, open: Pending): Understanding | null {
  const { payment, filters } = open;
  const { utterance, refs } = context;
  const slots = readSlots(utterance.words, 'create_invoice');
  const isOfGoods = slots.some(({ slot }) => slot === 'item') && hasPrice(utterance.words, refs);
  const understood = isOfGoods ? besideIt(context, open, 'create_invoice') : null;
  if (!understood) return null;
  const [sum, from] = [payment?.amount?.toLocaleString('en') ?? 'money', filters?.customerName];
  const text = from ? `${sum} from ${from}` : sum;
  return { ...understood, asides: [...understood.asides, { kind: 'unrecorded', text }] };
}

function skipEmail(context: ParseContext, { customer }: Pending): Understanding {
  return fromContact(context, customer ?? { name: null, email: null, phone: null }, 'edit_draft', true);
}

/** "What's the total?", "show me the draft again": shows the current draft. */
export function asksForDraft(
  { utterance: { text, isQuestion }, refs }: ParseContext,
  { action, draft, payment }: Pending,
): boolean {
  if (action !== 'create_invoice' || draft === null || refs.numbers.length > 0) return false;
  const hasLeft = payment && draft.total !== null;
  if (DUE_ASKED.test(text) || TOTAL_ELSEWHERE.test(text)) return true;
  if (
    /^ (?:\S+ ){0,3}(?:show|see|view|display|repeat)(?: me| us| am| it| the| this| that| my| again| invoice| draft| bill| now| please| everything| so| far)* (?:\? )?$/.test(
      text,
    )
  )
    return /\b(?:draft|it|am|invoice|again|everything)\b/.test(text);
  return (
    isQuestion &&
    (hasLeft ? /\b(?:total|how much|how-much|balance|left|remain\w*|owe|owing)\b/ : TOTAL).test(text) &&
    (hasLeft ||
      !/\b(?:unpaid|owe|owes|owing|make|made|sell|sold|earn|sales|outstanding|debts?|balance|collect|receive|received|came|enter|entered)\b/.test(
        text,
      )) &&
    text.length < 60
  );
}

const TOTAL =
  /\b(?:total|how much|how-much|sum|altogether|grand)\b|^ when (?:is|will|be) (?:it|am|this|that)\b/;
/** In Hausa, Yoruba and Igbo. */
const TOTAL_ELSEWHERE =
  /^ (?:nawa ne(?: duka)?|elo ni(?: gbogbo (?:e|re|rẹ))?|ego ole(?: ka ọ bụ)?) (?:\? )?$/;

const DUE_ASKED =
  /^ (?:(?:please|abeg|so|and) )*(?:when|which day|what day|which date)(?: (?:is|be|na|e|it|am|this|that|the|invoice|bill|go|will))* due /;

// "How much remains?" of what came for it already.
function withLeft(shown: Understanding, { draft, payment, other }: Pending): Understanding {
  const left = (draft?.total ?? 0) - (payment?.amount ?? 0);
  if (!payment?.amount || left < 0 || other) return shown;
  return { ...shown, asides: [{ kind: 'left', text: left.toLocaleString('en') }] };
}

const ASKS =
  /^ (?:(?:please|abeg|ok|okay|so|and|but|sorry|oga) )*(?:what|what's|wetin|who|who's|which|where|why|when (?:is|was|will|did|does))\b(?! (?:about|if)\b)/;

// "Who is Bola?" names no other customer, and "what is VAT?" asks for none.
const asksPlainly = ({ text, isQuestion }: Utterance): boolean =>
  isQuestion && ASKS.test(text) && !/\d|\? +\S/.test(text);

// Questions and requests that cannot be a change of the open task.
function leavesTask(context: ParseContext, pending: Pending): boolean {
  const { utterance, refs } = context;
  const request = firstRequest(context);
  if (request === 'create_invoice') return pending.action !== 'create_invoice' || asksForAnother(context);
  if (isAnothers(utterance, refs, pending)) return true;
  if (request)
    return (
      pending.asks === null ||
      !/^(?:description|items|customerName)$/.test(pending.asks) ||
      utterance.clauses.some(({ head }) =>
        /^(?:withdraw|transfer|pay|mark|record|change|update|cashout)$/.test(head),
      )
    );
  const intent = detectIntent(context);
  return intent !== null && isClearlyNew(intent, utterance, refs, pending);
}

// While an invoice for Tunde is open, "Bola took 2 bags at 45k", "call Bola" and "add 5k to Bola's invoice" are of another.
function isAnothers(utterance: Utterance, refs: References, pending: Pending): boolean {
  const name = pending.draft?.customerName?.toLowerCase();
  if (!name) return false;
  const { words, text } = utterance;
  const isOther = (named: string): boolean =>
    !named
      .toLowerCase()
      .split(' ')
      .some((word) => name.includes(word));
  const owner = (isOfOneThere(utterance) ? OWNER.exec(text) : PAYER.exec(text))?.[1];
  if (owner && !isStopWord(owner)) return isOther(owner);
  return readSlots(words, 'edit_draft').some((slot) => {
    const named = slot.slot === 'customer' ? customerIn(words, [slot]) : null;
    if (named === null) return false;
    // "Don't bill Ada" changes nothing of hers either.
    if (isForbidden(utterance)) return true;
    const isUnlikely = !ABOUT_IT.test(text) && isUnsure(utterance, pending);
    return isOther(named) && (isUnlikely || doesElse(utterance, refs, slot));
  });
}
// "Bill it to Chioma".
const ABOUT_IT = /^ (?:\S+ ){0,2}(?:bill|invoice|make|put|charge) (?:it|am|this) /;
const OWNER = / (\p{L}{2,40})['’]s? (?:last |latest )?(?:invoice|bill) /u;
const PAYER =
  /^ (?:\p{L}+ ){0,2}?(\p{L}{2,40}) (?:promised?|owes?|(?:is|dey) owing|(?:will|go|says?|said)(?: \S+){0,3} (?:pay|bring|settle|balance))\b/u;

// "Call Uche", "Ada don come": a name that somebody is to speak to, or of whom something is told, takes no other's place.
function doesElse(utterance: Utterance, refs: References, { from, to }: Slot): boolean {
  const [before = '', after] = [utterance.words[from - 1]?.word, textOf(utterance.words, to)];
  if (SPEAKS.test(before) || (reportsSale(utterance, refs) && BUYS.test(after))) return true;
  return !/\p{L}/u.test(before) && NEWS.test(after);
}
const SPEAKS = /^(?:call|phone|ring|text|message|tell|ask|greet|thank|visit|see|meet|beg|warn|remind)$/;
const NEWS =
  /^ (?:don|has|have|had|was|dey|will|wan|go|still|never|no(?! be )|is(?! (?:the|my|who|d) )|came|come|comes|returned?|complain\S*|called|said|says?|travel\S*) /;

const SURELY = 0.97;

// Neither likely a change, nor surely anything else.
function isUnsure({ words }: Utterance, pending: Pending): boolean {
  const [likeliest] = readIntents(words, openOf(pending));
  return !likeliest || likeliest.confidence < (likeliest.intent === 'edit_draft' ? LIKELY : SURELY);
}
const LIKELY = 0.55;

// "Bill it to Ada instead" changes the one that is open.
const asksForAnother = ({ utterance: { words, text }, refs }: ParseContext): boolean =>
  hasPrice(words, refs) || !/\b(?:instead|rather|it|am|this)\b/.test(text);

const SHOWS = /^(?:show|open|see|view|list|pull|check|get|bring|find|display)$/;
const LOOKS_UP =
  /^(?:show|list|see|view|find|which|who|how|how-much|what|remind|check|generate|project|forecast|predict|display)$/;

function isClearlyNew(intent: Intent, utterance: Utterance, refs: References, pending: Pending): boolean {
  const { text, isQuestion, clauses } = utterance;
  const isDraft = pending.action === 'create_invoice';
  if (refs.numbers.length > 0 && pending.asks === 'invoice') return false;
  if (refs.numbers.length > 0) return isDraft || !isBareNumber(intent, utterance);
  if (intent === 'help') return true;
  if (!isDraft) return intent !== pending.action;
  if (intent === 'add_customer') return addsCustomer(text);
  if (intent === 'delete_invoice' || intent === 'send_invoice') return false;
  if (isQuestion || clauses.some(({ head }) => LOOKS_UP.test(head))) return true;
  if (intent === 'send_reminder' || intent === 'sales_projection' || intent === 'top_customers') return true;
  return /\b(?:report|sales|invoices|customers)\b/.test(text);
}

// "21" or "invoice 21": what is to be done with it was said before.
const isBareNumber = (intent: Intent, utterance: Utterance): boolean =>
  intent === 'show_invoice' &&
  !utterance.isQuestion &&
  !isOfOneThere(utterance) &&
  !utterance.clauses.some(({ head }) => SHOWS.test(head));

// Not "add her email", nor a customer who is only named beside their address.
function addsCustomer(text: string): boolean {
  const isNamed = /\b(?:customer|client)\b(?! (?:email|phone|number|name|address|is|to|should))/.test(text);
  if (isNamed && !/@/.test(text.replace(/\bcustomer \S+/, ''))) return true;
  if (/\b(?:customer|client)(?:'s)? (?:email|phone|number|name|address)\b/.test(text)) return false;
  return /\b(?:add|save|register|create|new) (?:\S+ ){0,2}(?:customer|client) \S+/.test(text);
}

function editInvoice(context: ParseContext, pending: Pending): Understanding | null {
  const sendStep = sendAfterwards(context, pending);
  if (sendStep) return sendStep;
  const parsed = editDraft(context.utterance.words, pending, context.business);
  return parsed ? fromDraft(context, parsed, 'edit_draft', pending.filters) : null;
}

// "send it by email" about an invoice not created yet is its second step.
function sendAfterwards(context: ParseContext, pending: Pending): Understanding | null {
  const { utterance, refs, business } = context;
  const clause = utterance.clauses.find(({ head }) => SENDS.test(head));
  if (!clause || !pending.draft || pending.asks !== null || utterance.words.length > 12) return null;
  // "I go deliver am 15k join".
  if (clause.head === 'deliver' && hasPrice(utterance.words, refs)) return null;
  const lead = utterance.words.slice(0, clause.at).filter(({ word }) => !/^(?:and|,)$/.test(word));
  const { channels: delivery } = channels(utterance, refs, business, 'send_invoice');
  // "Yes, send to the bursar", "create and send to his email".
  const contact = emailIn(utterance.words)?.value ?? phoneIn(utterance.words)?.value ?? null;
  const { customerEmail, customerPhone } = pending.draft;
  if (
    (contact === null || contact === customerEmail || contact === customerPhone) &&
    isConfirmation(lead, pending)
  )
    return confirmation(context, sentToo(context, pending));
  const isAlone = clause === utterance.clauses[0] && OF_IT.test(utterance.text);
  if (!isAlone || detectIntent({ ...context, memory: NO_MEMORY }) !== 'send_invoice') return null;
  const draft = {
    ...pending.draft,
    customerEmail: emailIn(utterance.words)?.value ?? customerEmail,
    customerPhone: phoneIn(utterance.words)?.value ?? customerPhone,
  };
  return fromDraft(
    context,
    // oxlint-disable-next-line unicorn/no-thenable
    { draft, asks: null, asides: [], then: 'send_invoice', channels: delivery ?? [] },
    'edit_draft',
    pending.filters,
  );
}

const OF_IT = /\b(?:it|am|this|to|the invoice|her|him|them)\b/;

function editContact(context: ParseContext, pending: Pending): Understanding | null {
  const { words } = context.utterance;
  const known = pending.customer ?? { name: null, email: null, phone: null };
  const [email, phone] = [emailIn(words), phoneIn(words)];
  const spans = [email, phone].filter((span) => span !== null);
  const mayRename = known.name === null || /\b(?:name|called|it's|its)\b/.test(context.utterance.text);
  const name = mayRename ? nameIn(words, spans) : null;
  if (!email && !phone && !name) return null;
  return fromContact(
    context,
    { name: name ?? known.name, email: email?.value ?? known.email, phone: phone?.value ?? known.phone },
    'edit_draft',
  );
}

// "by WhatsApp instead", "number 42", "for Ada": more about the invoice that is to be sent, reminded of or deleted.
function editAction(context: ParseContext, pending: Pending): Understanding | null {
  const { utterance, refs, business } = context;
  const { invoiceNumbers, customerName } = bareSubjectIn(utterance);
  const filters = invoiceNumbers ? { invoiceNumbers } : filtersIn(pending.action, utterance, refs, business);
  const delivery = channels(utterance, refs, business, pending.action);
  const name = !filters && !delivery.channels && customerName;
  const changes = {
    ...filters,
    ...(name ? { customerName: name } : {}),
    ...(pending.action === 'delete_invoice' ? {} : delivery),
  };
  if (Object.keys(changes).length === 0) return null;
  const merged =
    pending.asks === 'invoice'
      ? nonEmpty({ ...pending.filters, ...changes })
      : nonEmpty({
          ...(changes.invoiceNumbers || changes.customerName || changes.status ? {} : pending.filters),
          ...changes,
        });
  return {
    ...fromFilters(context, pending.action, merged),
    intent: detectIntent(context) === pending.action ? pending.action : 'edit_draft',
  };
}
