import { amountAt } from './amounts.ts';
import { aboutInvoice, asInvoice, asked, declined, type Hearing, nothing, tasked } from './answers.ts';
import type { Speech } from './clauses.ts';
import { saysNo, saysYes } from './conversation.ts';
import { readDraft } from './draft.ts';
import { again } from './follow-up.ts';
import { asksForInvoice, priced, tellsOfSale } from './invoicing.ts';
import type { References } from './references.ts';
import { refusalIn, type Refused } from './refusals.ts';
import { topicOf } from './topics.ts';
import type { Intent, Understanding } from './understanding.ts';

/** Interprets a message as a new request, whatever is open. */
export function fresh(hearing: Hearing): Understanding {
  const { speech, refs, memory, surroundings } = hearing;
  if (saysYes(speech.words, null)) return nothing(hearing, 'ambiguous');
  if (saysNo(speech.words, null)) return { ...nothing(hearing, 'cancel'), asks: null };
  if (
    /^ (?:(?:please|abeg|oya|hi|hello|an?|new) )*(?:invoice|bill)(?: (?:please|abeg|o|\.|\?|!))* $/.test(
      speech.text,
    )
  )
    return aboutInvoice(hearing);
  if (ASKS_HOW.test(speech.text)) return nothing(hearing, 'help');
  const first = firstTask(speech, refs);
  if (first === 'create_invoice') return asInvoice(hearing);
  if (first) return declined(hearing, first);
  const topic = topicOf(speech, refs);
  if (!topic) {
    const more = again(speech, refs, memory.last, surroundings);
    if (more) return tasked(hearing, more.intent, more.filters);
    return tellsOfSale(speech, refs) || readsAsInvoice(hearing) ? asInvoice(hearing) : unknown(hearing);
  }
  if (isInvoiceAllTheSame(hearing, topic)) return asInvoice(hearing);
  return asked(hearing, topic);
}

/** The first clause that requests an invoice or something declined. */
export function firstTask(speech: Speech, refs: References): 'create_invoice' | Refused | null {
  for (const clause of speech.clauses) {
    if (asksForInvoice(speech, clause, refs)) return 'create_invoice';
    const refused = refusalIn(speech, clause);
    if (refused)
      return speech.clauses.some(
        (other) =>
          other.from > clause.from && refused === 'record_payment' && asksForInvoice(speech, other, refs),
      )
        ? 'create_invoice'
        : refused;
  }
  return null;
}

// A form with a customer and prices, a reported sale, or an invoice to be sent at once.
function isInvoiceAllTheSame(hearing: Hearing, topic: Intent): boolean {
  const { speech, refs } = hearing;
  if (speech.asking || refs.numbers.length > 0) return false;
  const form =
    /^ (?:invoice|bill|to|customer|name|client|buyer|item|items)\b/.test(speech.text) &&
    /\n|:/.test(speech.message) &&
    /^(?:list_invoices|add_customer|show_invoice|outstanding_total)$/.test(topic);
  const told =
    /^(?:send_reminder|outstanding_total)$/.test(topic) &&
    tellsOfSale(speech, refs) &&
    !/\b(?:remind|reminder|chase|nudge|knock|ping|how[ -]?much|total)\b/.test(speech.text);
  const owned =
    topic === 'show_invoice' &&
    /^ (?:\S+ ){1,5}(?:invoice|bill) (?:: |- |– |should be |will be |is for |na )/.test(speech.text);
  const stated =
    /^(?:list_invoices|show_invoice)$/.test(topic) &&
    /\b(?:invoice|bill)\b/.test(speech.text) &&
    speech.clauses.every(({ head }) => !LOOKS.test(head)) &&
    !/\b(?:above|over|below|than|least|worth|under|between)\b/.test(speech.text) &&
    speech.words.some((_, at) => (amountAt(speech.words, at)?.kind ?? 'plain') !== 'plain');
  return (topic === 'send_invoice' || form || told || owned || stated) && readsAsInvoice(hearing);
}

const LOOKS =
  /^(?:show|list|see|view|check|find|which|what|how|how-much|open|display|get|bring|pull|search|who|fetch)$/;

// "Dr Nneka - consultation retainer, ₦300k": a customer, a thing and its price are an invoice.
function readsAsInvoice({ speech, refs, surroundings }: Hearing): boolean {
  if (speech.asking || !priced(speech.words, refs) || speech.words.length < 3) return false;
  const { draft } = readDraft(speech.words, surroundings);
  const whole = draft.items.some(({ description, rate }) => description !== null && rate !== null);
  return whole && (draft.customerName !== null || draft.items.some(({ quantity }) => (quantity ?? 1) > 1));
}

const ASKS_HOW =
  /^ (?:\S+ ){0,4}how (?:do|can|does|to|should|would|will|i go|i fit|person go)(?: (?:i|we|you|one|person|u|somebody|take|go|even|fit))* (?:create|make|add|send|delete|remind|edit|change the|use|save|generate|do|raise|share|download|invoice|bill|see|view|check|get started|start|start using|operate)\b(?! my (?:account|bank|pin))/;
const BUSINESS =
  /\b(?:invoices?|bills?|customers?|clients?|payments?|money|pay|paid|naira|amount|price|due|send|receipt|vat|discount|cash|cost|remind|draft)\b/;

function unknown(hearing: Hearing): Understanding {
  const { text, words } = hearing.speech;
  const few = words.filter(({ word }) => /[\p{L}\p{N}]/u.test(word)).length <= 2;
  const money =
    words.length < 10 && words.some((_, at) => (amountAt(words, at)?.kind ?? 'plain') !== 'plain');
  const business = (money || BUSINESS.test(text)) && !CHAT.test(text);
  return nothing(
    hearing,
    (few && !CHAT.test(text)) || business || /^ ?[#₦$n]?[\d,.]+[km]?\b/.test(text)
      ? 'ambiguous'
      : 'off_topic',
  );
}

const CHAT =
  /\b(?:joke|poem|song|story|weather|match|football|president|capital of|movie|film|recipe|cook|love|translate|news|who is|who won|what is the|what's the|sing|game|score|meaning of|tell me about|write me|essay|homework|bitcoin|crypto|exchange rate|politics|election|doctor|sick|pray|prayer|bible|girlfriend|boyfriend|marry|joking|code|python|president|governor|arsenal|chelsea|lyrics|remind me|stock market|play|dance|call me|order me|horoscope|advice)\b/;
