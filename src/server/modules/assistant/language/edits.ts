import type { Draft } from '#contract/assistant.ts';
import { currencyOf } from './amounts.ts';
import { laterDateIn } from './dates.ts';
import { answerTo } from './draft-answers.ts';
import { missingIn, withTotal } from './draft-sums.ts';
import { asideOf, type ReadDraft, type Terms, termsIn } from './draft.ts';
import { takeClause } from './edit-apply.ts';
import type { Change } from './edit-change.ts';
import { type Clause, clausesOf } from './edit-clauses.ts';
import { customerEdit } from './edit-customer.ts';
import { repaired } from './repairs.ts';
import { type Span, within } from './spans.ts';
import type { Aside, Pending, Surroundings } from './understanding.ts';
import type { Word } from './words.ts';

const LONGEST_CHANGE = 400;
const EMPTY: Omit<Draft, 'taxRate'> = {
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  currency: null,
  items: [],
  discount: null,
  dueDate: null,
  total: null,
};

/**
 * Changes an invoice that is under way, or takes the answer to its one question: "make it 4 bags, add VAT and due Friday".
 * Null where the message is not about it.
 */
export function editDraft(
  message: readonly Word[],
  pending: Pending,
  surroundings: Surroundings,
): ReadDraft | null {
  if (message.length > LONGEST_CHANGE) return null;
  const words = repaired(message, surroundings.today);
  const draft = pending.draft ?? { ...EMPTY, taxRate: surroundings.taxRate, currency: surroundings.currency };
  const terms = termsIn(words, surroundings);
  const later = laterDateIn(words, draft.dueDate, surroundings.today);
  const begun = withTerms(
    { draft, changed: false, said: [], unclear: null, line: null },
    terms,
    later,
    undated(words),
  );
  const free = blanked(words, [...terms.spans, ...(later ? [later] : [])]);
  const answer = answerTo(free, pending.asks, begun, surroundings);
  const change = edited(answer ? free.slice(answer.rest) : free, answer?.change ?? begun, surroundings);
  if (!change.changed && !terms.second && !terms.due) return null;
  return finished(change, terms, later !== null, words);
}

function withTerms(change: Change, terms: Terms, later: { date: string } | null, undated: boolean): Change {
  const { draft } = change;
  const due = later ? later.date : terms.due ? terms.due.date : undated ? null : draft.dueDate;
  const next: Draft = {
    ...draft,
    customerEmail: terms.email ?? draft.customerEmail,
    customerPhone: terms.phone ?? draft.customerPhone,
    taxRate: terms.taxRate ?? draft.taxRate,
    discount: terms.discount === undefined ? draft.discount : terms.discount,
    dueDate: due,
  };
  const changed =
    undated || later !== null || terms.due !== null || terms.taxRate !== null || terms.discount !== undefined;
  return {
    ...change,
    draft: next,
    changed: changed || terms.email !== null || terms.phone !== null || terms.currencies.length > 0,
    said: [...terms.currencies],
  };
}

// "no due date", "remove the deadline".
const undated = (words: readonly Word[]): boolean =>
  words.some(
    ({ word }, at) =>
      /^(?:no|remove|without|clear|cancel|comot)$/.test(word) &&
      /^(?:due|deadline)$/.test(words[words[at + 1]?.word === 'the' ? at + 2 : at + 1]?.word ?? ''),
  );

/** The words with understood spans blanked out; positions stay the same. */
export const blanked = (words: readonly Word[], spans: readonly Span[]): Word[] =>
  words.map((word, at) => (within(spans, at) ? { ...word, said: ',', word: ',' } : word));

function edited(words: readonly Word[], begun: Change, surroundings: Surroundings): Change {
  const currency = currencyAlone(words);
  const renamed = customerEdit(words, begun.draft, surroundings);
  const named: Change = renamed
    ? { ...begun, changed: true, draft: { ...begun.draft, customerName: renamed.name } }
    : begun;
  const spans = [renamed, currency].filter((span) => span !== null);
  const stated = currency ? { ...named, changed: true, said: [...named.said, currency.code] } : named;
  let verb: Clause['verb'] = null;
  let change = stated;
  for (const clause of clausesOf(blanked(words, spans))) {
    const next = takeClause({ ...clause, verb: clause.verb ?? verb }, change, surroundings);
    verb = clause.verb ?? verb;
    change = next;
  }
  return change;
}

// "sorry, dollars", "make it naira", "change the currency to USD".
function currencyAlone(words: readonly Word[]): (Span & { code: string }) | null {
  const at = words.findIndex(
    ({ word, said }, i) =>
      currencyOf(word) !== null &&
      said !== 'n' &&
      !/\d/.test(words[i - 1]?.said ?? '') &&
      !/^(?:thousand|k|million|hundred|grand)$/.test(words[i - 1]?.word ?? ''),
  );
  const code = currencyOf(words[at]?.word ?? '');
  if (at === -1 || !code || /\d/.test(words[at + 1]?.said ?? '') || /^[#₦$£€]$/.test(words[at]?.said ?? ''))
    return null;
  const noFigures = !words.some(({ said }) => /\d/.test(said));
  const leads = /^(?:in|to|mean|meant|sorry|use|as|currency|be|is|na|it|am|,|dollar|us|actually|not)$/.test(
    words[at - 1]?.word ?? '',
  );
  return noFigures || leads || at === 0 ? { from: at, to: at + 1, code } : null;
}

function finished(change: Change, terms: Terms, moved: boolean, words: readonly Word[]): ReadDraft {
  const named = [...new Set(change.said)];
  const [only] = named;
  const standing = change.draft.currency;
  const stated = terms.currencies.length > 0 || change.draft.items.length <= 1 || !standing;
  const single = named.length === 1 && (only === 'NGN' || only === 'USD') ? only : null;
  const clash =
    named.length > 0 &&
    (!single || (single !== standing && !stated && !change.unclear && change.line !== null));
  const currency = named.length === 0 ? standing : clash ? null : single;
  const draft = withTotal({ ...change.draft, currency });
  const asides: Aside[] = clash ? [{ kind: 'currency', said: named.join(', ') }] : [];
  const due = moved ? null : terms.due;
  const asks = missingIn(draft) ?? change.unclear ?? (due && !due.date ? 'dueDate' : null);
  return {
    draft,
    asks,
    asides: [...asides, ...(due ? asideOf(due, words) : [])],
    // oxlint-disable-next-line unicorn/no-thenable -- the name of the field on the wire
    then: terms.second?.then ?? null,
    channels: terms.second?.channels ?? [],
  };
}
