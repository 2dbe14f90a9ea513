import { type Amount, amountAt } from './amounts.ts';
import { is } from './counts.ts';
import { isTitle, standsAlone } from './contact.ts';
import { NAMES } from './name-words.ts';
import { after, type Span } from './spans.ts';
import { isGoods, isUnit } from './trade-words.ts';
import { separates, type Word } from './words.ts';

/** What a piece of a sentence can be, beside a word of a description or a name. */
export type Kind =
  | 'text'
  /** A figure: how many, or how much. */
  | 'figure'
  /** How many, and nothing else: "2x", "a dozen". */
  | 'count'
  /** "each", "per trip", "apiece". */
  | 'each'
  /** "altogether", "in total". */
  | 'whole'
  /** "at", "@", "costing": a price follows. */
  | 'at'
  | 'for'
  /** Between a price and a number of things: "2,500 x 40". */
  | 'times'
  | 'and'
  | 'comma'
  /** A full stop, a new line, a semicolon. */
  | 'stop'
  /** Words of billing: "make an invoice", "bill", "owes me". */
  | 'bill'
  /** What introduces a customer: "customer:", "give". */
  | 'whom'
  /** Polite words and others that say nothing about the invoice. */
  | 'small';

/** A piece of a sentence: `words[from]` to before `words[to]`. */
export type Piece = Span & {
  kind: Kind;
  word: string;
  said: string;
  amount: Amount | null;
  /** The things counted by `count`. */
  count: number;
  /** The unit written in one with its figure: "3bags". */
  unit: string;
  /** In a sentence without any figure, beside one that has some: likely no part of the invoice. */
  aside: boolean;
};

const EACH = /^(?:each|apiece|ea|every|one-one|per-one|eachone)$/;
const WHOLE = /^(?:altogether|total|overall|totalling|totaling|totally|lumpsum|everything|together)$/;
const AT =
  /^(?:at|@|costing|costs|cost|worth|price|priced|rate|amount|dey|goes|going|fee|=|na|is|charging|selling|sell|sold-at|unit-price|→|:|-|–|—|costed|was|are|were|cost:)$/;
const DEALS =
  /^(?:buy|buys|bought|order|orders|ordered|take|took|takes|taken|purchase|purchased|purchases|collect|collected|collects|carry|carried|pick|picked|want|wants|need|needs|request|requested|requests|owe|owes|owing|owed|get|gets|got|wan|hired|booked|chop|rented|received|receive|dey|don|just|has|have|is|was|did|go|suppose|supposed|used|use|asked|will|should)$/;
/** Words of deals that make the word before them the customer. */
export const OWES =
  /^(?:buy|buys|bought|order|orders|ordered|took|purchase|purchased|collect|collected|carry|carried|pick|picked|want|wants|need|needs|owe|owes|owing|owed|don|dey|requested|hired|booked|wan|has|got|is|just|suppose|rented|go|will|should|did|take|come|came|make|sew|do|get|needed|wanted|used)$/;
const PRONOUN =
  /^(?:her|him|them|am|me|us|it|you|this|that|my|his|their|our|i|we|she|he|they|dem|una|im|hin|e)$/;
const SMALL =
  /^(?:a|an|one|some|someone|somebody|anybody|mean|meant|sent|being|sum|must|shall|only|instead|wait|no|rather|lmk|nvm|btw|fyi|omo|ehen|ehn|asap|haba|chai|lol|hmm|ready|its|informed|required|kk|yh|preparing|prepared|requested|supposed|finish|finished|complete|completed|handled|money|cash|bros|thing|called|named|money-for|please|abeg|biko|oya|kindly|sha|o|oo|ooo|oh|sef|jare|jor|ejo|now|nau|just|thanks|thank|sir|ma|hi|hello|hey|dear|good|morning|afternoon|evening|okay|ok|so|well|actually|quick|quickly|fast|sharp|can|could|would|will|go|want|like|need|wan|should|let|help|dis|as|agreed|discussed|usual|usually|also|too|then|yes|fit|make|say|the|customer's|today's|today|yesterday|job|did|done|here|there|all|with|to|be|name|details|following|follows|below|item|items|item:|goods|service|services|description|desc|qty|quantity|of|boss|chief|bro|dude|guy|my|guys|for|new|line|lines|that|which|who|because|since|he|she|they|we|i|you|his|her|their|him|them|am|e|it|has|have|had|been|was|is|are|only|itself|again|o!|wey|don|dey|na|don't|forget|remember|ya|yeah|sure|assistant|duewell|payment|pay|paid|balance|due|date|on|by|once|when|after|before|invoice|collect|get|this|me|us|our|am\.|abi|join|inside|put|include|issue|from|in|total|his|name's|say|says|said|came|come|supplied|supply|delivered|sold|sell|bought|rendered|provided|work|works|first|second|third|next|last|fill|form|up|out|\d+[.)])$/;

const MAKES =
  /^(?:create|make|raise|generate|draft|prepare|issue|do|write|run|produce|open|start|cut|give|send|need|want|wan|get|drop|type|bring|fix|add|have|like|build|process|compose|put|print|log|record|draw|fill|new|another|fresh|second|quick)$/;
const BETWEEN =
  /^(?:me|us|one|a|an|the|new|another|up|out|for|quick|fresh|simple|small|proper|this|that|my|sharp|to|please|abeg|i|fast|kindly|nice|am|him|her|them|customer|sales|proforma|pro-forma|commercial|official|correct|short|just|single|his|their|draft|\/)$/;
const NOUN = /^(?:invoice|bill|invoices|e-invoice|receipt)$/;
const VERB = /^(?:invoice|bill|charge|invoicing|billing|charging)$/;

/** Cuts the words between the spans that have been understood into pieces. */
export function piecesOf(words: readonly Word[], taken: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  const named = namedPlaces(words);
  for (let at = 0; at < words.length; ) {
    const span = taken.find(({ from, to }) => from <= at && at < to);
    const piece = span ? lifted(at, span.to) : pieceAt(words, at, pieces, named);
    const last = pieces.at(-1);
    if (!(span && last?.kind === 'comma' && last.word === '')) pieces.push(piece);
    at = Math.max(at + 1, piece.to);
  }
  return withAsides(pieces);
}

function withAsides(pieces: readonly Piece[]): Piece[] {
  let sentence = 0;
  const numbered = pieces.map((piece) => ({
    piece,
    sentence: piece.kind === 'stop' ? sentence++ : sentence,
  }));
  const counted = new Set(
    numbered.filter(({ piece }) => piece.amount ?? piece.kind === 'count').map((one) => one.sentence),
  );
  return numbered.map((one) => ({
    ...one.piece,
    aside: counted.size > 0 && one.sentence > 0 && !counted.has(one.sentence),
  }));
}

const lifted = (from: number, to: number): Piece => ({
  kind: 'comma',
  word: '',
  said: '',
  amount: null,
  count: 0,
  unit: '',
  aside: false,
  from,
  to,
});

function pieceAt(
  words: readonly Word[],
  at: number,
  before: readonly Piece[],
  named: ReadonlySet<number>,
): Piece {
  const { said = '', word = '' } = words[at] ?? {};
  const make = (kind: Kind, to = at + 1, more: Partial<Piece> = {}): Piece => ({
    ...lifted(at, to),
    kind,
    word,
    said,
    ...more,
  });
  if (quoted(words, at) || named.has(at)) return make('text');
  const phrase = PHRASES.find(([said]) => is(words, at, ...said));
  if (phrase) return make(phrase[1], at + phrase[0].length);
  const initial = initialAt(words, at);
  if (initial) return make('text', initial, { said: `${said}.` });
  const noise = countOfLines(words, at);
  if (noise) return make('small', noise);
  const bill = billingAt(words, at, before);
  if (bill) return make('bill', bill.to, { word: bill.whom ? 'whom' : 'bill' });
  const listed = listMarkAt(words, at, before);
  if (listed) return make('stop', listed, { said: LIST_MARK });
  const each = eachAt(words, at, before);
  if (each) return make('each', each);
  const count = countingAt(words, at);
  if (count) return make('count', count.to, { count: count.value });
  const attached = attachedUnit(words, at);
  if (attached) return make('figure', at + 1, attached);
  const whole = wholeAt(words, at);
  if (whole) return make('whole', whole);
  const amount = figureAt(words, at);
  if (amount) return make('figure', amount.to, { amount });
  return make(kindOf(words, at));
}

const LIST_MARK = '#.';
const QUOTE = /^["“”]$/;

const NOUNS =
  /^(?:invoice|payment|service|services|delivery|supply|supplies|work|works|paper|name|balance|item|items|goods|job|form|line|order|orders|collection|pickup|total|price|birthday)$/;

/** Words for somebody whose name is not said. */
export const ANYBODY =
  /^(?:tenant|landlord|landlady|colleague|supplier|vendor|patient|student|driver|tailor|lecturer|cousin|roommate|oyinbo|foreigner|buyer|woman|man|guy|lady|girl|boy|babe|bros|person|people|fellow|gentleman|customer|client|neighbour|friend|somebody|everybody|all|everyone|them|oga|madam|mama|alhaji)$/;

const DESCRIBES = /^(?:new|first|second|third|last|next|good|quick|fast|sharp)$/;

// "second hand tyre", "new tyres"; but not "new customer" and "good morning".
function describes(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  const word = next?.word ?? '';
  if (at === 0 || !next || separates(next) || !/^\p{Ll}/u.test(next.said)) return false;
  return (
    !/^(?:invoice|bill|customer|client|one|item|items|line|receipt|account|contact|day|week|month)$/.test(
      word,
    ) &&
    !SMALL.test(word) &&
    !PRONOUN.test(word)
  );
}

const countedBefore = (words: readonly Word[], at: number): boolean =>
  amountAt(words, at - 1)?.to === at &&
  /^\p{Ll}/u.test(words[at + 1]?.said ?? '') &&
  !SMALL.test(words[at + 1]?.word ?? '') &&
  words[at + 1]?.word !== 'for';

// "payment gateway" and "home service" are things; "payment" alone is none.
function besideThing(words: readonly Word[], at: number): boolean {
  const [last, next] = [words[at - 1]?.word ?? '', words[at + 1]?.word ?? ''];
  if (isGoods(next) || (isUnit(next) && !/^(?:line|day|week|month|lines)$/.test(next)))
    return !/^(?:an?|the|new|my|this)$/.test(last) || !/^(?:invoice)$/.test(words[at]?.word ?? '');
  return isGoods(last) || (isGoods(words[at - 2]?.word ?? '') && NOUNS.test(last));
}

// What stands between quotation marks is what something is called.
function quoted(words: readonly Word[], at: number): boolean {
  if (!/\p{L}/u.test(words[at]?.said ?? '') || amountAt(words, at)) return false;
  const marks = words.slice(0, at).filter(({ said }) => QUOTE.test(said)).length;
  return marks % 2 === 1 && words.slice(at).some(({ said }) => QUOTE.test(said));
}

function kindOf(words: readonly Word[], at: number): Kind {
  const { said = '', word = '' } = words[at] ?? {};
  if (titleAt(words, at)) return 'text';
  if (/^[.;\n!?•]$/.test(said)) return 'stop';
  if (/^["“”']$/.test(said)) return 'small';
  if (/^[,()|/]$/.test(said)) return 'comma';
  if (/^(?:and|nd|plus|&|\+|alongside|with)$/.test(word) && (word !== 'with' || amountAt(words, at + 1)))
    return 'and';
  if (/^[x×*]$/i.test(word)) return 'times';
  if (/^(?:for|per)$/.test(word) || isFour(words, at)) return 'for';
  if (AT.test(word)) return 'at';
  if (separates(words[at])) return 'comma';
  if (/^(?:to|give|customer|client|buyer)$/.test(word)) return 'whom';
  if (NOUNS.test(word) && (besideThing(words, at) || countedBefore(words, at))) return 'text';
  if (DESCRIBES.test(word) && describes(words, at)) return 'text';
  if (ANYBODY.test(word) && beforeName(words, at)) return 'small';
  return SMALL.test(word) || PRONOUN.test(word) || DEALS.test(word) ? 'small' : 'text';
}

// "my tenant Jean-Pierre", "this woman".
function beforeName(words: readonly Word[], at: number): boolean {
  const [last, next] = [words[at - 1]?.word ?? '', words[at + 1]];
  if (/^(?:this|that|the|my|one|a|some|these|those|our)$/.test(last)) return true;
  return capital(next) || NAMES.has(next?.word ?? '') || ANYBODY.test(next?.word ?? '');
}

const capital = (word: Word | undefined): boolean => /^\p{Lu}[\p{Ll}'’.]/u.test(word?.said ?? '');

const phrases = (kind: Kind, ...said: string[]): [string[], Kind][] =>
  said.map((words) => [words.split(' '), kind]);
const PHRASES: [string[], Kind][] = [
  ...phrases(
    'whom',
    'in favour of',
    'in favor of',
    'in the name of',
    'on behalf of',
    'made out to',
    'addressed to',
    'payable by',
  ),
  ...phrases(
    'for',
    'in respect of',
    'with respect to',
    'on account of',
    'being payment for',
    'being cost of',
    'as payment for',
    'in payment for',
    'in regard to',
    'with regard to',
  ),
  ...phrases(
    'at',
    'in the sum of',
    'for the sum of',
    'the sum of',
    'to the tune of',
    'amounting to',
    'at the rate of',
    'at a rate of',
    'at a cost of',
    'at the cost of',
    'at a price of',
    'valued at',
    'at a total of',
  ),
  ...phrases(
    'small',
    'please be informed that',
    'is required',
    'when its ready',
    "when it's ready",
    'let me know',
    'as soon as possible',
    'to be',
    'no wait',
    'as usual',
  ),
];

// "Engr. P. Okorie", "K. Bello".
function initialAt(words: readonly Word[], at: number): number | null {
  const [letter, dot, next] = [words[at], words[at + 1], words[at + 2]];
  if (!letter || dot?.said !== '.' || dot.start !== letter.end) return null;
  if (!/^\p{Lu}$/u.test(letter.said) && !isTitle(letter.word)) return null;
  return /^\p{Lu}/u.test(next?.said ?? '') ? at + 2 : null;
}

// "Due North Ltd" and "Each One Academy" are names although their words are everyday ones. Where all words have
// capitals, they say nothing.
function namedPlaces(words: readonly Word[]): ReadonlySet<number> {
  const letters = words.filter(({ said }) => /^\p{L}{2}/u.test(said));
  const raised = letters.filter((word) => capital(word)).length;
  if (raised > 3 && raised > letters.length * 0.7) return new Set();
  const places = words.map((_, at) => at).filter((at) => namesSomebody(words, at));
  return new Set(places);
}

function namesSomebody(words: readonly Word[], at: number): boolean {
  const begins = at === 0 || /^[.\n!?;:]$/.test(words[at - 1]?.said ?? '');
  const afterFirst = at === 1 || (at > 1 && /^[.\n!?;:]$/.test(words[at - 2]?.said ?? ''));
  if (begins || !capital(words[at])) return false;
  if (amountAt(words, at)) return capital(words[at - 1]) && capital(words[at + 1]);
  return capital(words[at + 1]) || (capital(words[at - 1]) && !afterFirst);
}

// "Oga Felix", and "Mama" alone.
function titleAt(words: readonly Word[], at: number): boolean {
  const { word = '' } = words[at] ?? {};
  const next = words[at + 1];
  if (!isTitle(word)) return false;
  return standsAlone(word) ? !/^(?:o|sha|abeg|please)$/.test(next?.word ?? '') : !separates(next);
}

// "with 3 items for Paul: …", "two lines: …" only announce the lines.
function countOfLines(words: readonly Word[], at: number): number | null {
  const count = amountAt(words, at);
  if (count?.kind !== 'plain' || count.value > 100) return null;
  const noun = after(words, count.to, /^(?:more|other|extra|different|new)$/, 2);
  if (!/^(?:items?|lines?|things?|products?|services?)$/.test(words[noun]?.word ?? '')) return null;
  const next = words[noun + 1];
  const announces = !next || /^(?::|,|-|\n|for|to|namely|which|as)$/.test(next.said.toLowerCase());
  return announces &&
    !amountAt(words, noun + 2) &&
    words.slice(noun + 1).some((_, i) => amountAt(words, noun + 1 + i))
    ? noun + 1
    : null;
}

// "Make an invoice", "I wan bill", "invoice her"; but not "invoice booklets" or "service charge".
function billingAt(
  words: readonly Word[],
  at: number,
  before: readonly Piece[],
): { to: number; whom: boolean } | null {
  const { word = '' } = words[at] ?? {};
  const last = before.at(-1);
  if (MAKES.test(word)) {
    let to = at + 1;
    while (
      to < words.length &&
      to - at < 7 &&
      (BETWEEN.test(words[to]?.word ?? '') || MAKES.test(words[to]?.word ?? ''))
    )
      to++;
    if (NOUN.test(words[to]?.word ?? '')) return { to: pronounAfter(words, to + 1), whom: true };
  }
  if (MAKES.test(word) && opensSentence(last) && nounAhead(words, at + 1)) return { to: at + 1, whom: true };
  if (NOUN.test(word) && /^(?:an?|the|new|this)$/.test(words[at - 1]?.word ?? '') && last?.kind !== 'figure')
    return { to: at + 1, whom: true };
  if (NOUN.test(word) && nounOfBilling(words, at, before)) return { to: at + 1, whom: true };
  if (
    VERB.test(word) &&
    (before.some(({ kind, amount }) => kind === 'bill' || amount) ||
      (last && /^(?:sold|supplied|sell|supply|delivered|printed|made|did|of)$/.test(last.word)) ||
      (last && tellsOfDeal(last.word))) &&
    isGoods(words[at + 1]?.word ?? '') &&
    !capital(words[at + 1])
  )
    return null;
  if (!VERB.test(word) || (last?.kind === 'bill' && capital(words[at]) && capital(words[at + 1])))
    return null;
  const opens = opensSentence(last) || /^(?:and|whom)$/.test(last?.kind ?? '');
  const pronoun = pronounAfter(words, at + 1);
  return opens || pronoun > at + 1 ? { to: pronoun, whom: true } : null;
}

const opensSentence = (last: Piece | undefined): boolean =>
  !last || /^(?:comma|stop|small|bill)$/.test(last.kind);

// "send Ada an invoice", "give Musa invoice of 5k".
function nounAhead(words: readonly Word[], at: number): boolean {
  const noun = words.findIndex(({ word }, i) => i >= at && i < at + 7 && NOUN.test(word));
  if (
    noun === -1 ||
    words.slice(at, noun).some((word) => separates(word) || /\d/.test(word.said) || word.word === 'for')
  )
    return false;
  return /^(?:an?|the)$/.test(words[noun - 1]?.word ?? '') || followsInvoice(words, noun);
}

const followsInvoice = (words: readonly Word[], noun: number): boolean =>
  separates(words[noun + 1]) ||
  /^(?:for|of|worth|at|with)$/.test(words[noun + 1]?.word ?? '') ||
  amountAt(words, noun + 1) !== null;

function nounOfBilling(words: readonly Word[], at: number, before: readonly Piece[]): boolean {
  const opened = before.find(({ kind, said }) => kind === 'bill' || (kind === 'whom' && /give/i.test(said)));
  const told = before.some(
    ({ kind, from, to }) => kind === 'bill' && words.slice(from, to).some(({ word }) => NOUN.test(word)),
  );
  return opened !== undefined && !told && followsInvoice(words, at);
}

function pronounAfter(words: readonly Word[], at: number): number {
  if (!/^(?:her|him|them|am)$/.test(words[at]?.word ?? '')) return at;
  return at + 1;
}

function eachAt(words: readonly Word[], at: number, before: readonly Piece[]): number | null {
  const { word = '' } = words[at] ?? {};
  const next = words[at + 1]?.word ?? '';
  const priced = before.some(({ kind }) => kind === 'figure');
  if (EACH.test(word) && next === 'one' && (amountAt(words, at + 1)?.to ?? 0) > at + 2) return at + 1;
  if (EACH.test(word))
    return next === 'one' || next === 'of' ? (is(words, at + 1, 'of', 'them') ? at + 3 : at + 2) : at + 1;
  if ((word === 'per' || word === '/') && /^\p{L}/u.test(next)) return at + 2;
  if (word === 'one' && next === 'one') return at + 2;
  const last = before.at(-1);
  const afterFigure = last?.kind === 'figure' && priced;
  if (
    afterFigure &&
    (word === 'a' || word === 'an' || word === 'one') &&
    isUnit(next) &&
    !is(words, at + 2, 'of')
  )
    return at + 2;
  if (afterFigure && is(words, at, 'for', 'one')) return at + 2;
  if (word === 'one' && /^(?:na|is|be|for|at)$/.test(next) && amountAt(words, at + 2)) return at + 1;
  return null;
}

function wholeAt(words: readonly Word[], at: number): number | null {
  const { word = '' } = words[at] ?? {};
  if (is(words, at, 'in', 'total') || is(words, at, 'in', 'all') || is(words, at, 'lump', 'sum'))
    return at + 2;
  if (is(words, at, 'all', 'in', 'all')) return at + 3;
  if (is(words, at, 'all', 'together') || is(words, at, 'for', 'everything') || is(words, at, 'for', 'all'))
    return at + 2;
  if (is(words, at, 'for', 'the', 'lot')) return at + 3;
  if (word === 'total')
    return /^(?:of|is|na|:|=|price|amount|cost|sum)$/.test(words[at + 1]?.word ?? '') ? at + 2 : at + 1;
  if (
    word === 'all' &&
    (amountAt(words, at + 1) ||
      (/^(?:na|is|for|at)$/.test(words[at + 1]?.word ?? '') && amountAt(words, at + 2)))
  )
    return at + 1;
  return WHOLE.test(word) && word !== 'together' ? at + 1 : null;
}

// "2x", "x2", "dozen", "two dozen", "half dozen", "a couple of".
function countingAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  const { said = '', word = '' } = words[at] ?? {};
  const times = /^(?:x(\d{1,7}(?:\.\d{1,3})?)|(\d{1,7}(?:\.\d{1,3})?)x)$/i.exec(said);
  if (times) return { value: Number(times[1] ?? times[2]), to: at + 1 };
  if (word === 'dozen') return { value: 12, to: ofAfter(words, at + 1) };
  if (is(words, at, 'a', 'couple') || is(words, at, 'couple', 'of'))
    return { value: 2, to: ofAfter(words, word === 'a' ? at + 2 : at + 1) };
  const number = amountAt(words, at);
  const dozen = number ?? (/^an?$/.test(word) ? { value: 1, to: at + 1, kind: 'plain' } : null);
  if (dozen && dozen.kind === 'plain' && /^dozens?$/.test(words[dozen.to]?.word ?? ''))
    return { value: dozen.value * 12, to: ofAfter(words, dozen.to + 1) };
  const x = number && number.kind === 'plain' && /^[x×]$/i.test(words[number.to]?.word ?? '');
  if (x && !amountAt(words, number.to + 1)) return { value: number.value, to: number.to + 1 };
  if (/^[x×]$/i.test(word)) {
    const counted = amountAt(words, at + 1);
    const price = counted && !/^\p{L}/u.test(words[counted.to]?.word ?? '');
    if (counted?.kind === 'plain' && price) return { value: counted.value, to: counted.to };
  }
  return null;
}

const ofAfter = (words: readonly Word[], at: number): number => (is(words, at, 'of') ? at + 1 : at);

const GLUED = /^(\d{1,7}(?:\.\d{1,2})?)(\p{L}{2,30})$/u;
const PART_OF_THING =
  /^(?:kg|g|mg|ml|cl|l|v|w|kva|kw|gb|tb|mb|mp|mm|cm|ft|inch|inches|hp|ah|st|nd|rd|th|watts?|volts?|amps?|a|d|in)$/;

// "3bags of rice" counts bags; "50kg rice" and "12V battery" are things.
function attachedUnit(words: readonly Word[], at: number): Pick<Piece, 'amount' | 'unit'> | null {
  const found = GLUED.exec(words[at]?.said ?? '');
  if (!found) return null;
  const [, digits = '', unit = ''] = found;
  if (!isUnit(unit.toLowerCase())) return null;
  if (PART_OF_THING.test(unit.toLowerCase()) && !countsMeasure(words, at, unit.toLowerCase())) return null;
  return { amount: { value: Number(digits), currency: null, kind: 'plain', each: false, to: at + 1 }, unit };
}

const countsMeasure = (words: readonly Word[], at: number, unit: string): boolean =>
  words
    .slice(at + 1, at + 10)
    .some(
      ({ word }, i, rest) => (word === 'per' || word === '/' || word === 'a') && rest[i + 1]?.word === unit,
    );

// "1. 3 mops 2. 2 buckets": the places of a list.
function listMarkAt(words: readonly Word[], at: number, before: readonly Piece[]): number | null {
  const [mark, dot, next] = [words[at], words[at + 1], words[at + 2]];
  if (!mark || !dot || !next || !/^[1-9]\d?$/.test(mark.said) || !/^[.)]$/.test(dot.said)) return null;
  if (dot.start !== mark.end || next.start === dot.end) return null;
  const place = 1 + before.filter(({ said }) => said === LIST_MARK).length;
  return Number(mark.said) === place ? at + 2 : null;
}

function figureAt(words: readonly Word[], at: number): Amount | null {
  const { word = '' } = words[at] ?? {};
  if (/^(?:n|m|k|b)$/.test(word)) return null;
  if (word === 'one' && capital(words[at + 1]) && !capital(words[at])) return null;
  if (
    word === 'one' &&
    !(
      /^\p{L}/u.test(words[at + 1]?.word ?? '') &&
      !/^(?:for|of|please|abeg|to|and)$/.test(words[at + 1]?.word ?? '')
    ) &&
    !separates(words[at - 1])
  )
    return null;
  if (
    word === 'one' &&
    /^(?:this|that|quick|the|which|another|any|last|first|new|small|next)$/.test(words[at - 1]?.word ?? '')
  )
    return null;
  if (isFour(words, at)) return null;
  const amount = amountAt(words, at);
  return amount && isNegative(words, at) ? { ...amount, value: -amount.value } : amount;
}

// "inv 4 Hakeem" is for him.
function isFour(words: readonly Word[], at: number): boolean {
  if (words[at]?.said !== '4' || !/^(?:invoice|bill|receipt)$/.test(words[at - 1]?.word ?? '')) return false;
  const next = words[at + 1];
  const word = next?.word ?? '';
  if (NAMES.has(word) || (isTitle(word) && !isUnit(word))) return true;
  return capital(next) && !isUnit(word) && !isGoods(word);
}

// "at -5k": a dash that clings to the figure after a word that leads to a price.
function isNegative(words: readonly Word[], at: number): boolean {
  const [lead, sign, figure] = [words[at - 2], words[at - 1], words[at]];
  const clings =
    sign?.said === '-' && sign.end === figure?.start && lead !== undefined && lead.end < sign.start;
  if (words[at - 1]?.word === 'minus') return /^(?:at|@|for|of|is)$/.test(words[at - 2]?.word ?? '');
  return clings && /^(?:at|@|for|of|is|to|na|price)$/.test(lead?.word ?? '');
}

/** Whether words before a figure make it part of a thing's name: "size 42", "iPhone 13". */
export const NUMBERED =
  /^(?:size|sizes|iphone|samsung|galaxy|model|type|grade|phase|class|level|series|version|infinix|tecno|itel|redmi|nokia|hp|playstation|ps|xbox|ipad|macbook|windows|room|plot|block|house|flat|chapter|part|season|week|day|volume|vol|year|jss|ss|sss|primary|basic|no|number|no\.|batch|lot|pixel|spark|hot|camon|canon|nikon|dell|elitebook|thinkpad|toyota|corolla|camry|benz|peugeot|lexus|route|gate|lane|zone|unit|stage|step|level:|pro|module|formula|seven|channel|mark|super|gen|top|apt|suite|office|studio|serial|code|ref|episode|shade|colour|color|mm|exide|omega|vitamin|note)$/;

/** Whether a word tells of a deal, so that the word before it is the customer. */
export const tellsOfDeal = (word: string): boolean => DEALS.test(word);

/** Words after a figure that make it part of what is sold: "4 tier cake", "3 seater sofa". */
export const SHAPED =
  /^(?:tier|tiered|seater|bedroom|layer|layered|inch|star|ply|phase|burner|legged|sided|volt|watt|kva|hp|storey)$/;
