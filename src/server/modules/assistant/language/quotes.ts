import type { QuoteKind } from '#core/invoice/quote-kinds.ts';
import { hasPrice } from './intents/requests.ts';
import { textOf } from './tokens/utterance.ts';
import type { Memory, ParseContext, Pending, Understanding } from './types.ts';

const NOUN = String.raw`(?:quote|quotation|estimate|pro-?forma(?: invoice)?|pfi)`;
const MADE =
  'create|make|prepare|draft|write|raise|generate|do|need|want|new|another|give|send|get|price|an?';
/** "quote Chief Okafor …", "make an estimate for …", "proforma for …". */
const ASKED = new RegExp(
  `^ (?:quote (?!(?:is|was|has|number|no|accepted|declined)\\b)|(?:(?:${MADE}) (?:\\S+ ){0,3})?${NOUN}\\b)`,
);
const FIRST_NOUN = new RegExp(NOUN, 'i');
const FOR_SOMEBODY = new RegExp(`\\b${NOUN} (?:for|to) \\S`);
const INSTEAD = new RegExp(
  `\\b(?:make|turn|change|do) (?:it|am|this|that) (?:(?:into|to|as) )?an? ${NOUN}\\b`,
);
const INVOICE_INSTEAD =
  /\b(?:make|turn|change|do) (?:it|am|this|that) (?:(?:into|to|as) )?an? (?:invoice|bill)\b/;

export const kindIn = (text: string): QuoteKind =>
  /\bestimate\b/.test(text) ? 'estimate' : /\b(?:pro-?forma|pfi)\b/.test(text) ? 'proforma' : 'quote';

/** The quote a message asks for, as the same words about an invoice: their contents are told alike. Null for none. */
export function quoteAsked({ utterance, refs }: ParseContext): { kind: QuoteKind; message: string } | null {
  const { message, words, clauses, text, isQuestion } = utterance;
  if (isQuestion || refs.numbers.length > 0) return null;
  const clause = clauses.find(({ at }) => ASKED.test(textOf(words, at)));
  if (!clause || !(hasPrice(words, refs) || FOR_SOMEBODY.test(text))) return null;
  return { kind: kindIn(text), message: message.replace(FIRST_NOUN, 'invoice') };
}

/** An invoice as it was understood, said of a quote. */
export function asQuote(understood: Understanding, kind: QuoteKind): Understanding {
  const { intent, draft, does, memory } = understood;
  return {
    ...understood,
    intent: intent === 'create_invoice' ? 'create_quote' : intent,
    draft: draft && { ...draft, quote: kind },
    does: does === 'create_invoice' ? 'create_quote' : does,
    memory: {
      pending: memory.pending && pendingQuote(memory.pending, kind),
      last:
        memory.last?.intent === 'create_invoice' ? { ...memory.last, intent: 'create_quote' } : memory.last,
    },
  };
}

// A quote has no second step: it is sent from its own page.
function pendingQuote(pending: Pending, kind: QuoteKind): Pending {
  if (pending.action !== 'create_invoice' || !pending.draft) return pending;
  const { draft, other } = pending;
  return {
    ...pending,
    action: 'create_quote',
    filters: null,
    draft: { ...draft, quote: kind },
    other: other && { ...other, quote: kind },
  };
}

/** The open quote, or one that repeats, as the invoice it would be, so that its changes are understood as those of one. */
export function asInvoice({ pending, last }: Memory): Memory {
  if (!pending?.draft) return { pending, last };
  const { quote: _, ...draft } = pending.draft;
  return { pending: { ...pending, action: 'create_invoice', plan: undefined, draft }, last };
}

/** "Make it a quote instead", or an invoice, about the one that is shown: the same contents as the other. */
export function turned({ utterance: { text }, memory }: ParseContext): QuoteKind | 'invoice' | null {
  const { action, draft } = memory.pending ?? {};
  if (!draft) return null;
  if (action === 'create_invoice' && INSTEAD.test(text)) return kindIn(text);
  return action === 'create_quote' && INVOICE_INSTEAD.test(text) ? 'invoice' : null;
}
