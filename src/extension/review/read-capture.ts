import type * as z from 'zod/mini';
import {
  type answer,
  assistant,
  type Draft,
  emptyDraft,
  type Extraction,
  type Outcome,
} from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import { fileOf, type ReadableCapture } from '../lib/capture-store.ts';
import type { Service } from '../lib/service.ts';

type Answer = z.output<typeof answer>;

/** A proposal for review; `proposalId` is null where too little was extracted to confirm it as it stands. */
export type ReviewProposal = {
  id: string;
  at: Date;
  outcome: Outcome;
  draft: Draft;
  extraction: Extraction | null;
  isEmpty: boolean;
  /** Two readings of it, where both are likely. */
  choices: NonNullable<Answer['choices']>;
};

/** Extracts an invoice from a capture. Throws `ApiError`. */
export async function readCapture(
  { call, askPicture: extractFromPicture }: Service,
  currency: Currency,
  capture: ReadableCapture,
): Promise<ReviewProposal> {
  const { data } =
    capture.kind === 'text'
      ? await call(assistant.conversation, { params: { currency }, body: { document: capture.text } })
      : await extractFromPicture(await fileOf(capture));
  return toProposal(data, currency);
}

/** Only an invoice is ever offered, whatever a page says: any other answer is as if nothing had been found. */
export function toProposal(
  { id, timestamp, outcome, metadata, choices = [] }: Answer,
  currency: Currency,
): ReviewProposal {
  const read = outcome.intent === 'create_invoice' ? outcome.draft : null;
  // Where nothing is sold, what looks like a name seldom is one; an address tells whose it would be.
  const isUsable = read !== null && (read.items.length > 0 || read.customerEmail !== null);
  return {
    id,
    at: timestamp,
    outcome: isUsable ? outcome : { ...outcome, intent: 'create_invoice', proposalId: null, asks: null },
    draft: isUsable ? read : { ...emptyDraft, currency },
    extraction: metadata?.extraction ?? null,
    isEmpty: read === null || read.items.length === 0,
    choices: isUsable ? choices : [],
  };
}

/** The same after a further word of the owner, which may also change what was proposed before. */
export const proposalIdIn = ({ outcome: { intent, draft, proposalId } }: Answer): string | null =>
  (intent === 'create_invoice' || intent === 'edit_draft') && draft ? proposalId : null;
