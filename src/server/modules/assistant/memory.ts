import type { Draft } from '#contract/assistant.ts';
import { type MatchedInvoice, shortNumber } from '#server/modules/invoices/tools/targets.ts';
import type { Heard } from './heard.ts';
import type { Memory, Pending } from './language/types.ts';

/** A customer, an invoice or a draft listed with a question. */
export type Choice = {
  /** Texts that identify it: a name, an email address, a phone, a number, a sum in major units. */
  told: string[];
  pick: { customerId: string; name: string } | { invoiceNumber: string } | { draft: Draft };
};

/** Invoices to choose from: by number, customer, or a sum that only one of them has. */
export const invoiceChoices = (found: readonly MatchedInvoice[]): Choice[] =>
  found.map(({ invoice: { number, customer_name: name, total_minor: total, balance_minor: left } }) => ({
    told: [number, name, ...new Set([total, left].map((minor) => String(minor / 100)))],
    pick: { invoiceNumber: shortNumber(number) },
  }));

/**
 * State an answer leaves for the next message: the parser's memory, the proposal a plain "yes" confirms, and
 * the listed choices. `customer` is the one chosen for the open draft.
 */
export type StoredMemory = Memory & {
  proposalId?: string;
  choices?: Choice[];
  customer?: { id: string; name: string };
  /** The owner's words for the customer and goods of the open draft. */
  heard?: Heard;
};

export const EMPTY_MEMORY: StoredMemory = { pending: null, last: null };

/** A kept task, open again: a "yes" shows a draft, and money has its own question. */
export const keptAgain = (kept: Pending): Pending =>
  kept.draft ? { ...kept, asks: 'intent' } : { ...kept, asks: kept.asks ?? 'method' };

/** Memory without anything a "yes" could confirm, for an answer the owner did not wait for. */
export const withoutPending = ({ last }: StoredMemory): StoredMemory => ({ pending: null, last });

/** The open task with the reading of it that is meant, so that nothing is asked. */
export const settled = (pending: Pending, draft: Pending['draft']): Pending => ({
  ...pending,
  draft,
  other: undefined,
  asks: null,
});
