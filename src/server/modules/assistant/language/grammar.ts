import { D_GOES_ON, figure, text } from './grammar-lines.ts';
import { announces, leaving, nameSteps, waiting } from './grammar-names.ts';
import {
  closing,
  type Context,
  type Link,
  priced,
  type Reader,
  type Role,
  skip,
  type State,
  type Step,
  step,
} from './grammar-states.ts';
import type { Piece } from './piece.ts';
import type { Known } from './weights.ts';

/** All ways to label the chunk at `at`. */
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

const mark =
  (link: Link, role: Role, costs: { link: number; inThing: number; start: number }): Reader =>
  (state, { piece }) => {
    if (state.parts === '') return [step('G', state, { link: state.link === 't' ? 't' : '' }, costs.start)];
    const inThing =
      D_GOES_ON.has(state.parts) && state.link === '' ? [step('D', state, {}, costs.inThing)] : [];
    return [step(role, state, { link }, costs.link + (piece.word === '' ? -0.4 : 0)), ...inThing];
  };

export const each: Reader = (state) => {
  if (state.parts === '') return [step('G', state, {}, 0.5)];
  // "ironing of 80 shirts, 250 per shirt" counts the shirts; "printing of 200 flyers 30k" does not.
  const inside = state.parts === 'DQDM' ? -0.6 : 0;
  return [step('E', state, { link: priced(state.parts) ? '' : 'e' }, priced(state.parts) ? inside : 0.2)];
};

export const whole: Reader = (state, { pieces, at }) => {
  const sums = pieces[at + 1]?.kind === 'figure' && pieces[at + 2]?.kind !== 'text';
  const after =
    sums && priced(state.parts)
      ? [step('S', state, { parts: '', link: 't' }, closing(state.parts) + 0.3)]
      : [];
  return [step(state.parts === '' ? 'G' : 'T', state, { link: 't' }, 0.2), ...after];
};

const ends = (state: State, cost: number): Step =>
  step('S', state, { parts: '' }, closing(state.parts) + cost);

export const small: Reader = (state, { piece }) => {
  const inThing = D_GOES_ON.has(state.parts) && state.link === '';
  const joins = /^(?:of|the|in|with|on|from|his|her|my|by|their|to)$/.test(piece.word) ? 0.1 : 0.5;
  return [...(inThing ? [step('D', state, {}, joins)] : []), ...skip(state, piece)];
};

// "Tailoring for Mrs Bello: 3 gowns …": the part before the colon is a heading of the whole invoice.
function heading(state: State, { piece, named }: Context): Step[] {
  if (piece.word !== ':' || state.parts !== 'D' || !named) return [];
  return [step('H', state, { parts: '' }, 0.1)];
}

// "3 shirts @ 5k = 15k": the line total stated again.
const restates = ({ parts }: State, { piece }: Context): boolean => piece.word === '=' && priced(parts);

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

export const comma = mark('c', 'G', { link: 0.5, inThing: 2.5, start: 0 });

export const stop = mark('c', 'G', { link: 1.6, inThing: 6, start: 0 });

const forMark = mark('f', 'F', { link: 0.2, inThing: 0.9, start: 0.1 });

const READERS: Record<Piece['kind'], Reader> = {
  text,
  figure,
  count: figure,
  each,
  whole,
  small,
  at: (state, context) => [
    ...(restates(state, context) ? [step('A', state, { link: 't' }, 0)] : []),
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
