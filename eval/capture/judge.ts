import type { ReadPage } from '#server/kernel/ports/index.ts';
import { extractInvoice } from '#server/modules/capture/extract.ts';
import type { FieldModel } from '#server/modules/capture/fields/finder.ts';
import { invoicesOf } from '#server/modules/capture/invoices.ts';
import { type GroundTruth, score, type Scored } from './score.ts';

/** The day on which papers are read. */
export const TODAY = '2026-11-21';
const fixtures = { ownNames: [], ownContacts: [], today: TODAY, home: 'NGN' } as const;

type Document = { name: string; groups: string[]; pages: ReadPage[]; truth: GroundTruth; kind: string };
export type Judged = { name: string; groups: string[]; recognised: boolean; scored: Scored[] };

/** Reads a document and compares it with its truth; by rules alone where `model` is null. */
export function judge({ name, groups, pages, truth, kind }: Document, model?: FieldModel | null): Judged {
  const read = invoicesOf(pages, fixtures, model);
  const truths = (truth.invoices as GroundTruth[] | undefined) ?? [truth];
  return {
    name,
    groups,
    recognised: read.some((one) => one.recognised),
    scored: truths.flatMap((one, at) =>
      score(one, read[at]?.extraction ?? extractInvoice([], fixtures, model), kind),
    ),
  };
}
