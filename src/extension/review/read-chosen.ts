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
import { fileOf } from '../lib/captured.ts';
import type { Service } from '../lib/service.ts';
import type { Chosen } from './review.tsx';

type Answer = z.output<typeof answer>;

/** A proposal for review; `proposalId` is null where too little was extracted to confirm it as it stands. */
export type Proposed = {
  id: string;
  at: Date;
  outcome: Outcome;
  draft: Draft;
  extraction: Extraction | null;
  isEmpty: boolean;
};

/** Extracts an invoice from a capture. Throws `ApiError`. */
export async function readChosen(
  { call, askPicture }: Service,
  currency: Currency,
  chosen: Chosen,
): Promise<Proposed> {
  const { data } =
    chosen.kind === 'text'
      ? await call(assistant.conversation, { params: { currency }, body: { document: chosen.text } })
      : await askPicture(await fileOf(chosen));
  return proposedBy(data, currency);
}

/** Only an invoice is ever offered, whatever a page says: any other answer is as if nothing had been found. */
export function proposedBy({ id, timestamp, outcome, metadata }: Answer, currency: Currency): Proposed {
  const read = outcome.intent === 'create_invoice' ? outcome.draft : null;
  // Where nothing is sold, what looks like a name seldom is one; an address tells whose it would be.
  const isKept = read !== null && (read.items.length > 0 || read.customerEmail !== null);
  return {
    id,
    at: timestamp,
    outcome: isKept ? outcome : { ...outcome, intent: 'create_invoice', proposalId: null, asks: null },
    draft: isKept ? read : { ...emptyDraft, currency },
    extraction: metadata?.extraction ?? null,
    isEmpty: read === null || read.items.length === 0,
  };
}

/** The same after a further word of the owner, which may also change what was proposed before. */
export const proposalIn = ({ outcome: { intent, draft, proposalId } }: Answer): string | null =>
  (intent === 'create_invoice' || intent === 'edit_draft') && draft ? proposalId : null;
