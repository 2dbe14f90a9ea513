import { type Known, contentsOf } from '#server/modules/assistant/language/drafts/contents.ts';
import { applyCorrections } from '#server/modules/assistant/language/drafts/corrections.ts';
import type { Contents } from '#server/modules/assistant/language/drafts/choice.ts';
import { findTerms } from '#server/modules/assistant/language/drafts/parse-draft.ts';
import { FRIDAY } from '#server/modules/assistant/language/testing.ts';
import { isInside, tokenize, type Word } from '#server/modules/assistant/language/tokens/tokenize.ts';
import { slotsOf } from '#server/modules/assistant/language/understanding/model.ts';
import { tagsOf } from './fit.ts';
import type { Wording } from './wordings.ts';

/** Customer and lines that the marks of a message tell; null where words were taken back: their marks stand elsewhere. */
export function toldContents(
  wording: Wording,
): { words: readonly Word[]; terms: Known; contents: Contents } | null {
  const told = tokenize(wording.text);
  const words = applyCorrections(told, FRIDAY.today);
  if (words.length !== told.length) return null;
  const terms = findTerms(words, FRIDAY);
  const marked = slotsOf(tagsOf(words, wording)).filter(({ from }) => !isInside(terms.spans, from));
  return { words, terms, contents: contentsOf(words, terms, marked) };
}
