import type { Draft } from '#contract/assistant.ts';
import type { QuoteKind } from '#core/invoice/quote-kinds.ts';
import { newInvoice } from './build-understanding.ts';
import { depositText } from './deposits.ts';
import { isBare } from './plans/plans.ts';
import { type QuoteTerms, quoteTermsIn, withTerms } from './quote-terms.ts';
import { parseUtterance, type Utterance } from './tokens/utterance.ts';
import type { Aside, BusinessContext, Memory, ParseContext, Pending, Understanding } from './types.ts';
import { readSlots } from './understanding/model.ts';

const NOUN = String.raw`(?:quote|quotation|estimate|pro-?forma(?: invoice)?|pfi)`;
const INSTEAD = new RegExp(
  `\\b(?:make|turn|change|do|call) (?:it|am|this|that) (?:(?:into|to|as) )?(?:an? )?${NOUN}\\b`,
);
const INVOICE_INSTEAD =
  /\b(?:make|turn|change|do|call) (?:it|am|this|that) (?:(?:into|to|as) )?(?:an? )?(?:(?:straight|normal|real|plain|proper|full|actual) )?(?:invoice|bill)\b/;

const kindIn = (text: string): QuoteKind =>
  /\bestimate\b/.test(text) ? 'estimate' : /\b(?:pro-?forma|pfi)\b/.test(text) ? 'proforma' : 'quote';

const termsOfNew = ({ message, words }: Utterance, { today }: BusinessContext): QuoteTerms =>
  quoteTermsIn(message, words, today, readSlots(words, 'create_quote'));

/** A new quote of which only the examples know. */
export function newQuote(context: ParseContext): Understanding {
  const terms = termsOfNew(context.utterance, context.business);
  const understood = newInvoice({ ...context, utterance: parseUtterance(terms.rest) });
  return asQuote(understood, kindIn(context.utterance.text), terms);
}

const NONE: QuoteTerms = { asides: [], isTold: false, rest: '' };

/** An invoice as it was understood, said of a quote with the terms that were told. */
export function asQuote(understood: Understanding, kind: QuoteKind, told = NONE): Understanding {
  const { intent, draft, does, memory, asides } = understood;
  const terms = inCurrency(told, memory.pending?.draft?.currency);
  const quoted = (one: Draft): Draft => withoutExcess({ ...withTerms(one, terms), quote: kind });
  const pending = memory.pending && pendingQuote(memory.pending, quoted);
  const excess = excessOf(memory.pending?.draft && withTerms(memory.pending.draft, terms));
  return {
    ...understood,
    intent: intent === 'create_invoice' ? 'create_quote' : intent,
    draft: draft && quoted(draft),
    does: does === 'create_invoice' ? 'create_quote' : does,
    asides: [...asides, ...terms.asides, ...excess],
    memory: {
      ...memory,
      pending,
      last:
        memory.last?.intent === 'create_invoice' ? { ...memory.last, intent: 'create_quote' } : memory.last,
    },
  };
}

// "Deposit $500" of a quote in naira is none of 500 naira.
function inCurrency(terms: QuoteTerms, currency: string | null | undefined): QuoteTerms {
  const { deposit, ...others } = terms;
  if (!deposit || !terms.currency || !currency || terms.currency === currency) return terms;
  const text = `${depositText(deposit)} ${terms.currency}`;
  return { ...others, asides: [...terms.asides, { kind: 'deposit', text }] };
}

// A total may become less than the deposit that was told before.
const isExcess = ({ deposit, total }: Draft): boolean =>
  deposit?.type === 'amount' && total !== null && deposit.value >= total;

function withoutExcess(draft: Draft): Draft {
  const { deposit: _, ...rest } = draft;
  return isExcess(draft) ? rest : draft;
}

const excessOf = (draft: Draft | null | undefined): Aside[] =>
  draft?.deposit && isExcess(draft) ? [{ kind: 'deposit', text: depositText(draft.deposit) }] : [];

// A quote has no second step: it is sent from its own page.
function pendingQuote(pending: Pending, quoted: (draft: Draft) => Draft): Pending {
  if (pending.action !== 'create_invoice' || !pending.draft) return pending;
  const { draft, other } = pending;
  return {
    ...pending,
    action: 'create_quote',
    filters: null,
    draft: quoted(draft),
    other: other && quoted(other),
  };
}

const OF_QUOTE = new RegExp(`^(?:${NOUN}|offer|yes|price)$`);

/** Whether nothing is left of a message but words that lead to the terms of the open quote. */
export const isBareOfQuote = ({ words }: Utterance): boolean =>
  isBare(words.filter(({ word }) => !OF_QUOTE.test(word)));

const OF_TERMS: ReadonlySet<Aside['kind']> = new Set(['deposit', 'parts', 'valid']);

/** Whether a message changes the terms of the open quote, of which a model knows nothing. */
export function changesTerms({ draft, asides }: Understanding, { pending }: Memory): boolean {
  if (!draft?.quote) return false;
  const termsOf = (one: Draft | null | undefined) => JSON.stringify([one?.deposit, one?.validDays]);
  return termsOf(draft) !== termsOf(pending?.draft) || asides.some(({ kind }) => OF_TERMS.has(kind));
}

/** The open quote as an invoice; an invoice has no such deposit, which is said. */
export function withoutTerms(understood: Understanding): Understanding {
  const { draft, memory, asides } = understood;
  const aside: Aside[] = draft?.deposit
    ? [{ kind: 'deposit_on_invoice', text: depositText(draft.deposit) }]
    : [];
  const plain = draft && dropped(draft);
  const pending = memory.pending && { ...memory.pending, draft: plain };
  return { ...understood, draft: plain, asides: [...asides, ...aside], memory: { ...memory, pending } };
}

function dropped(draft: Draft): Draft {
  const { deposit: _deposit, validDays: _days, ...invoice } = draft;
  return invoice;
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
  const isQuote = action === 'create_quote';
  if ((isQuote || action === 'create_invoice') && INSTEAD.test(text)) return kindIn(text);
  return isQuote && INVOICE_INSTEAD.test(text) ? 'invoice' : null;
}
