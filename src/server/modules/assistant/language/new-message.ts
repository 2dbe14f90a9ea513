import {
  bareInvoiceRequest,
  emptyUnderstanding,
  fromFilters,
  fromIntent,
  moneyRequest,
  newInvoice,
} from './build-understanding.ts';
import { isCancellation, isConfirmation } from './intents/confirmation.ts';
import { type DeclinedIntent, findDeclinedIntent } from './intents/declined.ts';
import { detectIntent } from './intents/detect-intent.ts';
import { followUpQuestion, goesOn } from './intents/follow-up.ts';
import { asksForInvoice, reportsSale } from './intents/requests.ts';
import type { References } from './intents/references.ts';
import type { Utterance } from './tokens/utterance.ts';
import type { ParseContext, Understanding } from './types.ts';

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
  const request = firstRequest(utterance, refs);
  if (request === 'create_invoice') return newInvoice(context);
  if (request) return moneyRequest(context, request);
  const followUp = followUpQuestion(utterance, refs, memory.last, business);
  const intent = detectIntent(context);
  if (followUp && (!intent || goesOn(utterance, followUp.intent, intent)))
    return fromFilters(context, followUp.intent, followUp.filters);
  if (intent) return fromIntent(context, intent);
  return reportsSale(utterance, refs) ? newInvoice(context) : unknownIntent(context);
}

/** The first clause that requests an invoice or something declined. */
export function firstRequest(
  utterance: Utterance,
  refs: References,
): 'create_invoice' | DeclinedIntent | null {
  for (const clause of utterance.clauses) {
    if (asksForInvoice(utterance, clause, refs)) return 'create_invoice';
    const declined = findDeclinedIntent(utterance, clause);
    if (declined) return declined;
  }
  return null;
}

const BUSINESS =
  /\b(?:invoices?|bills?|customers?|clients?|payments?|money|pay|paid|naira|amount|price|due|send|receipt|vat|discount|cash|cost|remind|draft)\b/;

function unknownIntent(context: ParseContext): Understanding {
  const { text, words } = context.utterance;
  const isShort = words.filter(({ word }) => /[\p{L}\p{N}]/u.test(word)).length <= 2;
  const isBusinessTalk = BUSINESS.test(text) && !CHAT.test(text);
  return emptyUnderstanding(
    context,
    (isShort && !CHAT.test(text)) || isBusinessTalk || /^ ?[#₦$n]?[\d,.]+[km]?\b/.test(text)
      ? 'ambiguous'
      : 'off_topic',
  );
}

const CHAT =
  /\b(?:joke|poem|song|story|weather|match|football|president|capital of|movie|film|recipe|cook|love|translate|news|who is|who won|what is the|what's the|sing|game|score|meaning of|tell me about|write me|essay|homework|bitcoin|crypto|exchange rate|politics|election|doctor|sick|pray|prayer|bible|girlfriend|boyfriend|marry|joking|code|python|president|governor|arsenal|chelsea|lyrics|remind me|stock market|play|dance|call me|order me|horoscope|advice)\b/;
