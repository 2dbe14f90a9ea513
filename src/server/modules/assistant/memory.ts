import type { Memory } from './language/understanding.ts';

/** One of several that were listed with a question: which customer, or which invoice. */
export type Choice = {
  /** What it can be told by: a name, an e-mail address, a phone, a number. */
  told: string[];
  pick: { customerId: string; name: string } | { invoiceNumber: string };
};

/**
 * What an answer leaves to the next message: what the language knows, the proposal a plain "yes" is about, and what was
 * listed to choose from. `customer` is the one that was chosen for the draft under way.
 */
export type StoredMemory = Memory & {
  proposalId?: string;
  choices?: Choice[];
  customer?: { id: string; name: string };
};

export const NOTHING: StoredMemory = { pending: null, last: null };

/** As much of a memory as stays when the owner did not wait for the answer: nothing that a "yes" could be about. */
export const forgetting = ({ last }: StoredMemory): StoredMemory => ({ pending: null, last });
