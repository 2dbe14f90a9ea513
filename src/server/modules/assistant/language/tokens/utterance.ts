import { set } from '../vocabulary/lexicon.ts';
import { tokenize, type Word } from './tokenize.ts';

/** A part of a message between marks or joining words. `head` is its first word that says something. */
export type Clause = { from: number; to: number; head: string; at: number; text: string };

/** A message split into words and clauses; `text` is its words separated and surrounded by single spaces. */
export type Utterance = {
  message: string;
  words: readonly Word[];
  clauses: readonly Clause[];
  text: string;
  isQuestion: boolean;
};

const SEPARATORS = /^[.;:!?\n,()"“”–—-]$/;
const CONJUNCTIONS = /^(then|and|but|so|also)$/;
// Lead-ins before the word that matters: "please can you help me to …", "I wan make you …".
const LEAD_INS = set(
  `please abeg biko ejo oya o oo oh sha na now nau sef jare kindly hey hi hello dear boss sir ma ok okay alright well so just
  actually quickly first also and then but can could would will you u pls i i'd we want wan need would'like like to help me us
  let let's lets go ahead make e fit should must have 'd love am im trying try my guy bros bro dude assistant duewell
  good morning afternoon evening day today thanks thank dey he yes yeah yep sure no nope right simply maybe again still
  gently politely nicely softly urgently lightly respectfully
  how about what's do does did the wetin`,
);
const BEFORE_QUESTION = /^ (?:(?:please|abeg|hey|hi|hello|and|so|ok|okay|but|oya|boss|sir|also) )*/;
const QUESTION_WORD =
  /^(?:what|whats|how|who|whose|which|when|where|why|is|are|am|do|does|did|has|have|had|any|wetin|weytin|wey|shey|abi|should)\b/;
const ASKS_TO_KNOW =
  /^(?:tell me (?:what|how|who|which|if)|i want to know|let me know|i (?:want|need|wan) to? ?know)\b/;

/** Parses a message: its words, its clauses and whether it is a question. */
export function parseUtterance(message: string): Utterance {
  const words = tokenize(message);
  const text = ` ${words.map(({ word }) => word).join(' ')} `;
  const asked = text.replace(BEFORE_QUESTION, '');
  return {
    message,
    words,
    clauses: splitClauses(words),
    text,
    isQuestion: /\? *$/.test(text) || QUESTION_WORD.test(asked) || ASKS_TO_KNOW.test(asked),
  };
}

/** The words of a part of a message as a text with a space at both ends. */
export function textOf(words: readonly Word[], from = 0, to = words.length): string {
  return ` ${words
    .slice(from, to)
    .map(({ word }) => word)
    .join(' ')} `;
}

/** Whether the text of an utterance holds none but these words. */
export const hasOnly = (text: string, words: ReadonlySet<string>): boolean =>
  text
    .slice(1, -1)
    .split(' ')
    .every((word) => words.has(word));

function splitClauses(words: readonly Word[]): Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  for (let at = 0; at <= words.length; at++) {
    const word = words[at]?.word;
    const ends = word === undefined || SEPARATORS.test(word) || (CONJUNCTIONS.test(word) && at > from);
    if (!ends) continue;
    if (at > from) clauses.push(toClause(words, from, at));
    from = word !== undefined && SEPARATORS.test(word) ? at + 1 : at;
  }
  return clauses;
}

function toClause(words: readonly Word[], from: number, to: number): Clause {
  let at = from;
  while (at < to - 1 && LEAD_INS.has(words[at]?.word ?? '') && !startsTask(words, at)) at++;
  return { from, to, at, head: words[at]?.word ?? '', text: textOf(words, from, to) };
}

// "make invoice" and "do invoice" begin a task; "make you …" and "do you …" lead to one.
function startsTask(words: readonly Word[], at: number): boolean {
  const [word = '', next = ''] = [words[at]?.word, words[at + 1]?.word];
  if (word === 'make' || word === 'do') return !/^(i|you|u|we|una|e|am|he|she|they)$/.test(next);
  return word === 'let' && !/^(me|us)$/.test(next);
}
