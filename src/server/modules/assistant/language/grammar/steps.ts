import type { Chunk } from './chunk.ts';
import type { NameHints } from './costs.ts';
import { D_CONTINUES, figureSteps, textSteps } from './line-steps.ts';
import { afterAnnouncement, announceCustomer, leaveName, nameSteps } from './name-steps.ts';
import {
  type ChunkRule,
  closingCost,
  type Context,
  hasPrice,
  type Link,
  type Role,
  skipSteps,
  type State,
  type Step,
  step,
} from './states.ts';

/** All ways to label the chunk at `at`. */
export function stepsFrom(state: State, chunks: readonly Chunk[], at: number, known: NameHints): Step[] {
  const chunk = chunks[at];
  if (!chunk) return [];
  const named = state.nameState === 'now';
  const context: Context = { chunks, at, chunk, last: chunks[at - 1], known, named };
  const naming = nameSteps(state, context);
  if (state.link === 'i') return [...naming, ...afterAnnouncement(state, context)];
  const leftName = leaveName(state, context);
  return [
    ...naming,
    ...RULES[chunk.kind](leftName.state, context).map((step) => ({
      ...step,
      cost: step.cost + leftName.cost,
    })),
  ];
}

const linkRule =
  (link: Link, role: Role, costs: { link: number; inGoods: number; start: number }): ChunkRule =>
  (state, { chunk }) => {
    if (state.parts === '') return [step('G', state, { link: state.link === 't' ? 't' : '' }, costs.start)];
    const inGoods =
      D_CONTINUES.has(state.parts) && state.link === '' ? [step('D', state, {}, costs.inGoods)] : [];
    return [step(role, state, { link }, costs.link + (chunk.word === '' ? -0.4 : 0)), ...inGoods];
  };

export const eachSteps: ChunkRule = (state) => {
  if (state.parts === '') return [step('G', state, {}, 0.5)];
  // "ironing of 80 shirts, 250 per shirt" counts the shirts; "printing of 200 flyers 30k" does not.
  const inside = state.parts === 'DQDM' ? -0.6 : 0;
  return [step('E', state, { link: hasPrice(state.parts) ? '' : 'e' }, hasPrice(state.parts) ? inside : 0.2)];
};

export const totalSteps: ChunkRule = (state, { chunks, at }) => {
  const sums = chunks[at + 1]?.kind === 'figure' && chunks[at + 2]?.kind !== 'text';
  const after =
    sums && hasPrice(state.parts)
      ? [step('S', state, { parts: '', link: 't' }, closingCost(state.parts) + 0.3)]
      : [];
  return [step(state.parts === '' ? 'G' : 'T', state, { link: 't' }, 0.2), ...after];
};

const endLine = (state: State, cost: number): Step =>
  step('S', state, { parts: '' }, closingCost(state.parts) + cost);

export const smallSteps: ChunkRule = (state, { chunk }) => {
  const inGoods = D_CONTINUES.has(state.parts) && state.link === '';
  const joins = /^(?:of|the|in|with|on|from|his|her|my|by|their|to)$/.test(chunk.word) ? 0.1 : 0.5;
  return [...(inGoods ? [step('D', state, {}, joins)] : []), ...skipSteps(state, chunk)];
};

// "Tailoring for Mrs Bello: 3 gowns …": the part before the colon is a heading of the whole invoice.
function heading(state: State, { chunk, named }: Context): Step[] {
  if (chunk.word !== ':' || state.parts !== 'D' || !named) return [];
  return [step('H', state, { parts: '' }, 0.1)];
}

// "3 shirts @ 5k = 15k": the line total stated again.
const restatesTotal = ({ parts }: State, { chunk }: Context): boolean =>
  chunk.word === '=' && hasPrice(parts);

// "photoshoot at Jabi Lake": without a figure soon after it is no price.
function leadsToPrice({ chunks, at, chunk }: Context): boolean {
  return chunk.word !== 'at' || /^(?:figure|count|each|whole|at)$/.test(chunks[at + 1]?.kind ?? '');
}

function goodsOrSkip(state: State, { chunk }: Context): Step[] {
  const continues = D_CONTINUES.has(state.parts) && state.link === '';
  return continues ? [step('D', state, {}, 0.15)] : skipSteps(state, { ...chunk, kind: 'small' });
}

const dash = linkRule('a', 'A', { link: 0, inGoods: 1.1, start: 0.1 });

// "vinyl banner (6ft)".
function bracket(state: State, { chunk, chunks, at }: Context): Step[] {
  if (!D_CONTINUES.has(state.parts) || state.link !== '') return [];
  if (chunk.word === ')') return [step('D', state, {}, 0.1)];
  const close = chunks.findIndex(({ word }, i) => i > at && word === ')');
  const plain =
    close > at + 1 &&
    close < at + 6 &&
    chunks.slice(at + 1, close).every(({ kind }) => /^(?:text|small|and|at)$/.test(kind));
  return chunk.word === '(' && plain ? [step('D', state, {}, 0)] : [];
}

export const commaSteps = linkRule('c', 'G', { link: 0.5, inGoods: 2.5, start: 0 });

export const stopSteps = linkRule('c', 'G', { link: 1.6, inGoods: 6, start: 0 });

const forRule = linkRule('f', 'F', { link: 0.2, inGoods: 0.9, start: 0.1 });

const RULES: Record<Chunk['kind'], ChunkRule> = {
  text: textSteps,
  figure: figureSteps,
  count: figureSteps,
  each: eachSteps,
  whole: totalSteps,
  small: smallSteps,
  at: (state, context) => [
    ...(restatesTotal(state, context) ? [step('A', state, { link: 't' }, 0)] : []),
    ...(leadsToPrice(context) ? dash(state, context) : goodsOrSkip(state, context)),
    ...(/^[:–—-]$/.test(context.chunk.word) && state.parts !== '' ? [endLine(state, 0.3)] : []),
    ...heading(state, context),
    ...(/^\p{L}/u.test(context.chunk.word) && leadsToPrice(context)
      ? skipSteps(state, { ...context.chunk, kind: 'small' })
      : []),
  ],
  for: (state, context) => [
    ...forRule(state, context),
    ...announceCustomer(state, context.chunk),
    ...(state.parts === '' ? [] : [endLine(state, 1.2)]),
  ],
  times: linkRule('x', 'A', { link: 0.05, inGoods: 1, start: 0.3 }),
  and: (state) => [
    ...(D_CONTINUES.has(state.parts) && state.link === '' ? [step('D', state, {}, 0.7)] : []),
    state.parts === '' ? step('G', state, {}, 0.05) : endLine(state, 0.05),
  ],
  comma: (state, context) => [
    ...bracket(state, context),
    ...commaSteps(state, context),
    ...(state.parts === '' ? [] : [endLine(state, 0)]),
  ],
  stop: (state, context) => [
    ...stopSteps(state, context),
    ...(state.parts === '' ? [] : [endLine(state, 0)]),
  ],
  bill: (state) => [endLine(state, state.parts === '' ? 0 : 0.3)],
  whom: (state, context) => [
    ...announceCustomer(state, context.chunk),
    ...(D_CONTINUES.has(state.parts) && state.link === ''
      ? [step('D', state, {}, context.chunk.word === 'to' ? 0.15 : 0.8)]
      : []),
    ...(D_CONTINUES.has(state.parts) && state.link === ''
      ? []
      : skipSteps(state, { ...context.chunk, kind: 'small' })),
  ],
};
