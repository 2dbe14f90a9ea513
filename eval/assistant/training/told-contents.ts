import { type Known, contentsOf } from '#server/modules/assistant/language/drafts/contents.ts';
import type { Contents } from '#server/modules/assistant/language/drafts/choice.ts';
import { findTerms, withSlots } from '#server/modules/assistant/language/drafts/parse-draft.ts';
import { FRIDAY } from '#server/modules/assistant/language/testing.ts';
import { isInside, tokenize, type Word } from '#server/modules/assistant/language/tokens/tokenize.ts';
import { slotsOf } from '#server/modules/assistant/language/understanding/model.ts';
import { tagsOf } from './fit.ts';
import type { Wording } from './wordings.ts';

/** Customer and lines that the marks of a message tell. */
export function toldContents(wording: Wording): {
  words: readonly Word[];
  terms: Known;
  contents: Contents;
} {
  const words = tokenize(wording.text);
  const marked = slotsOf(tagsOf(words, wording));
  const terms = withSlots(words, findTerms(words, FRIDAY), marked, FRIDAY.today);
  const rest = marked.filter(({ from }) => !isInside(terms.spans, from));
  return { words, terms, contents: contentsOf(words, terms, rest) };
}
