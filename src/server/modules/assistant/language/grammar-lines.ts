import {
  closing,
  type Link,
  priced,
  type Reader,
  type Role,
  skip,
  type State,
  type Step,
  step,
} from './grammar-states.ts';
import { isShaped } from './piece-words.ts';
import { isUnit } from './trade-words.ts';
import { asPartOfThing, asPrice, asQuantity, asThing } from './weights.ts';

export const D_GOES_ON = new Set(['D', 'QD', 'MD', 'MQD', 'QMD', 'DQD']);

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
  if (parts === 'M' || (parts === 'MQ' && link === 'f'))
    return [step('D', state, { parts: next }, cost + (toThing[link] ?? 9))];
  return link === '' ? [step('D', state, { parts: next }, cost + (parts === 'QM' ? 0.5 : 0))] : [];
}

// Without a mark between them, a new line may only begin where the one before has its price.
function freshSteps(state: State, role: Role, parts: string, cost: number): Step[] {
  if (!priced(state.parts) || (state.link !== '' && state.link !== 't')) return [];
  return [step(role, state, { parts }, closing(state.parts) + cost, true)];
}

export const text: Reader = (state, { piece, pieces, at, known }) => {
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

export const figure: Reader = (state, context) => {
  const { piece, pieces, at, last } = context;
  const { parts, link } = state;
  const next = pieces[at + 1];
  const quantity = piece.kind === 'count' ? -0.1 : asQuantity(piece, next, pieces[at + 2]);
  const led = link === 'a' || link === 'e' || next?.kind === 'each';
  const price = piece.kind === 'count' ? 9 : asPrice(piece, led);
  const steps: Step[] = [];
  // "…, so 25,800 in all" only says the sum once more.
  if (next?.kind === 'whole' && (parts === '' || priced(parts)) && at > 3)
    steps.push(step('K', state, {}, 0.7));
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
    steps.push(
      step('D', state, {}, piece.kind === 'count' ? 3 : asPartOfThing(piece, last, next, pieces[at + 2])),
    );
  if ((parts === '' || parts === 'Q') && link === '' && next && isShaped(next.word, pieces[at + 2]?.word))
    steps.push(
      step(
        'D',
        state,
        { parts: parts === '' ? 'D' : 'QD' },
        asPartOfThing(piece, last, next, pieces[at + 2]),
      ),
    );
  steps.push(...freshSteps(state, 'Q', 'Q', quantity + 0.5), ...freshSteps(state, 'M', 'M', price + 1.5));
  return [...steps, ...skip(state, piece)];
};
