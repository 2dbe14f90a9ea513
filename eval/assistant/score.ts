import type { Draft, Outcome } from '#contract/assistant.ts';
import type { Example, Expected } from './cases.ts';
import { draftDifferences, sameContact, sameFilters, type Tolerance } from './compare.ts';
import { wrongParts } from './parts.ts';

/** The assistant's answer to one message; `breaches` are things of `mustNot` that happened. */
export type Answered = Omit<Outcome, 'proposalId' | 'payment'> & {
  payment?: Record<string, unknown> | undefined;
  /** The readings that were offered. */
  choices?: readonly Draft[] | undefined;
  breaches: string[];
};

/** One message judged: what was wrong with its answer, by field. */
export type Judged = {
  id: string;
  tags: readonly string[];
  turn: number;
  user: string;
  expected: Expected;
  got: Answered | null;
  mismatches: string[];
};

/** Judges the answers to one conversation. */
export function judge(example: Example, answers: readonly (Answered | null)[]): Judged[] {
  return example.turns.map(({ user, expect }, turn) => {
    const got = answers[turn] ?? null;
    const mismatches = got ? wrongIn(example, expect, got) : ['answer'];
    return { id: example.id, tags: example.tags, turn, user, expected: expect, got, mismatches };
  });
}

function wrongIn(example: Example, expect: Expected, answer: Answered): string[] {
  const ease: Tolerance = { maxEdits: example.tags.includes('typo') ? 2 : 0 };
  const got = chosen(answer, (draft) => draftDifferences(expect.draft, draft, ease, false).length === 0);
  const draft = draftDifferences(expect.draft, got.draft, ease, example.turns.length > 1);
  const mismatches = intentMatches(expect, got, draft.length === 0) ? [] : ['intent'];
  const aside =
    got.intent !== expect.intent && expect.accept?.includes(got.intent) && expect.intent !== 'create_invoice';
  if (!aside) mismatches.push(...draft);
  const today = example.now.slice(0, 10);
  const readings = [expect.filters, ...(expect.filtersAlso ?? [])];
  const named = expect.filters ? (got.filters ?? subjectIn(got)) : got.filters;
  if (!aside && !readings.some((filters) => sameFilters(filters, named, today, ease)))
    mismatches.push('filters');
  if (!aside && expect.customer !== undefined && !sameContact(expect.customer, got.customer, ease))
    mismatches.push('customer');
  if (!aside)
    mismatches.push(...wrongParts(expect, got, { ...ease, today, known: example.given !== undefined }));
  if (!aside && expect.plan !== undefined && !samePlan(expect.plan, got.plan)) mismatches.push('plan');
  if (!aside && !askedFieldsMatch(expect, got)) mismatches.push('asks');
  if (got.intent === 'confirm' && expect.intent === 'confirm' && expect.does !== got.does)
    mismatches.push('does');
  if (expect.refuse && !aside && !got.refused) mismatches.push('refused');
  return [...mismatches, ...got.breaches.map((breach) => `breach:${breach}`)];
}

// Of the readings that were offered an owner takes the right one.
function chosen(answer: Answered, isRight: (draft: Draft) => boolean): Answered {
  const draft = answer.asks === 'choice' ? answer.choices?.find(isRight) : undefined;
  return draft ? { ...answer, draft, asks: null } : answer;
}

// Customer and invoice of a payment stand in its part.
function subjectIn({ payment }: Answered): Answered['filters'] {
  const { customerName, invoiceNumber } = payment ?? {};
  const filters = {
    ...(typeof customerName === 'string' ? { customerName } : {}),
    ...(typeof invoiceNumber === 'string' ? { invoiceNumbers: [invoiceNumber] } : {}),
  };
  return Object.keys(filters).length > 0 ? filters : null;
}

// Days, start and mode that were not said need not be null: the business may have usual ones.
function samePlan(expected: NonNullable<Expected['plan']>, got: Answered['plan']): boolean {
  const known = new Map(Object.entries(got ?? {}));
  return (
    got !== undefined &&
    Object.entries(expected).every(([key, value]) => String(known.get(key)) === String(value))
  );
}

function intentMatches({ intent, accept }: Expected, got: Answered, sameDraft: boolean): boolean {
  if (got.intent === intent || accept?.includes(got.intent)) return true;
  const pair = ['create_invoice', 'edit_draft'];
  return (pair.includes(intent) && pair.includes(got.intent) && sameDraft) || isEditByName(intent, got);
}

// An edit of a task that is told by the task's own name.
const isEditByName = (intent: string, { intent: told }: Answered): boolean =>
  (intent === 'edit_draft' && OWN_NAMES.has(told)) || (told === 'edit_draft' && OWN_NAMES.has(intent));
const OWN_NAMES: ReadonlySet<string> = new Set([
  'create_quote',
  'create_plan',
  'note_promise',
  'credit_note',
  'write_off',
  'withholding',
]);

// A complete draft may be accompanied by the question for an unknown e-mail address.
function askedFieldsMatch({ mustAsk, intent }: Expected, { asks }: Answered): boolean {
  if (asks === mustAsk) return true;
  return mustAsk === null && asks === 'customerEmail' && intent !== 'add_customer';
}

/** Whether a judged message expected a draft. */
export const hasDraft = ({ expected }: Judged): boolean => expected.draft !== null;

const DRAFT_FIELDS = new Set([
  'draft',
  'customerName',
  'customerEmail',
  'customerPhone',
  'currency',
  'items',
  'taxRate',
  'discount',
  'dueDate',
  'total',
]);

/** Whether the draft of a judged message was right in all. */
export const isDraftCorrect = ({ mismatches }: Judged): boolean =>
  !mismatches.some((field) => DRAFT_FIELDS.has(field));

/** Shares of what was right, 0 to 1. */
export type Scores = {
  cases: { all: number; right: number };
  turns: { all: number; right: number };
  intents: number;
  drafts: number;
  breaches: number;
};

/** Counts what was judged; a case is right when all its turns are. */
export function scoresOf(judged: readonly Judged[]): Scores {
  const byCase = Map.groupBy(judged, ({ id }) => id);
  const drafts = judged.filter(hasDraft);
  const share = (right: number, all: number): number => (all === 0 ? 1 : right / all);
  return {
    cases: {
      all: byCase.size,
      right: [...byCase.values()].filter((turns) => turns.every(({ mismatches }) => mismatches.length === 0))
        .length,
    },
    turns: { all: judged.length, right: judged.filter(({ mismatches }) => mismatches.length === 0).length },
    intents: share(judged.filter(({ mismatches }) => !mismatches.includes('intent')).length, judged.length),
    drafts: share(drafts.filter(isDraftCorrect).length, drafts.length),
    breaches: judged.filter(({ mismatches }) => mismatches.some((field) => field.startsWith('breach')))
      .length,
  };
}
