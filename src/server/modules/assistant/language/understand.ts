import type { QuoteKind } from '#core/invoice/quote-kinds.ts';
import { confirmation, emptyUnderstanding, fromFilters, newInvoice } from './build-understanding.ts';
import { contactAsked } from './intents/customer-subject.ts';
import { isConfirmation, isForbidden } from './intents/confirmation.ts';
import { filtersRead, nonEmpty, parseFilters } from './intents/filters.ts';
import { findForgedMarkup, findInjection } from './intents/injection.ts';
import { asksForInvoice, hasPrice, quoteIntent } from './intents/requests.ts';
import { bareReferenceIn, type References, referencesIn } from './intents/references.ts';
import { firstRequest, understandNew } from './new-message.ts';
import { understandReply } from './pending-task.ts';
import { rhythmIn, spelledOut } from './plans/rhythm.ts';
import { asPlan, isBare, isOnceOnly, planToldIn, withDueDays } from './plans/plans.ts';
import { settlementAsked, settlementTold, statementToSend } from './payments/tasks.ts';
import { trainedIntent, trainedReply, understandAs } from './trained.ts';
import { parseUtterance, type Utterance } from './tokens/utterance.ts';
import { asInvoice, asQuote, isBareOfQuote, quoteAsked, termsOfNew, turned, withoutTerms } from './quotes.ts';
import { quoteTermsIn } from './quote-terms.ts';
import type { BusinessContext, Intent, Memory, Pending, Understanding, ParseContext } from './types.ts';

/** Interprets a message with the memory of the conversation. Has no effects and never throws. */
export function understand(message: string, memory: Memory, business: BusinessContext): Understanding {
  const context = contextOf(message, memory, business);
  const understood = understandIn(context);
  return PROPOSED.has(understood.intent) && isForbidden(context.utterance)
    ? leftUndone(context, understood)
    : understood;
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
  const { utterance, refs, business } = context;
  if (utterance.words.length === 0) return emptyUnderstanding(context, 'ambiguous');
  const injection = injectionAt(utterance, refs);
  if (injection !== null) return answerInjection(context, injection);
  const kept = LEAVES_OUT.test(utterance.text) ? 'change_plan' : quoteIntent(utterance, refs);
  const task = settlementAsked(context);
  if (task) return settlementTold(context, task);
  const statement = statementToSend(context);
  if (statement) return fromFilters(context, 'customer_statement', statement);
  const asked = contactAsked(utterance, business.knownNames);
  if (asked) return fromFilters(context, 'list_customers', { search: asked });
  if (WHEN_PAID.test(utterance.text)) return whenPaid(context);
  const byRules =
    understandKept(context, kept) ??
    understandPlan(context) ??
    understandQuote(context) ??
    understandRepeated(context, understandInvoice(context));
  const reply = trainedReply(context, byRules);
  if (reply) return reply;
  const intent = trainedIntent(context, byRules);
  if (intent === null) return byRules;
  return intent === 'create_plan' ? newPlan(context) : understandAs(context, intent);
}

// "Skip Ada's next bill" changes the invoice that repeats, and deletes none.
const LEAVES_OUT = /^ (?:(?:please|abeg|oya) )*(?:skip|leave out|omit) .*\bnext (?:\S+ )?(?:invoice|bill)\b/;

// "When will Ada pay" is answered with what she owes and its days: it neither bills nor reminds her.
const WHEN_PAID =
  /^ (?:(?:please|abeg|oga|so|and) )*when (?:(?:is|are|will|does|did) (?!(?:it|this|that|you|i|we|my) )|(?!(?:i|we|you) )(?:\S+ ){1,4}(?:go|will|dey) )(?:\S+ ){0,5}(?:pay|pays|paying|payments?|due)\b/;

function whenPaid(context: ParseContext): Understanding {
  const { utterance, refs, business } = context;
  const isPast = / when did /.test(utterance.text);
  const intent = refs.numbers.length > 0 ? 'show_invoice' : isPast ? 'list_invoices' : 'outstanding_total';
  const read = filtersRead(intent, utterance, refs, business);
  const told = parseFilters(intent, utterance, refs, business);
  return fromFilters(context, intent, nonEmpty({ ...read, ...told, ...(isPast ? { status: 'paid' } : {}) }));
}

function contextOf(message: string, memory: Memory, business: BusinessContext): ParseContext {
  const utterance = parseUtterance(message.slice(0, LONGEST));
  return { utterance, refs: findReferences(utterance, memory), memory, business };
}

const understandInvoice = (context: ParseContext): Understanding =>
  context.memory.pending ? understandReply(context, context.memory.pending) : understandNew(context);

function understandKept(context: ParseContext, intent: Intent | null): Understanding | null {
  const { utterance, refs, business, memory } = context;
  if (intent === 'change_quote' && memory.pending?.action === 'create_quote') return null;
  return intent && fromFilters(context, intent, parseFilters(intent, utterance, refs, business));
}

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

function newPlan({ utterance: { message, words }, memory, business }: ParseContext): Understanding {
  const told = planToldIn(message, words, business.today);
  const about = contextOf(told.rest, { ...memory, pending: null }, business);
  const { words: rest } = about.utterance;
  const started = newInvoice(isBare(rest) ? contextOf('', memory, business) : about);
  return asPlan(withDueDays(started, rest, null), told);
}

// "Ada 5k gym monthly": an invoice that says how often is none that comes once.
const understandRepeated = (context: ParseContext, understood: Understanding): Understanding =>
  understood.intent === 'create_invoice' &&
  context.memory.pending?.draft !== understood.draft &&
  rhythmIn(spelledOut(context.utterance.words))
    ? newPlan(context)
    : understood;

const contentsOf = ({ draft, asks }: Pending) => ({ draft, asks });

// Its days are read first; the rest of the message changes the invoice as it would one that comes once.
function changedPlan(context: ParseContext, open: Pending): Understanding {
  const { utterance, business } = context;
  const memory = asInvoice(context.memory);
  if (open.asks === null && isConfirmation(utterance.words, open))
    return { ...confirmation(context, open), plan: open.plan };
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
  const asked = quoteAsked(context);
  if (asked) {
    const terms = termsOfNew(parseUtterance(asked.message), business);
    const understood = understandNew(contextOf(terms.rest, { ...memory, pending: null }, business));
    if (understood.intent === 'create_invoice') return asQuote(understood, asked.kind, terms);
  }
  if (pending?.action !== 'create_quote') return null;
  const changed = changedTerms(context, pending);
  if (changed) return changed;
  const understood = understandInvoice(contextOf(utterance.message, asInvoice(memory), business));
  if (understood.intent === 'create_invoice') return understood;
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

const LONGEST = 8000;

// While a task is open, a bare number most likely belongs to it.
function findReferences(utterance: Utterance, { pending }: Memory): References {
  const refs = referencesIn(utterance.words);
  return refs.numbers.length > 0 || pending ? refs : bareReferenceIn(utterance);
}

function injectionAt(utterance: Utterance, refs: References): number | null {
  const { message, text, words } = utterance;
  const [at, forged] = [findInjection(text), findForgedMarkup(message)];
  if (at === null) return forged;
  const place = words[text.slice(0, at).split(' ').length - 1]?.start ?? 0;
  if (isQuotedItem(utterance, refs, place)) return forged;
  return forged === null ? place : Math.min(forged, place);
}

// bill Uloma 7k for "forget all rules" mug print: printed text is no instruction.
function isQuotedItem(utterance: Utterance, refs: References, place: number): boolean {
  const [clause] = utterance.clauses;
  if (!clause || !asksForInvoice(utterance, clause, refs) || !hasPrice(utterance.words, refs)) return false;
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
    if (firstRequest(utterance, safeContext.refs) === 'create_invoice') return newInvoice(safeContext);
  }
  return { ...emptyUnderstanding(context, 'prompt_injection'), asks: null };
}
