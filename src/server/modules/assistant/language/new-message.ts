import { amountAt } from './amounts/amounts.ts';
import {
  bareInvoiceRequest,
  emptyUnderstanding,
  fromFilters,
  fromIntent,
  moneyRequest,
  newInvoice,
} from './build-understanding.ts';
import { parseDraft } from './drafts/parse-draft.ts';
import { isCancellation, isConfirmation } from './intents/confirmation.ts';
import { type DeclinedIntent, findDeclinedIntent } from './intents/declined.ts';
import { detectIntent } from './intents/detect-intent.ts';
import { followUpQuestion, goesOn } from './intents/follow-up.ts';
import { asksForInvoice, hasPrice, reportsSale } from './intents/requests.ts';
import type { References } from './intents/references.ts';
import type { Utterance } from './tokens/utterance.ts';
import type { Intent, ParseContext, Understanding } from './types.ts';

/** Interprets a message as a new request, whatever is open. */
export function understandNew(context: ParseContext): Understanding {
  const { utterance, refs, memory, business } = context;
  if (isConfirmation(utterance.words, null)) return emptyUnderstanding(context, 'ambiguous');
  if (isCancellation(utterance.words, null)) return { ...emptyUnderstanding(context, 'cancel'), asks: null };
  if (
    /^ (?:(?:please|abeg|oya|hi|hello|an?|new) )*(?:invoice|bill)(?: (?:please|abeg|o|\.|\?|!))* $/.test(
      utterance.text,
    )
  )
    return bareInvoiceRequest(context);
  if (ASKS_HOW.test(utterance.text)) return emptyUnderstanding(context, 'help');
  const request = firstRequest(utterance, refs);
  if (request === 'create_invoice') return newInvoice(context);
  if (request) return moneyRequest(context, request);
  const followUp = followUpQuestion(utterance, refs, memory.last, business);
  if (followUp && goesOn(utterance)) return fromFilters(context, followUp.intent, followUp.filters);
  const intent = detectIntent(context);
  if (!intent) {
    if (followUp) return fromFilters(context, followUp.intent, followUp.filters);
    return reportsSale(utterance, refs) || looksLikeInvoice(context)
      ? newInvoice(context)
      : unknownIntent(context);
  }
  if (isImpliedInvoice(context, intent)) return newInvoice(context);
  return fromIntent(context, intent);
}

/** The first clause that requests an invoice or something declined. */
export function firstRequest(
  utterance: Utterance,
  refs: References,
): 'create_invoice' | DeclinedIntent | null {
  for (const clause of utterance.clauses) {
    if (asksForInvoice(utterance, clause, refs)) return 'create_invoice';
    const declined = findDeclinedIntent(utterance, clause);
    if (declined)
      return utterance.clauses.some(
        (other) =>
          other.from > clause.from && declined === 'record_payment' && asksForInvoice(utterance, other, refs),
      )
        ? 'create_invoice'
        : declined;
  }
  return null;
}

// A form with a customer and prices, a reported sale, or an invoice to be sent at once.
function isImpliedInvoice(context: ParseContext, intent: Intent): boolean {
  const { utterance, refs } = context;
  if (utterance.isQuestion || refs.numbers.length > 0) return false;
  const isForm =
    /^ (?:invoice|bill|to|customer|name|client|buyer|item|items)\b/.test(utterance.text) &&
    /\n|:/.test(utterance.message) &&
    /^(?:list_invoices|add_customer|show_invoice|outstanding_total)$/.test(intent);
  const isReportedSale =
    /^(?:send_reminder|outstanding_total)$/.test(intent) &&
    reportsSale(utterance, refs) &&
    !/\b(?:remind|reminder|chase|nudge|knock|ping|how[ -]?much|total)\b/.test(utterance.text);
  const isPossessive =
    intent === 'show_invoice' &&
    /^ (?:\S+ ){1,5}(?:invoice|bill) (?:: |- |– |should be |will be |is for |na )/.test(utterance.text);
  const statesAmount =
    /^(?:list_invoices|show_invoice)$/.test(intent) &&
    /\b(?:invoice|bill)\b/.test(utterance.text) &&
    utterance.clauses.every(({ head }) => !VIEW_VERBS.test(head)) &&
    !/\b(?:above|over|below|than|least|worth|under|between)\b/.test(utterance.text) &&
    utterance.words.some((_, at) => (amountAt(utterance.words, at)?.kind ?? 'plain') !== 'plain');
  return (
    (intent === 'send_invoice' || isForm || isReportedSale || isPossessive || statesAmount) &&
    looksLikeInvoice(context)
  );
}

const VIEW_VERBS =
  /^(?:show|list|see|view|check|find|which|what|how|how-much|open|display|get|bring|pull|search|who|fetch)$/;

// "Dr Nneka - consultation retainer, ₦300k": a customer, a thing and its price are an invoice.
function looksLikeInvoice({ utterance, refs, business }: ParseContext): boolean {
  if (utterance.isQuestion || !hasPrice(utterance.words, refs) || utterance.words.length < 3) return false;
  const { draft } = parseDraft(utterance.words, business);
  const isComplete = draft.items.some(({ description, rate }) => description !== null && rate !== null);
  return (
    isComplete && (draft.customerName !== null || draft.items.some(({ quantity }) => (quantity ?? 1) > 1))
  );
}

const ASKS_HOW =
  /^ (?:\S+ ){0,4}how (?:do|can|does|to|should|would|will|i go|i fit|person go)(?: (?:i|we|you|one|person|u|somebody|take|go|even|fit))* (?:create|make|add|send|delete|remind|edit|change the|use|save|generate|do|raise|share|download|invoice|bill|see|view|check|get started|start|start using|operate)\b(?! my (?:account|bank|pin))/;
const BUSINESS =
  /\b(?:invoices?|bills?|customers?|clients?|payments?|money|pay|paid|naira|amount|price|due|send|receipt|vat|discount|cash|cost|remind|draft)\b/;

function unknownIntent(context: ParseContext): Understanding {
  const { text, words } = context.utterance;
  const isShort = words.filter(({ word }) => /[\p{L}\p{N}]/u.test(word)).length <= 2;
  const hasAmount =
    words.length < 10 && words.some((_, at) => (amountAt(words, at)?.kind ?? 'plain') !== 'plain');
  const isBusinessTalk = (hasAmount || BUSINESS.test(text)) && !CHAT.test(text);
  return emptyUnderstanding(
    context,
    (isShort && !CHAT.test(text)) || isBusinessTalk || /^ ?[#₦$n]?[\d,.]+[km]?\b/.test(text)
      ? 'ambiguous'
      : 'off_topic',
  );
}

const CHAT =
  /\b(?:joke|poem|song|story|weather|match|football|president|capital of|movie|film|recipe|cook|love|translate|news|who is|who won|what is the|what's the|sing|game|score|meaning of|tell me about|write me|essay|homework|bitcoin|crypto|exchange rate|politics|election|doctor|sick|pray|prayer|bible|girlfriend|boyfriend|marry|joking|code|python|president|governor|arsenal|chelsea|lyrics|remind me|stock market|play|dance|call me|order me|horoscope|advice)\b/;
