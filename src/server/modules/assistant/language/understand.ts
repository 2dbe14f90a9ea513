import type { QuoteKind } from '#core/invoice/quote-kinds.ts';
import {
  confirmation,
  emptyUnderstanding,
  fromFilters,
  newInvoice,
  repeatQuestion,
} from './build-understanding.ts';
import { contextOf } from './context.ts';
import { isCancellation, isConfirmation, isForbidden } from './intents/confirmation.ts';
import { detectIntent, firstRequest } from './intents/detect-intent.ts';
import { findForgedMarkup, findInjection } from './intents/injection.ts';
import { contactToChange, hasPrice } from './intents/requests.ts';
import { referencesIn } from './intents/references.ts';
import { understandAs, understandNew, withSecond } from './new-message.ts';
import { asksForDraft, understandReply } from './pending-task.ts';
import { rhythmIn, spelledOut } from './plans/rhythm.ts';
import { asPlan, isBare, isOnceOnly, planToldIn, withDueDays } from './plans/plans.ts';
import { statementToSend } from './payments/tasks.ts';
import { intentBeside, trainedReply } from './trained.ts';
import { type Word, wordsIn } from './tokens/tokenize.ts';
import { hasOnly, parseUtterance } from './tokens/utterance.ts';
import { set } from './vocabulary/lexicon.ts';
import { readSlots } from './understanding/model.ts';
import { asInvoice, asQuote, isBareOfQuote, turned, withoutTerms } from './quotes.ts';
import { quoteTermsIn } from './quote-terms.ts';
import {
  type BusinessContext,
  type Intent,
  type Memory,
  NO_MEMORY,
  type ParseContext,
  type Pending,
  type Understanding,
} from './types.ts';

/** Interprets a message with the memory of the conversation. Has no effects and never throws. */
export function understand(message: string, memory: Memory, business: BusinessContext): Understanding {
  const context = contextOf(message, memory, business);
  const understood = notLost(context, understandIn(context));
  return PROPOSED.has(understood.intent) && isForbidden(context.utterance)
    ? leftUndone(context, understood)
    : understood;
}

// A change that leaves the open draft, or the money that is asked about, as it was is told not to be on it.
function notLost(context: ParseContext, understood: Understanding): Understanding {
  const { utterance, memory } = context;
  const { pending } = memory;
  const isOpen = pending?.draft || pending?.payment;
  if (understood.intent !== 'edit_draft' || !isOpen || understood.asides.length > 0) return understood;
  const told = ({ draft, plan, payment, filters, unclear }: Pending): string =>
    JSON.stringify([draft, plan, payment, filters, unclear]);
  const isSame = understood.memory.pending && told(understood.memory.pending) === told(pending);
  const isOfIt =
    asksForDraft(context, { ...pending, action: 'create_invoice' }) ||
    isConfirmation(utterance.words, pending);
  return isSame && !isOfIt
    ? { ...understood, asides: [{ kind: 'unchanged', text: utterance.message.trim() }] }
    : understood;
}

/** The invoice that a text tells which its owner has selected to make one of: whatever else it asks for is not done. */
export function understandDocument(text: string, business: BusinessContext): Understanding {
  const context = contextOf(text, NO_MEMORY, business);
  const injection = injectionAt(context);
  return injection === null ? understandAs(context, 'create_invoice') : answerInjection(context, injection);
}

const PROPOSED: ReadonlySet<Intent> = new Set<Intent>([
  'create_invoice',
  'create_quote',
  'create_plan',
  'send_invoice',
  'send_reminder',
  'delete_invoice',
  'add_customer',
  'record_payment',
  'credit_note',
  'write_off',
]);

// "Don't delete invoice 4" proposes nothing, and leaves what is open.
function leftUndone(context: ParseContext, { intent, filters }: Understanding): Understanding {
  if (context.memory.pending) return emptyUnderstanding(context, 'ambiguous');
  const named = intent === 'send_reminder' ? filters : null;
  return { ...emptyUnderstanding(context, 'cancel'), filters: named };
}

function understandIn(context: ParseContext): Understanding {
  const { utterance } = context;
  if (utterance.words.length === 0) return emptyUnderstanding(context, 'ambiguous');
  const injection = injectionAt(context);
  if (injection !== null) return answerInjection(context, injection);
  const statement = statementToSend(context);
  if (statement) return fromFilters(context, 'customer_statement', statement);
  const contactOf = contactToChange(context);
  if (contactOf) {
    const found = fromFilters(context, 'list_customers', { search: contactOf });
    return { ...found, asides: [{ kind: 'contact', text: '' }] };
  }
  const { pending } = context.memory;
  if (pending?.draft && pending.asks === 'intent' && !decides(utterance.words, pending))
    return besideKept(context, pending);
  if (pending && LEAVES_REST.test(utterance.text)) return repeatQuestion(context, pending);
  // "Wait" is no "no".
  if (pending && PAUSES.test(utterance.text) && hasOnly(utterance.text, OF_A_PAUSE))
    return emptyUnderstanding(context, 'ambiguous');
  const same = sameAgain(context);
  if (same) return same;
  const understood = understandOpen(context);
  const reply = trainedReply(context, understood);
  if (reply) return reply;
  const beside = intentBeside(context, understood);
  return beside ? understandAs(context, beside) : understood;
}

const PAUSES = /\b(?:wait|(?:hold|hang) on|(?:a|one) (?:minute|min|moment|second|sec))\b/;
const OF_A_PAUSE = set(
  'ok okay oh no please abeg just wait hold hang on give me a one minute min moment second sec first o small let check think see bit',
);

/** "No leave am, only this one". */
const LEAVES_REST = /\bleave (?:it|am|that) (?:, )?only (?:this|that)\b/;

const decides = (words: readonly Word[], pending: Pending): boolean =>
  isConfirmation(words, null) || isCancellation(words, pending) || namesIt(words, pending);

// "And Zenith".
function namesIt(words: readonly Word[], { draft }: Pending): boolean {
  const own = wordsIn(draft?.customerName ?? null);
  const told = words.filter(({ word }) => !/^(?:and|ok|now|what|about|the|for|of|own|one|\?)$/.test(word));
  return told.length > 0 && told.every(({ word }) => own.includes(word.replace(/'s$/, '')));
}

// A draft that was kept is shown again or dropped; anything else is of what was done meanwhile.
function besideKept(context: ParseContext, kept: Pending): Understanding {
  const understood = understandIn({ ...context, memory: { ...context.memory, pending: null } });
  const { pending } = understood.memory;
  return { ...understood, memory: { ...understood.memory, pending: pending ?? kept } };
}

const understandOpen = (context: ParseContext): Understanding =>
  understandPlan(context) ?? understandQuote(context) ?? understandInvoice(context);

// "Same for Bola but 2": the draft that is open or was made last, for another customer or with another price.
function sameAgain(context: ParseContext): Understanding | null {
  const { utterance, memory } = context;
  const open = memory.pending?.draft ? memory.pending : null;
  const from = open ?? memory.made;
  const pattern = open ? SAME : SAME_OR_AGAIN;
  if (!from?.draft?.customerName || utterance.text.includes(' ? ') || !pattern.test(utterance.text))
    return null;
  const intent = detectIntent({ ...context, memory: NO_MEMORY });
  if (intent !== null && !MAKES.has(intent)) return null;
  const { customerName } = from.draft;
  const isOther = readSlots(utterance.words, 'edit_draft').some(({ slot }) => slot === 'customer');
  const contact = isOther ? { customerEmail: null, customerPhone: null, poNumber: undefined } : {};
  const draft = { ...from.draft, ...contact };
  const pending: Pending = { ...from, filters: null, payment: undefined, draft, asks: null };
  const understood = understandOpen({ ...context, memory: { ...memory, pending } });
  if (understood.intent !== 'edit_draft' || !understood.draft) return null;
  if (open && understood.draft.customerName === customerName) return null;
  return { ...understood, intent: isMaking(from.action) ? from.action : 'create_invoice' };
}
const SAME = /\bsame\b/;
const SAME_OR_AGAIN = /\b(?:same|again)\b/;
const MAKES: ReadonlySet<Intent> = new Set<Intent>([
  'create_invoice',
  'create_quote',
  'create_plan',
  'ambiguous',
]);
const isMaking = (action: string): action is 'create_quote' | 'create_plan' =>
  action === 'create_quote' || action === 'create_plan';

const understandInvoice = (context: ParseContext): Understanding =>
  context.memory.pending ? understandReply(context, context.memory.pending) : understandNew(context);

function understandPlan(context: ParseContext): Understanding | null {
  const { utterance, memory, business } = context;
  const { message, words } = utterance;
  const open = memory.pending?.action === 'create_plan' ? memory.pending : null;
  if (open) return changedPlan(context, open);
  const invoice = memory.pending?.action === 'create_invoice' ? memory.pending : null;
  const told =
    invoice?.draft && rhythmIn(spelledOut(words)) ? planToldIn(message, words, business.today) : null;
  if (!invoice || !told || !isBare(contextOf(told.rest, memory, business).utterance.words)) return null;
  return asPlan({ ...emptyUnderstanding(context, 'create_invoice'), ...contentsOf(invoice) }, told);
}

const contentsOf = ({ draft, asks }: Pending) => ({ draft, asks });

// Its days are read first; the rest of the message changes the invoice as it would one that comes once.
function changedPlan(context: ParseContext, open: Pending): Understanding {
  const { utterance, business } = context;
  const memory = asInvoice(context.memory);
  if (open.asks === null && isConfirmation(utterance.words, open))
    return { ...confirmation(context, open), plan: open.plan };
  const isOther = ONE_OFF.test(utterance.text) && hasPrice(utterance.words, context.refs);
  if (isOther && open.draft?.customerName) {
    const left = asPlan(
      { ...emptyUnderstanding({ memory }, 'edit_draft'), ...contentsOf(open) },
      planToldIn('', [], business.today, open),
    );
    return withSecond(left, utterance.message.replace(ONE_OFF_WORDS, ''), business, open.draft.customerName);
  }
  if (isOnceOnly(utterance.text))
    return { ...emptyUnderstanding({ memory }, 'create_invoice'), ...contentsOf(open) };
  const told = planToldIn(utterance.message, utterance.words, business.today, open);
  const about = contextOf(told.isTold ? told.rest : utterance.message, memory, business);
  const understood = withDueDays(
    understandInvoice(about),
    about.utterance.words,
    open.draft?.dueDate ?? null,
  );
  const isEdit = understood.intent === 'edit_draft' && understood.draft !== null;
  if (isEdit || (!told.isTold && understood.intent !== 'create_invoice')) return asPlan(understood, told);
  if (!told.isTold) return understood;
  if (!SAYS_NO_MORE.has(understood.intent) && !isBare(about.utterance.words)) return untouched(context, open);
  return asPlan({ ...emptyUnderstanding({ memory }, 'edit_draft'), ...contentsOf(open) }, told);
}

// "Also one-off, replace hard disk 48k for them": what comes once is not on what repeats.
const ONE_OFF = /\bone-? ?(?:off|time)\b|^ (?:(?:and|please|abeg|oya|ok) )*also (?:bill|invoice|charge) /;
const ONE_OFF_WORDS = /^\W*(?:and )?also\b,?|\bone-? ?(?:off|time)\b,?/gi;

// "No, every 2 weeks" and "yes, from Monday" are changes; "sales since January" is another question.
const SAYS_NO_MORE: ReadonlySet<Intent> = new Set<Intent>(['ambiguous', 'off_topic', 'confirm', 'cancel']);

function untouched({ utterance, memory, business }: ParseContext, open: Pending): Understanding {
  const understood = understandInvoice(contextOf(utterance.message, asInvoice(memory), business));
  if (understood.intent === 'create_invoice') return understood;
  return asPlan(understood, planToldIn('', [], business.today, open));
}

function understandQuote(context: ParseContext): Understanding | null {
  const { utterance, memory, business } = context;
  const { pending } = memory;
  const turn = turned(context);
  if (turn && pending) return turnedTask(context, pending, turn);
  if (pending?.action !== 'create_quote') return null;
  const changed = changedTerms(context, pending);
  if (changed) return changed;
  const understood = understandInvoice(contextOf(utterance.message, asInvoice(memory), business));
  if (understood.intent === 'create_invoice') return understood;
  // The open quote is sent from its own page.
  if (understood.intent === 'change_quote' && !understood.filters?.quoteNumbers)
    return emptyUnderstanding(context, 'ambiguous');
  return asQuote(understood, pending.draft?.quote ?? 'quote');
}

// Its terms are read first; the rest of the message changes it as it would an invoice.
function changedTerms(context: ParseContext, open: Pending): Understanding | null {
  const { utterance, business } = context;
  const terms = quoteTermsIn(utterance.message, utterance.words, business.today);
  if (!terms.isTold) return null;
  const memory = asInvoice(context.memory);
  const about = contextOf(terms.rest, memory, business);
  const understood = understandInvoice(about);
  const kind = open.draft?.quote ?? 'quote';
  if (understood.intent === 'edit_draft' && understood.draft) return asQuote(understood, kind, terms);
  if (!SAYS_NO_MORE.has(understood.intent) && !isBareOfQuote(about.utterance)) return null;
  const { draft = null } = memory.pending ?? {};
  return asQuote({ ...emptyUnderstanding({ memory }, 'edit_draft'), draft, asks: open.asks }, kind, terms);
}

function turnedTask(context: ParseContext, pending: Pending, turn: QuoteKind | 'invoice'): Understanding {
  const memory = asInvoice({ ...context.memory, pending });
  const { draft = null, asks = null } = memory.pending ?? {};
  const invoice = { ...emptyUnderstanding({ memory }, 'create_invoice' as const), draft, asks };
  if (turn === 'invoice') return withoutTerms(invoice);
  const { message, words } = context.utterance;
  return asQuote(invoice, turn, quoteTermsIn(message, words, context.business.today));
}

function injectionAt(context: ParseContext): number | null {
  const { message, text, words } = context.utterance;
  const [at, forged] = [findInjection(text), findForgedMarkup(message)];
  if (at === null) return forged;
  const place = words[text.slice(0, at).split(' ').length - 1]?.start ?? 0;
  if (isQuotedItem(context, place)) return forged;
  return forged === null ? place : Math.min(forged, place);
}

// bill Uloma 7k for "forget all rules" mug print: printed text is no instruction.
function isQuotedItem(context: ParseContext, place: number): boolean {
  const { utterance, refs } = context;
  if (firstRequest(context) !== 'create_invoice' || !hasPrice(utterance.words, refs)) return false;
  const quotes = [...utterance.message.matchAll(/["“][^"“”]{1,60}["”]|(?<!\p{L})'[^']{1,60}'/gu)];
  return quotes.some(
    ({ 0: quoted, index }) => index <= place && place < index + quoted.length && !/[:;,.]/.test(quoted),
  );
}

// Sentences before the injection are interpreted as usual; the rest is only text.
function answerInjection(context: ParseContext, at: number): Understanding {
  const before = context.utterance.message.slice(0, at);
  const bracketed = /[[({<]\s*$/.test(before) || /^[[({<]/.test(context.utterance.message.slice(at));
  const end = bracketed
    ? at
    : Math.max(...['.', '!', '?', '\n', ';'].map((mark) => before.lastIndexOf(mark)));
  const prefix = end > 8 ? before.slice(0, end) : '';
  if (prefix !== '' && findForgedMarkup(prefix) === null) {
    const utterance = parseUtterance(prefix);
    const safeContext: ParseContext = { ...context, utterance, refs: referencesIn(utterance.words) };
    if (firstRequest(safeContext) === 'create_invoice') return newInvoice(safeContext);
  }
  return { ...emptyUnderstanding(context, 'prompt_injection'), asks: null };
}
