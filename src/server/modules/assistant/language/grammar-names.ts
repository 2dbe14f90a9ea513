import { type Context, priced, type State, type Step, step } from './grammar-states.ts';
import { MONTHS, WEEKDAYS } from './lexicon.ts';
import { FIRM_WORDS } from './name-words.ts';
import { OWES } from './piece-words.ts';
import type { Piece } from './piece.ts';
import { asName } from './weights.ts';

// After "for" or "to" announcing a customer, only small words may precede the name.
export function waiting(state: State, { piece }: Context): Step[] {
  if (piece.kind === 'whom' || piece.kind === 'small') return [step('G', state, { link: 'i' }, 0.15)];
  return piece.kind === 'at' && /^[:=-]$/.test(piece.word) ? [step('G', state, { link: 'i' }, 0)] : [];
}

export function leaving(state: State, { piece, known }: Context): { state: State; cost: number } {
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

export function nameSteps(state: State, context: Context): Step[] {
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
  if (piece.kind === 'figure' && !going && entry(state, context) < 0.5 && firmAhead(context))
    return [step('C', state, { whose: 'now' }, 0.2)];
  if (going && yearOfSet(context)) return [step('C', state, { link: state.link }, -0.6)];
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

// "Royal College Set 1998", "Class of 2010 Alumni".
function yearOfSet({ pieces, at, piece }: Context): boolean {
  const year = piece.amount?.kind === 'plain' && piece.amount.value >= 1950 && piece.amount.value < 2100;
  const led = [pieces[at - 1]?.word, pieces[at - 2]?.word].some((word) =>
    /^(?:set|class|batch)$/.test(word ?? ''),
  );
  return year && led;
}

// "7 Stars Ltd", "3 Brothers Ventures".
function firmAhead({ pieces, at, piece }: Context): boolean {
  if (piece.amount?.kind !== 'plain' || !/^\p{Lu}/u.test(pieces[at + 1]?.said ?? '')) return false;
  const firm = pieces.findIndex(
    ({ word, said }, i) => i > at && i < at + 5 && FIRM_WORDS.has(word) && /^\p{Lu}/u.test(said),
  );
  return (
    firm > 0 && pieces.slice(at + 1, firm).every(({ kind, said }) => kind === 'text' && /^\p{Lu}/u.test(said))
  );
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
function namesOn(context: Context): boolean {
  const { pieces, at } = context;
  const next = pieces[at + 1];
  if (WEEKDAYS.has(next?.word ?? '') || MONTHS.has(next?.word ?? '')) return false;
  if (next?.amount && yearOfSet({ ...context, at: at + 1, piece: next })) return true;
  return next?.kind === 'text' && (/^\p{Lu}/u.test(next.said) || FIRM_WORDS.has(next.word));
}

const afterFirm = ({ last }: Context): number =>
  /^(?:ltd|limited|plc)\.?$/.test(last?.word ?? '') ? 1.5 : 0;

// Cost of a customer's name beginning here, by the preceding chunk.
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

/** "For" and "to" may announce the customer in the middle of a line: "20k to Ada for braids". */
export function announces(state: State, piece: Piece): Step[] {
  if (state.whose !== 'none' || piece.word === 'per') return [];
  return [step('G', state, { link: 'i' }, state.parts === '' ? 0.1 : 0.45)];
}
