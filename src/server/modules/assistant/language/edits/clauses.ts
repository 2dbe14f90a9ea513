import { amountAt, hasFigure } from '../amounts/amounts.ts';
import { isSeparator, skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import { set } from '../vocabulary/lexicon.ts';

type EditVerb = 'remove' | 'add' | 'set';
/**
 * A part of a message that states one change: its words without a verb that is not known, and where in the message they stand;
 * `isNew` where it is no more of the one before.
 */
export type EditClause = Span & { words: readonly Word[]; verb: EditVerb | null; isNew: boolean };

const REMOVES =
  /^(?:remove|delete|comot|drop|discard|exclude|omit|erase|scrap|cancel|without|minus|less|removing|deleting|forget|bin|ditch|trash|strike|void|expunge|waive)$/;
const ADDS =
  /^(?:add|include|put|plus|also|append|insert|join|another|adding|extra|attach|tack|forgot|append|slot|squeeze)$/;
const SETS = set(
  `make change set update edit reduce increase raise lower bring adjust correct replace rename swap switch should use
  decrease cut double triple halve call mean meant let turn fix put modify amend hike slash jack sell bump revise
  upgrade downgrade scale move shift push drop take alter review set-to pump top round`,
);
const FILLERS = set(
  `nvm omo btw ehen lol hmm on second thought thoughts think maybe instead guess changed mind apologies oops ah ehn
  boss sir ma bros more charge her him them am please abeg oya sha o oo now na actually sorry no wait yes yeah yep
  ok okay but and then also just can could would will you u i we want wan like to need help me kindly hey so oh
  again still first dey make should do go go-ahead right good fine correct sharp nah nope hold sef jare biko my bad
  mistake perfect great nice thanks it it's is e that not sure alright let us let's`,
);
const QUESTION_WORDS = /^(?:how|how-much|what|who|which|did|has|when|why|show|list|where|whose|does)$/;

/** Splits a message into the changes it states. */
export function splitEdits(words: readonly Word[]): EditClause[] {
  const spans: (Span & { isJoined: boolean })[] = [{ from: 0, to: 0, isJoined: false }];
  let inAmount = 0;
  for (const [at, word] of words.entries()) {
    inAmount = Math.max(inAmount, amountAt(words, at)?.to ?? 0);
    const open = words.slice(spans.at(-1)?.from, at);
    const contrast = open[0]?.word === 'not' && word.raw === ',' && !hasFigure(open);
    const unlike = words[at + 1]?.word === 'not' && !hasFigure(open) && open.length > 0;
    const breaks = isSeparator(word) && !/^[-–—:*/"“”]$/.test(word.raw) && !contrast && !unlike;
    const joined =
      isConjunction(word) &&
      inAmount <= at &&
      (startsNewEdit(words, at + 1) || figuresOnBothSides(open, words.slice(at + 1)));
    if (breaks || joined) spans.push({ from: breaks ? at + 1 : at, to: at + 1, isJoined: joined && !breaks });
    else spans.push({ from: 0, isJoined: false, ...spans.pop(), to: at + 1 });
  }
  return spans
    .filter(({ from, to }) => to > from)
    .map(({ from, to, isJoined }) => {
      const own = words.slice(from, to);
      const verb = verbOf(own);
      const isNew = isJoined || verb !== null || /^(?:no|without)$/.test(own[0]?.word ?? '');
      return { from, to, words: withoutUnknownVerb(own), verb, isNew };
    });
}

// "bump it up to 45k", "revise the quantity to 24": with an unknown verb, the object and the figure show the
// change.
function unknownVerbAt(words: readonly Word[]): number | null {
  const at = words.findIndex(({ word }) => !FILLERS.has(word));
  const { word = '' } = words[at] ?? {};
  if (at === -1 || !/^\p{L}{3,}$/u.test(word) || ADDS.test(word) || FIELD.test(word)) return null;
  const to = skipForward(words, at + 1, /^(?:the|its|his|her|their|unit|total|number|of)$/, 4);
  const field = FIELD.test(words[to]?.word ?? '') || /^(?:it|am|that|this)$/.test(words[to]?.word ?? '');
  const lead = words.findIndex(({ word: next }, i) => i > to && /^(?:to|by|as)$/.test(next));
  return field && lead !== -1 && amountAt(words, lead + 1) !== null ? at : null;
}

const FIELD = /^(?:price|rate|amount|cost|fee|quantity|qty|quantities|prices|rates|number|count)$/;

function withoutUnknownVerb(words: readonly Word[]): readonly Word[] {
  const at = unknownVerbAt(words);
  if (at === null || SETS.has(words[at]?.word ?? '') || REMOVES.test(words[at]?.word ?? '')) return words;
  return words.filter((_, i) => i !== at);
}

// "change mops to 10 and buckets to 4".
function figuresOnBothSides(left: readonly Word[], right: readonly Word[]): boolean {
  const end = right.findIndex((word) => isSeparator(word));
  const clause = end === -1 ? right : right.slice(0, end);
  return hasFigure(left) && hasFigure(clause) && verbOf(left) !== 'add';
}

const isConjunction = ({ word }: Word): boolean => /^(?:and|then|but|plus|also)$/.test(word);

// A new change begins after "and" where a verb, a field or a place in the list follows.
function startsNewEdit(words: readonly Word[], at: number): boolean {
  const from = skipForward(words, at, /^(?:please|abeg|also|then|now|just|the|to|it|make|i|want)$/, 4);
  const { word = '' } = words[from] ?? {};
  if (/^(?:make)$/.test(words[at]?.word ?? '')) return true;
  if (REMOVES.test(word) || (SETS.has(word) && word !== 'call') || /^(?:add|include|put)$/.test(word))
    return true;
  if (/^(?:price|quantity|rate|qty|amount|description)$/.test(word)) return true;
  return (
    words[from - 1]?.word === 'the' &&
    /^(?:first|second|third|fourth|fifth|last|other|\d(?:st|nd|rd|th))$/.test(word)
  );
}

/** The change a part requests. */
export function verbOf(words: readonly Word[]): EditVerb | null {
  if (unknownVerbAt(words) !== null) return 'set';
  // "And I go deliver am 15k join".
  if (hasFigure(words) && words.some(({ word }) => word === 'join')) return 'add';
  for (let at = 0; at < words.length && at < 8; at++) {
    const { word = '' } = words[at] ?? {};
    const next = words[at + 1]?.word ?? '';
    const third = words[at + 2]?.word ?? '';
    const out = /^(?:out|off|away|comot)$/;
    if (word === 'take' && (out.test(next) || out.test(third) || words.some((one) => out.test(one.word))))
      return 'remove';
    if ((word === 'leave' && next === 'out') || (word === 'no' && /^(?:need|more|want|dey)$/.test(next)))
      return 'remove';
    if (/^(?:don't|dont)$/.test(word) && /^(?:want|need|include|add|put)$/.test(next)) return 'remove';
    if (word === 'no' && /^(?:put|add)$/.test(next)) return 'remove';
    if (REMOVES.test(word)) return isToldTo(words, at) ? 'set' : 'remove';
    if (ADDS.test(word)) return 'add';
    if (SETS.has(word)) return 'set';
    if (!FILLERS.has(word)) return null;
  }
  return null;
}

// "Drop the drone to $100" leaves it there.
const isToldTo = (words: readonly Word[], from: number): boolean =>
  words.some(({ word }, at) => at > from && word === 'to' && amountAt(words, at + 1) !== null);

/** Whether words say that something goes or is not there: "the shirts no dey again", "delivery is free". */
export const saysGone = (words: readonly Word[]): boolean =>
  words.some(({ word }) => REMOVES.test(word) || GONE.test(word));
const GONE =
  /^(?:no|not|never|none|free|gone|away|out|off|back|return(?:ed|s)?|except|only|but|apart|save|kuro|kúrò|yọ|wepu|wepụ|wepụta|cire|exclude[ds]?|cancel+ed|removed)$/;

/** Whether a part is a question rather than a change. */
export const isQuestion = (words: readonly Word[]): boolean => QUESTION_WORDS.test(words[0]?.word ?? '');

/** The words of a part after its verb and the small words around it. */
export function afterVerb(words: readonly Word[]): readonly Word[] {
  const lead = set(
    `nvm omo btw forgot tack slot squeeze forget bin ditch trash strike a an please abeg oya sha o now actually sorry
    no wait yes yeah ok okay but and then also just can could would you u i we want wan like need help me kindly hey
    so oh the it am it's its is e don dey reach na make change set update edit reduce increase raise lower bring
    adjust correct should be use decrease cut turn fix that them remove delete comot drop discard exclude omit erase
    scrap cancel take out off away leave add include put plus append insert join for only mean meant say nah to
    become this have has are was from let us let's been down up modify amend another of did do will bump revise
    upgrade downgrade scale move shift push alter review don't dont not she he they got get bought buy ordered order
    took collect inside on attach charge`,
  );
  let at = 0;
  while (at < words.length && lead.has(words[at]?.word ?? '')) at++;
  return words.slice(at);
}
