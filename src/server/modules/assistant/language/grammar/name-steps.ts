import { CUSTOMER_VERBS } from '../vocabulary/invoice-words.ts';
import { MONTHS, WEEKDAYS } from '../vocabulary/lexicon.ts';
import { FIRM_WORDS } from '../vocabulary/names.ts';
import type { Chunk } from './chunk.ts';
import { nameCost } from './costs.ts';
import { type Context, hasPrice, type State, type Step, step } from './states.ts';

// After "for" or "to" announcing a customer, only small words may precede the name.
export function afterAnnouncement(state: State, { chunk }: Context): Step[] {
  if (chunk.kind === 'whom' || chunk.kind === 'small') return [step('G', state, { link: 'i' }, 0.15)];
  return chunk.kind === 'at' && /^[:=-]$/.test(chunk.word) ? [step('G', state, { link: 'i' }, 0)] : [];
}

export function leaveName(state: State, { chunk, known }: Context): { state: State; cost: number } {
  if (state.nameState !== 'now') return { state, cost: 0 };
  const done: State = { ...state, nameState: 'done' };
  if (CUSTOMER_VERBS.test(chunk.word)) return { state: done, cost: -1.4 };
  return {
    state: done,
    cost:
      chunk.kind === 'text'
        ? known.capitals && /^\p{Lu}\p{Ll}/u.test(chunk.raw)
          ? 2.2
          : 0.5
        : chunk.kind === 'and'
          ? 0.3
          : 0,
  };
}

export function nameSteps(state: State, context: Context): Step[] {
  const { chunk, known } = context;
  if (state.nameState === 'done') return [];
  const inName = state.nameState === 'now';
  if (inName && chunk.kind === 'and') return joinsName(context);
  if (inName && chunk.word === ',' && partnersFollow(context))
    return [step('C', state, { link: state.link }, 0.1)];
  if (
    inName &&
    /^(?:small|at)$/.test(chunk.kind) &&
    /^(?:of|the|by|in|on|at)$/.test(chunk.word) &&
    nameContinues(context)
  )
    return [step('C', state, { link: state.link }, 0.7)];
  if (chunk.kind === 'figure' && !inName && nameStartCost(state, context) < 0.5 && companyAhead(context))
    return [step('C', state, { nameState: 'now' }, 0.2)];
  if (inName && yearOfSet(context)) return [step('C', state, { link: state.link }, -0.6)];
  if (chunk.kind !== 'text') return [];
  const startCost = inName ? afterFirm(context) : nameStartCost(state, context);
  if (startCost > 5) return [];
  const next: State = { ...state, link: '', nameState: 'now' };
  return [
    {
      role: 'C',
      newLine: false,
      next,
      cost: startCost + nameCost(chunk, inName ? (context.last ?? null) : null, known),
    },
  ];

  function joinsName({ chunks, at }: Context): Step[] {
    const after = chunks[at + 1];
    if (after?.kind !== 'text') return [];
    const firm = FIRM_WORDS.has(after.word);
    return [{ role: 'C', newLine: false, next: state, cost: firm ? 0.1 : 0.9 }];
  }
}

// "Royal College Set 1998", "Class of 2010 Alumni".
function yearOfSet({ chunks, at, chunk }: Context): boolean {
  const year = chunk.amount?.kind === 'plain' && chunk.amount.value >= 1950 && chunk.amount.value < 2100;
  const led = [chunks[at - 1]?.word, chunks[at - 2]?.word].some((word) =>
    /^(?:set|class|batch)$/.test(word ?? ''),
  );
  return year && led;
}

// "7 Stars Ltd", "3 Brothers Ventures".
function companyAhead({ chunks, at, chunk }: Context): boolean {
  if (chunk.amount?.kind !== 'plain' || !/^\p{Lu}/u.test(chunks[at + 1]?.raw ?? '')) return false;
  const firm = chunks.findIndex(
    ({ word, raw }, i) => i > at && i < at + 5 && FIRM_WORDS.has(word) && /^\p{Lu}/u.test(raw),
  );
  return (
    firm > 0 && chunks.slice(at + 1, firm).every(({ kind, raw }) => kind === 'text' && /^\p{Lu}/u.test(raw))
  );
}

// "Ola, Kunle & Partners".
function partnersFollow({ chunks, at }: Context): boolean {
  const and = chunks.findIndex(({ kind }, i) => i > at && i < at + 4 && kind === 'and');
  const between = chunks.slice(at + 1, and);
  return (
    and > at + 1 &&
    between.every(({ kind }) => kind === 'text') &&
    FIRM_WORDS.has(chunks[and + 1]?.word ?? '')
  );
}

// "Bank of Soul", but not "Emeka the sum of".
function nameContinues(context: Context): boolean {
  const { chunks, at } = context;
  const next = chunks[at + 1];
  if (WEEKDAYS.has(next?.word ?? '') || MONTHS.has(next?.word ?? '')) return false;
  if (next?.amount && yearOfSet({ ...context, at: at + 1, chunk: next })) return true;
  return next?.kind === 'text' && (/^\p{Lu}/u.test(next.raw) || FIRM_WORDS.has(next.word));
}

const afterFirm = ({ last }: Context): number =>
  /^(?:ltd|limited|plc)\.?$/.test(last?.word ?? '') ? 1.5 : 0;

// Cost of a customer's name beginning here, by the preceding chunk.
function nameStartCost(state: State, { last, chunks, at }: Context): number {
  if (state.link === 'i') return 0;
  if (state.link !== '' && state.link !== 'a') return 9;
  if (state.parts !== '' && last?.word === 'na' && hasPrice(state.parts)) return 0.6;
  if (state.parts !== '')
    return hasPrice(state.parts) && last && /^(?:each|figure|whole|comma|stop)$/.test(last.kind) ? 2.2 : 9;
  if (!last) return 1;
  const isBilled = chunks.slice(0, at).some(({ kind }) => kind === 'bill');
  const costs: Partial<Record<Chunk['kind'], number>> = {
    bill: 0,
    whom: 0,
    stop: 1,
    comma: 1.2,
    small: 0.8,
    at: isBilled ? 0.2 : 1.2,
    and: 3,
    for: 0.3,
  };
  return costs[last.kind] ?? 9;
}

/** "For" and "to" may announce the customer in the middle of a line: "20k to Ada for braids". */
export function announceCustomer(state: State, chunk: Chunk): Step[] {
  if (state.nameState !== 'none' || chunk.word === 'per') return [];
  return [step('G', state, { link: 'i' }, state.parts === '' ? 0.1 : 0.45)];
}
