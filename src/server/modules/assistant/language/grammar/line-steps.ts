import { isUnit } from '../vocabulary/goods.ts';
import { isAttribute } from '../vocabulary/invoice-words.ts';
import { goodsCost, goodsPartCost, priceCost, quantityCost } from './costs.ts';
import {
  type ChunkRule,
  closingCost,
  hasPrice,
  type Link,
  type Role,
  skipSteps,
  type State,
  type Step,
  step,
} from './states.ts';

export const D_CONTINUES = new Set(['D', 'QD', 'MD', 'MQD', 'QMD', 'DQD']);

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

const goodsLinkCost: Partial<Record<Link, number>> = { '': 0.6, f: 0, c: 0.5, a: 0.4, t: 0.6 };

function goodsSteps(state: State, cost: number): Step[] {
  const { parts, link } = state;
  if (D_CONTINUES.has(parts)) return link === '' ? [step('D', state, {}, cost)] : [];
  const next = WITH_D[parts];
  if (!next) return [];
  if (parts === 'M' || (parts === 'MQ' && link === 'f'))
    return [step('D', state, { parts: next }, cost + (goodsLinkCost[link] ?? 9))];
  return link === '' ? [step('D', state, { parts: next }, cost + (parts === 'QM' ? 0.5 : 0))] : [];
}

// Without a mark between them, a new line may only begin where the one before has its price.
function newLineSteps(state: State, role: Role, parts: string, cost: number): Step[] {
  if (!hasPrice(state.parts) || (state.link !== '' && state.link !== 't')) return [];
  return [step(role, state, { parts }, closingCost(state.parts) + cost, true)];
}

export const textSteps: ChunkRule = (state, { chunk, chunks, at, known }) => {
  const cost = goodsCost(chunk, known);
  const inside = state.parts === 'DQ' && state.link === '' && /^(?:of|for)$/.test(chunks[at - 2]?.word ?? '');
  const unit = !inside && isUnit(chunk.word) && state.link === '' ? WITH_U[state.parts] : undefined;
  return [
    ...goodsSteps(state, cost),
    ...newLineSteps(state, 'D', 'D', cost + 0.7),
    ...(inside ? [step('D', state, { parts: 'DQD' }, cost)] : []),
    ...(unit ? [step('U', state, { parts: unit }, -0.1)] : []),
    ...skipSteps(state, chunk),
  ];
};

const quantityLinkCost: Partial<Record<Link, number>> = { '': 0.1, f: 0, c: 0.5, a: 0.4, x: -0.2 };

const priceLinkCost: Partial<Record<Link, number>> = { '': 0.05, a: 0, f: 0, c: 0.3, e: 0, t: 0, x: 0 };

export const figureSteps: ChunkRule = (state, context) => {
  const { chunk, chunks, at, last } = context;
  const { parts, link } = state;
  const next = chunks[at + 1];
  const quantity = chunk.kind === 'count' ? -0.1 : quantityCost(chunk, next, chunks[at + 2]);
  const led = link === 'a' || link === 'e' || next?.kind === 'each';
  const price = chunk.kind === 'count' ? 9 : priceCost(chunk, led);
  const steps: Step[] = [];
  // "…, so 25,800 in all" only says the sum once more.
  if (next?.kind === 'whole' && (parts === '' || hasPrice(parts)) && at > 3)
    steps.push(step('K', state, {}, 0.7));
  if (link === 't' && next?.kind !== 'text' && (parts === '' || hasPrice(parts)))
    steps.push(step('K', state, {}, 0.2));
  const withQ = WITH_Q[parts];
  if (withQ)
    steps.push(
      step(
        'Q',
        state,
        { parts: withQ },
        quantity +
          (parts === '' ? 0 : (quantityLinkCost[link] ?? 9) + (hasPrice(parts) && link === '' ? 0.6 : 0)),
      ),
    );
  const withM = WITH_M[parts];
  if (withM)
    steps.push(
      step(
        'M',
        state,
        { parts: withM },
        price + (priceLinkCost[link] ?? 9) + (parts === 'Q' && link === '' ? 0.3 : 0),
      ),
    );
  if (D_CONTINUES.has(parts) && link === '')
    steps.push(
      step('D', state, {}, chunk.kind === 'count' ? 3 : goodsPartCost(chunk, last, next, chunks[at + 2])),
    );
  if ((parts === '' || parts === 'Q') && link === '' && next && isAttribute(next.word, chunks[at + 2]?.word))
    steps.push(
      step(
        'D',
        state,
        { parts: parts === '' ? 'D' : 'QD' },
        goodsPartCost(chunk, last, next, chunks[at + 2]),
      ),
    );
  steps.push(...newLineSteps(state, 'Q', 'Q', quantity + 0.5), ...newLineSteps(state, 'M', 'M', price + 1.5));
  return [...steps, ...skipSteps(state, chunk)];
};
