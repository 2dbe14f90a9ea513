import { OWES, type Piece, SHAPED } from './pieces.ts';
import { asName, asNothing, asPartOfThing, asPrice, asQuantity, asThing, type Known } from './weights.ts';
import { FIRM_WORDS } from './name-words.ts';
import { isUnit } from './trade-words.ts';

/**
 * What a piece was taken for. Q how many, D a word of what is sold, U a unit after its thing, M the price, E each, T all of
 * them, A and F lead to a price (F is "for"), S ends a line, N begins a line by itself, C a word of the customer's name,
 * G nothing, H ends a heading that is no line.
 */
export type Role = 'Q' | 'D' | 'U' | 'M' | 'E' | 'T' | 'A' | 'F' | 'S' | 'C' | 'G' | 'H' | 'K';

/** Where a reading stands: the parts of the line so far, what was said since, and whether the customer is known. */
export type State = { parts: string; link: Link; whose: Whose };
type Link = '' | 'a' | 'f' | 'c' | 'x' | 'e' | 't' | 'i';
type Whose = 'none' | 'now' | 'done';
/** One way to take the next piece. `fresh` where it begins a new line. */
export type Step = { role: Role; fresh: boolean; next: State; cost: number };

export const BEGIN: State = { parts: '', link: '', whose: 'none' };
/** For words that name no customer, such as a line to be added. */
export const BEGIN_LINES: State = { parts: '', link: '', whose: 'done' };

/** For the answer to whom the invoice is for. */
export const BEGIN_NAME: State = { parts: '', link: 'i', whose: 'none' };

const NOBODY = 3;
/** What it costs to end a line with these parts; those that are not here are no lines. */
const CLOSING: Record<string, number> = {
  '': 0,
  QDM: 0,
  DM: 0,
  DQM: 0.1,
  DQUM: 0,
  DMQ: 0.3,
  DMQU: 0.1,
  MQD: 0.2,
  MD: 0.2,
  QMD: 0.6,
  DQDM: 0.9,
  DQD: 4,
  QM: 2.2,
  M: 2.6,
  QD: 2,
  D: 2.6,
  DQ: 2.3,
  DQU: 2.1,
  MQ: 3.2,
  Q: 5,
};

const priced = (parts: string): boolean => parts.includes('M');
const closing = (parts: string): number => CLOSING[parts] ?? 9;

/** What it costs to end the message here. */
export const ending = ({ parts, whose }: State): number => closing(parts) + (whose === 'none' ? NOBODY : 0);

/** All ways to take the piece at `at`. */
export function stepsFrom(state: State, pieces: readonly Piece[], at: number, known: Known): Step[] {
  const piece = pieces[at];
  if (!piece) return [];
  const named = state.whose === 'now';
  const context: Context = { pieces, at, piece, last: pieces[at - 1], known, named };
  const naming = nameSteps(state, context);
  if (state.link === 'i') return [...naming, ...waiting(state, context)];
  const left = leaving(state, context);
  return [
    ...naming,
    ...READERS[piece.kind](left.state, context).map((step) => ({ ...step, cost: step.cost + left.cost })),
  ];
}

type Context = {
  pieces: readonly Piece[];
  at: number;
  piece: Piece;
  last: Piece | undefined;
  known: Known;
  /** The customer's name stands right before. */
  named: boolean;
};
type Reader = (state: State, context: Context) => Step[];

const step = (role: Role, state: State, changes: Partial<State>, cost: number, fresh = false): Step => ({
  role,
  fresh,
  next: { ...state, link: '', ...changes },
  cost,
});

// After "for" or "to" that announces a customer only small words may come before the name.
function waiting(state: State, { piece }: Context): Step[] {
  if (piece.kind === 'whom' || piece.kind === 'small') return [step('G', state, { link: 'i' }, 0.15)];
  return piece.kind === 'at' && /^[:=-]$/.test(piece.word) ? [step('G', state, { link: 'i' }, 0)] : [];
}

function leaving(state: State, { piece, known }: Context): { state: State; cost: number } {
  if (state.whose !== 'now') return { state, cost: 0 };
  const done: State = { ...state, whose: 'done' };
  if (OWES.test(piece.word)) return { state: done, cost: -1.4 };
  return {
    state: done,
    cost:
      piece.kind === 'text'
        ? known.capitals && /^\p{Lu}\p{Ll}/u.test(piece.said)
          ? 2.2
          : 0.5
        : piece.kind === 'and'
          ? 0.3
          : 0,
  };
}

function nameSteps(state: State, context: Context): Step[] {
  const { piece, known } = context;
  if (state.whose === 'done') return [];
  const going = state.whose === 'now';
  if (going && piece.kind === 'and') return joinsName(context);
  if (going && piece.word === ',' && partners(context)) return [step('C', state, { link: state.link }, 0.1)];
  if (
    going &&
    /^(?:small|at)$/.test(piece.kind) &&
    /^(?:of|the|by|in|on|at)$/.test(piece.word) &&
    namesOn(context)
  )
    return [step('C', state, { link: state.link }, 0.7)];
  if (piece.kind !== 'text') return [];
  const entering = going ? afterFirm(context) : entry(state, context);
  if (entering > 5) return [];
  const next: State = { ...state, link: '', whose: 'now' };
  return [
    {
      role: 'C',
      fresh: false,
      next,
      cost: entering + asName(piece, going ? (context.last ?? null) : null, known),
    },
  ];

  function joinsName({ pieces, at }: Context): Step[] {
    const after = pieces[at + 1];
    if (after?.kind !== 'text') return [];
    const firm = FIRM_WORDS.has(after.word);
    return [{ role: 'C', fresh: false, next: state, cost: firm ? 0.1 : 0.9 }];
  }
}

// "Ola, Kunle & Partners".
function partners({ pieces, at }: Context): boolean {
  const and = pieces.findIndex(({ kind }, i) => i > at && i < at + 4 && kind === 'and');
  const between = pieces.slice(at + 1, and);
  return (
    and > at + 1 &&
    between.every(({ kind }) => kind === 'text') &&
    FIRM_WORDS.has(pieces[and + 1]?.word ?? '')
  );
}

// "Bank of Soul", but not "Emeka the sum of".
function namesOn({ pieces, at }: Context): boolean {
  const next = pieces[at + 1];
  return next?.kind === 'text' && (/^\p{Lu}/u.test(next.said) || FIRM_WORDS.has(next.word));
}

const afterFirm = ({ last }: Context): number =>
  /^(?:ltd|limited|plc)\.?$/.test(last?.word ?? '') ? 1.5 : 0;

// How likely a customer's name begins here, by what stands before it.
function entry(state: State, { last, pieces, at }: Context): number {
  if (state.link === 'i') return 0;
  if (state.link !== '' && state.link !== 'a') return 9;
  if (state.parts !== '' && last?.word === 'na' && priced(state.parts)) return 0.6;
  if (state.parts !== '')
    return priced(state.parts) && last && /^(?:each|figure|whole|comma|stop)$/.test(last.kind) ? 2.2 : 9;
  if (!last) return 1;
  const billed = pieces.slice(0, at).some(({ kind }) => kind === 'bill');
  const costs: Partial<Record<Piece['kind'], number>> = {
    bill: 0,
    whom: 0,
    stop: 1,
    comma: 1.2,
    small: 0.8,
    at: billed ? 0.2 : 1.2,
    and: 3,
    for: 0.3,
  };
  return costs[last.kind] ?? 9;
}

const D_GOES_ON = new Set(['D', 'QD', 'MD', 'MQD', 'QMD', 'DQD']);
const WITH_D: Record<string, string> = { '': 'D', Q: 'QD', M: 'MD', MQ: 'MQD', QM: 'QMD' };
const WITH_Q: Record<string, string> = { '': 'Q', D: 'DQ', M: 'MQ', DM: 'DMQ' };
const WITH_M: Record<string, string> = {
  '': 'M',
  Q: 'QM',
  D: 'DM',
  QD: 'QDM',
  DQ: 'DQM',
  DQU: 'DQUM',
  DQD: 'DQDM',
};
const WITH_U: Record<string, string> = { DQ: 'DQU', DQU: 'DQU', DMQ: 'DMQU', DMQU: 'DMQU' };

const toThing: Partial<Record<Link, number>> = { '': 0.6, f: 0, c: 0.5, a: 0.4, t: 0.6 };

function thingSteps(state: State, cost: number): Step[] {
  const { parts, link } = state;
  if (D_GOES_ON.has(parts)) return link === '' ? [step('D', state, {}, cost)] : [];
  const next = WITH_D[parts];
  if (!next) return [];
  if (parts === 'M') return [step('D', state, { parts: next }, cost + (toThing[link] ?? 9))];
  return link === '' ? [step('D', state, { parts: next }, cost + (parts === 'QM' ? 0.5 : 0))] : [];
}

// Without a mark between them, a new line may only begin where the one before has its price.
function freshSteps(state: State, role: Role, parts: string, cost: number): Step[] {
  if (!priced(state.parts) || (state.link !== '' && state.link !== 't')) return [];
  return [step(role, state, { parts }, closing(state.parts) + cost, true)];
}

const skip = (state: State, piece: Piece): Step[] => [
  step('G', state, { link: state.link }, asNothing(piece)),
];

const text: Reader = (state, { piece, pieces, at, known }) => {
  const cost = asThing(piece, known);
  const inside = state.parts === 'DQ' && state.link === '' && /^(?:of|for)$/.test(pieces[at - 2]?.word ?? '');
  const unit = !inside && isUnit(piece.word) && state.link === '' ? WITH_U[state.parts] : undefined;
  return [
    ...thingSteps(state, cost),
    ...freshSteps(state, 'D', 'D', cost + 0.7),
    ...(inside ? [step('D', state, { parts: 'DQD' }, cost)] : []),
    ...(unit ? [step('U', state, { parts: unit }, -0.1)] : []),
    ...skip(state, piece),
  ];
};

const toQuantity: Partial<Record<Link, number>> = { '': 0.1, f: 0, c: 0.5, a: 0.4, x: -0.2 };
const toPrice: Partial<Record<Link, number>> = { '': 0.05, a: 0, f: 0, c: 0.3, e: 0, t: 0, x: 0 };

const figure: Reader = (state, context) => {
  const { piece, pieces, at, last } = context;
  const { parts, link } = state;
  const next = pieces[at + 1];
  const quantity = piece.kind === 'count' ? -0.1 : asQuantity(piece, next);
  const led = link === 'a' || link === 'e' || next?.kind === 'each';
  const price = piece.kind === 'count' ? 9 : asPrice(piece, led);
  const steps: Step[] = [];
  if (link === 't' && next?.kind !== 'text' && (parts === '' || priced(parts)))
    steps.push(step('K', state, {}, 0.2));
  const withQ = WITH_Q[parts];
  if (withQ)
    steps.push(
      step(
        'Q',
        state,
        { parts: withQ },
        quantity + (parts === '' ? 0 : (toQuantity[link] ?? 9) + (priced(parts) && link === '' ? 0.6 : 0)),
      ),
    );
  const withM = WITH_M[parts];
  if (withM)
    steps.push(
      step(
        'M',
        state,
        { parts: withM },
        price + (toPrice[link] ?? 9) + (parts === 'Q' && link === '' ? 0.3 : 0),
      ),
    );
  if (D_GOES_ON.has(parts) && link === '')
    steps.push(step('D', state, {}, piece.kind === 'count' ? 3 : asPartOfThing(piece, last, next)));
  if ((parts === '' || parts === 'Q') && link === '' && next && SHAPED.test(next.word))
    steps.push(step('D', state, { parts: parts === '' ? 'D' : 'QD' }, asPartOfThing(piece, last, next)));
  steps.push(...freshSteps(state, 'Q', 'Q', quantity + 0.5), ...freshSteps(state, 'M', 'M', price + 1.5));
  return [...steps, ...skip(state, piece)];
};

const mark =
  (link: Link, role: Role, costs: { link: number; inThing: number; start: number }): Reader =>
  (state, { piece }) => {
    if (state.parts === '') return [step('G', state, { link: state.link === 't' ? 't' : '' }, costs.start)];
    const inThing =
      D_GOES_ON.has(state.parts) && state.link === '' ? [step('D', state, {}, costs.inThing)] : [];
    return [step(role, state, { link }, costs.link + (piece.word === '' ? -0.4 : 0)), ...inThing];
  };

const each: Reader = (state) => {
  if (state.parts === '') return [step('G', state, {}, 0.5)];
  // "ironing of 80 shirts, 250 per shirt" counts the shirts; "printing of 200 flyers 30k" does not.
  const inside = state.parts === 'DQDM' ? -0.6 : 0;
  return [step('E', state, { link: priced(state.parts) ? '' : 'e' }, priced(state.parts) ? inside : 0.2)];
};

const whole: Reader = (state, { pieces, at }) => {
  const sums = pieces[at + 1]?.kind === 'figure' && pieces[at + 2]?.kind !== 'text';
  const after =
    sums && priced(state.parts)
      ? [step('S', state, { parts: '', link: 't' }, closing(state.parts) + 0.3)]
      : [];
  return [step(state.parts === '' ? 'G' : 'T', state, { link: 't' }, 0.2), ...after];
};

const ends = (state: State, cost: number): Step =>
  step('S', state, { parts: '' }, closing(state.parts) + cost);

/** "For" and "to" may announce the customer in the middle of a line: "20k to Ada for braids". */
function announces(state: State, piece: Piece): Step[] {
  if (state.whose !== 'none' || piece.word === 'per') return [];
  return [step('G', state, { link: 'i' }, state.parts === '' ? 0.1 : 0.45)];
}

const small: Reader = (state, { piece }) => {
  const inThing = D_GOES_ON.has(state.parts) && state.link === '';
  const joins = /^(?:of|the|in|with|on|from|his|her|my|by|their|to)$/.test(piece.word) ? 0.1 : 0.5;
  return [...(inThing ? [step('D', state, {}, joins)] : []), ...skip(state, piece)];
};

// "Tailoring for Mrs Bello: 3 gowns …": what stands before the mark is what the whole invoice is about.
function heading(state: State, { piece, named }: Context): Step[] {
  if (piece.word !== ':' || state.parts !== 'D' || !named) return [];
  return [step('H', state, { parts: '' }, 0.1)];
}

// "photoshoot at Jabi Lake": without a figure soon after it is no price.
function leadsToPrice({ pieces, at, piece }: Context): boolean {
  return piece.word !== 'at' || /^(?:figure|count|each|whole|at)$/.test(pieces[at + 1]?.kind ?? '');
}

function inThing(state: State, { piece }: Context): Step[] {
  const goesOn = D_GOES_ON.has(state.parts) && state.link === '';
  return goesOn ? [step('D', state, {}, 0.15)] : skip(state, { ...piece, kind: 'small' });
}

const dash = mark('a', 'A', { link: 0, inThing: 1.1, start: 0.1 });
// "vinyl banner (6ft)".
function bracket(state: State, { piece, pieces, at }: Context): Step[] {
  if (!D_GOES_ON.has(state.parts) || state.link !== '') return [];
  if (piece.word === ')') return [step('D', state, {}, 0.1)];
  const close = pieces.findIndex(({ word }, i) => i > at && word === ')');
  const plain =
    close > at + 1 &&
    close < at + 6 &&
    pieces.slice(at + 1, close).every(({ kind }) => /^(?:text|small|and|at)$/.test(kind));
  return piece.word === '(' && plain ? [step('D', state, {}, 0)] : [];
}

const comma = mark('c', 'G', { link: 0.5, inThing: 2.5, start: 0 });
const stop = mark('c', 'G', { link: 1.6, inThing: 6, start: 0 });
const forMark = mark('f', 'F', { link: 0.2, inThing: 0.9, start: 0.1 });

const READERS: Record<Piece['kind'], Reader> = {
  text,
  figure,
  count: figure,
  each,
  whole,
  small,
  at: (state, context) => [
    ...(leadsToPrice(context) ? dash(state, context) : inThing(state, context)),
    ...(/^[:–—-]$/.test(context.piece.word) && state.parts !== '' ? [ends(state, 0.3)] : []),
    ...heading(state, context),
    ...(/^\p{L}/u.test(context.piece.word) && leadsToPrice(context)
      ? skip(state, { ...context.piece, kind: 'small' })
      : []),
  ],
  for: (state, context) => [
    ...forMark(state, context),
    ...announces(state, context.piece),
    ...(state.parts === '' ? [] : [ends(state, 1.2)]),
  ],
  times: mark('x', 'A', { link: 0.05, inThing: 1, start: 0.3 }),
  and: (state) => [
    ...(D_GOES_ON.has(state.parts) && state.link === '' ? [step('D', state, {}, 0.7)] : []),
    state.parts === '' ? step('G', state, {}, 0.05) : ends(state, 0.05),
  ],
  comma: (state, context) => [
    ...bracket(state, context),
    ...comma(state, context),
    ...(state.parts === '' ? [] : [ends(state, 0)]),
  ],
  stop: (state, context) => [...stop(state, context), ...(state.parts === '' ? [] : [ends(state, 0)])],
  bill: (state) => [ends(state, state.parts === '' ? 0 : 0.3)],
  whom: (state, context) => [
    ...announces(state, context.piece),
    ...(D_GOES_ON.has(state.parts) && state.link === ''
      ? [step('D', state, {}, context.piece.word === 'to' ? 0.15 : 0.8)]
      : []),
    ...(D_GOES_ON.has(state.parts) && state.link === ''
      ? []
      : skip(state, { ...context.piece, kind: 'small' })),
  ],
};
