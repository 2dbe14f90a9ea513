import type { ReadPage } from '#server/kernel/ports/index.ts';
import { featuresOf } from '#server/modules/capture/fields/features.ts';
import { labels } from '#server/modules/capture/fields/finder.ts';
import { unitsOf } from '#server/modules/capture/fields/units.ts';
import { sheetsOf } from '#server/modules/capture/layout/sheet.ts';
import { numberStyleOf } from '#server/modules/capture/numbers/amounts.ts';
import { figuresOf, rowsWithAmounts } from '#server/modules/capture/totals/figures.ts';
import type { Example } from '../../training/softmax.ts';
import { TODAY } from '../judge.ts';
import type { GroundTruth } from '../score.ts';
import { generateReadings } from '../synthetic/generate.ts';
import { marked, type MarkedWord } from './marks.ts';

/** Marked units of generated papers, with the kind of paper and the state they are in. */
export type Paper = { kind: string; state: string; examples: Example[] };

export function papers(count: number, seed: number): Paper[] {
  const mark = (pages: ReadPage[], truth: GroundTruth): ReadPage[] => {
    const truths = truth.invoices as GroundTruth[] | undefined;
    return truths
      ? pages.flatMap((page, at) => marked([page], truths[at] ?? {}, TODAY))
      : marked(pages, truth, TODAY);
  };
  return [...generateReadings(count, seed, { prepare: mark })].map(({ kind, misreading, pages, truth }) => ({
    kind,
    state: misreading,
    examples: (truth.invoices ? pages.map((page) => [page]) : [pages]).flatMap(examplesOf),
  }));
}

function examplesOf(pages: readonly ReadPage[]): Example[] {
  const [sheet] = sheetsOf(pages);
  if (!sheet) return [];
  const rows = rowsWithAmounts(sheet, numberStyleOf(sheet));
  const units = unitsOf(rows, TODAY);
  const features = featuresOf(rows, units, figuresOf(rows));
  return units.map(({ row, first }, at) => {
    const word: MarkedWord | undefined = rows[row]?.row.words[first];
    return { rows: features[at] ?? [], label: labels.indexOf(word?.field ?? 'other') };
  });
}
