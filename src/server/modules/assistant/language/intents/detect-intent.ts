import type { Word } from '../tokens/tokenize.ts';
import type { ParseContext, Intent } from '../types.ts';
import { type Open, openOf } from '../understanding/features.ts';
import { readIntents, type Reading } from '../understanding/model.ts';
import { SEND_WORDS } from '../vocabulary/lexicon.ts';
import { isForbidden } from './confirmation.ts';
import { isOfOneThere } from './references.ts';

/** Less sure than this, nothing is known. */
const LEAST = 0.4;
/** Longer ones are papers, which nobody said. */
const MOST_WORDS = 60;

const FOUND: ReadonlySet<string> = new Set<Intent>([
  'help',
  'list_invoices',
  'show_invoice',
  'send_invoice',
  'send_reminder',
  'delete_invoice',
  'add_customer',
  'list_customers',
  'sales_report',
  'sales_projection',
  'outstanding_total',
  'top_customers',
  'customer_statement',
]);

/** Intent of a message that is neither a new invoice nor declined; null where unknown. */
export function detectIntent(context: ParseContext): Intent | null {
  const {
    utterance,
    refs,
    memory: { pending },
  } = context;
  const { text, words, clauses, isQuestion } = utterance;
  if (GREETING.test(text) || HOW_TO.test(text)) return 'help';
  const pastProvider = pastProviderIntent(context);
  if (pastProvider) return pastProvider;
  if (isOfOneThere(utterance) && (refs.numbers.length > 0 || NOUN.test(text))) return 'show_invoice';
  if (isProjection(context)) return 'sales_projection';
  // Forbidden things change nothing that is open.
  const open = pending && !isForbidden(utterance) ? openOf(pending) : NOTHING_OPEN;
  const read = words.length > MOST_WORDS ? null : likeliestOf(words, text, open);
  // "Send all pending invoices" to those they are of, "send me the list" to nobody.
  if (read === 'list_invoices' && SEND_WORDS.has(clauses[0]?.head ?? '') && !/ (?:me|us) /.test(text))
    return 'send_invoice';
  // "Has Ada paid" asks for the open ones.
  if (read === 'record_payment' && isQuestion) return 'list_invoices';
  if (read && FOUND.has(read) && !isReminderOfOwn(read, text)) return read as Intent;
  return refs.numbers.length > 0 ? 'show_invoice' : null;
}
/** "Remind me to call Bola" is no reminder of hers. */
export const isReminderOfOwn = (intent: string, text: string): boolean =>
  intent === 'send_reminder' && /\bremind me\b/.test(text);

const NOTHING_OPEN: Open = { kind: '-', field: null };

/** Learned readings of a new request, the likeliest first, without those that its words rule out. */
export function newReadings(words: readonly Word[], text: string): Reading[] {
  const possible = readIntents(words, NOTHING_OPEN).filter(({ intent }) => !RULED_OUT[intent]?.test(text));
  const all = possible.reduce((sum, { confidence }) => sum + confidence, 0);
  return possible.map(({ intent, confidence }) => ({ intent, confidence: confidence / all }));
}
/** With nothing open there is nothing to confirm; a plan is changed by name, "ask Okoro when he will pay" tells no promise, and wages are no income. */
const RULED_OUT: Readonly<Record<string, RegExp>> = {
  confirm: /(?:)/,
  change_plan:
    /^(?!.*\b(?:plan|repeat|recur|every|month|week|subscri|standing|auto|pause|resume|stop|skip|hold|end))/,
  promise: /^ (?:(?:please|abeg) )*when\b|\b(?:ask|find|know|check)\b(?: \S+){0,4} when\b/,
  record_payment: /\b(?:settle|pay) (?:all )?my (?:workers|staff|boys|people)\b/,
  outstanding_total: /\bpaid me\b/,
};

// "Send invoice 12" names another than the one that is open.
const repliesIn = (words: readonly Word[], text: string, open: Open): Reading[] =>
  readIntents(words, open).filter(({ intent }) => intent !== 'confirm' || !NUMBERED.test(text));
const NUMBERED = /\b(?:invoice|inv|quote|receipt)s? (?:(?:no|number|#) )?#?\d/;

// Words as they were typed, and as they were meant: the surer reading of the two.
function likeliestOf(words: readonly Word[], text: string, open: Open): string | null {
  const meant = words.map((one) => ({ ...one, raw: one.word }));
  const [{ intent, confidence } = NONE] = [words, meant]
    .flatMap((own) =>
      (open === NOTHING_OPEN ? newReadings(own, text) : repliesIn(own, text, open)).slice(0, 1),
    )
    .toSorted((one, other) => other.confidence - one.confidence);
  return confidence >= LEAST ? intent : null;
}
const NONE = { intent: '', confidence: 0 };
const NOUN = /\b(?:invoice|bill|receipt)\b/;

const HOW_TO =
  /^ (?:\S+ ){0,2}how (?:do|can|to|should) (?:(?:i|we|you|one) )?(?:create|make|add|send|delete|remind|edit|use)\b/;
const GREETING =
  /^ (?:(?:hi|hello|hey|hiya|yo|good|morning|afternoon|evening|day|greetings|how|are|you|far|now|na|una|well|done|sup|howdy|ekaro|sannu|kedu|bawo|ni|there|dear|assistant|duewell|o|oo|sir|ma|boss|thanks|thank|so|much|very|doing|today|bro|guy|my|friend|is|it|going|wetin|dey|happen|nice|great|job|xup|wassup|welcome|happy|new|week|god|bless|you're|awesome|,|\.|!|\?|👋|🙏|❤️|😊) )+$/;

/** Questions about money that came past the payment providers, each by its own word; with a noun of documents they are about those. */
const PATTERNS: readonly (readonly [Intent, RegExp])[] = [
  ['awaited_certificates', /\bcertificates?\b/],
  ['customer_credit', /\bcredits?\b(?! (?:notes?|cards?|alerts?))/],
  ['open_claims', /\b(?:claims?|alerts?|screenshots?)\b/],
  ['cash_received', /\b(?:in|by|with) cash\b|\bcash (?:payments?|sales?|today|yesterday|this|last)\b/],
  [
    'open_statement_lines',
    /\b(?:statement|bank) lines?\b|\b(?:open|left|remains?) in (?:my|the) (?:bank )?statements?\b/,
  ],
];

function pastProviderIntent({ utterance: { text, isQuestion, clauses } }: ParseContext): Intent | null {
  const asks = isQuestion || clauses.some(({ head }) => VIEWS.test(head));
  return asks && !DOCUMENT.test(text)
    ? (PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? null)
    : null;
}
const VIEWS =
  /^(?:show|list|see|view|open|display|find|search|get|check|bring|pull|fetch|give|which|all|any|look|what)$/;
const DOCUMENT = /\b(?:invoices?|inv|bills?|receipts?|drafts?)\b/;

const PROJECTS =
  /\b(?:project|projections?|projected|projecting|forecasts?|forecasting|predict|predictions?|predicted|estimates?|estimated|anticipate|anticipated|foresee|outlook|outlooks|run[ -]?rate|at (?:this|the current|my current|our current) (?:pace|rate|speed)|extrapolate|trajectory|guess|guesstimate|on (?:track|course) (?:to|for)|(?:future|expected|likely|coming) (?:sales|income|revenue|earnings|takings|turnover)|heading)\b/;
const FUTURE_SALES =
  /\b(?:will|would|go|gonna|going to|likely|likely to|expected?|expecting|should|might|may|fit)(?: \S+){0,6} (?:make|made|making|sell|selling|earning|sold|earned|collected|turned over|turn over|pull|rake|gross|grossed|realise|realize|takings|earn|sales|revenue|income|look like|be like|collect|receive|bring in|enter|reach|cash ?flow|business be|gain|expect|turnover|grow)\b/;
const SALES_FUTURE =
  /\b(?:sales|revenue|income|business|earnings|turnover|i|we)(?: \S+){0,5} (?:will|go|gonna|going to|would|likely|should|expected|might|fit)(?: \S+){0,5} (?:look|be|make|reach|grow|sell|earn|collect|perform|do|enter|get)\b|\bif (?:things|business|sales|e|everything|it|we|i|market)(?: \S+){0,3} (?:continue|continues|keep|keeps|go on|remain|remains|carry on|dey go)\b/;
const AHEAD =
  /\b(?:next|coming|upcoming|end of|by|ahead|from now|in (?:the )?(?:\d+|two|three|four|five|six|nine|twelve|a)|after|future|expect|rest of|remaining|till|until|continue|continues|through|throughout|before (?:(?:the|this) )?(?:year|month|end|christmas|xmas|new year|january|december|easter)|ending|soon|tomorrow|look like|be like)\b/;

function isProjection({ utterance: { text, isQuestion } }: ParseContext): boolean {
  if (PROJECTS.test(text) && !/\bproject (?:manag|invoice|fee|for)/.test(text)) return true;
  return (
    (FUTURE_SALES.test(text) || SALES_FUTURE.test(text)) &&
    AHEAD.test(text) &&
    (isQuestion ||
      /\b(?:sales|revenue|income|show|tell|how-much|how much|if|calculate|wetin|compute|what)\b/.test(
        text,
      )) &&
    !/\b(?:owe|owing|collect from|pay)\b/.test(text)
  );
}
