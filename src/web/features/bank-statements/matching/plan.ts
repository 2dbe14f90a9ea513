import { type Minor, minor } from '#core/money.ts';
import type { Match, StatementLine } from '../api.ts';

/** Invoice that was chosen by hand. */
export type ChosenInvoice = { id: string; number: string; customerName: string; balance: Minor };

/** Decision about a line: one of its suggestions, the payment typed before, an invoice by hand, or nothing. */
export type Choice =
  | { kind: 'suggestion'; at: number }
  | { kind: 'typed' }
  | { kind: 'invoice'; invoice: ChosenInvoice | null }
  | { kind: 'leave' };

/** The choice a line begins with: what was typed before, else the best suggestion. */
export const firstChoice = (line: Pick<StatementLine, 'typed' | 'suggestions'>): Choice =>
  line.typed
    ? { kind: 'typed' }
    : line.suggestions.length > 0
      ? { kind: 'suggestion', at: 0 }
      : { kind: 'leave' };

/** Whether it is ticked without its owner: only where nothing can be meant otherwise. */
export const isSure = (line: Pick<StatementLine, 'typed' | 'suggestions'>): boolean =>
  line.typed === null && line.suggestions[0]?.certainty === 'certain';

/** Effect of recording a line, in minor units; null where nothing is chosen. */
export type Plan = { match: Match; over: Minor; left: Minor; withheld: Minor | null };

type Share = { invoiceId: string; amount: Minor; outstanding: Minor };

export function planOf(line: StatementLine, choice: Choice): Plan | null {
  const nothing = { over: minor(0), left: minor(0), withheld: null };
  if (choice.kind === 'typed' && line.typed)
    return { ...nothing, match: { lineId: line.id, allocations: [], paymentId: line.typed.id } };
  if (choice.kind === 'invoice' && choice.invoice) {
    const { id, balance } = choice.invoice;
    const amount = minor(Math.min(line.amount, balance));
    return planWith(line, [{ invoiceId: id, amount, outstanding: balance }], null);
  }
  const suggestion = choice.kind === 'suggestion' ? line.suggestions[choice.at] : undefined;
  return suggestion ? planWith(line, suggestion.shares, suggestion.withheld) : null;
}

// Money beyond what is owed goes with the first invoice: it becomes the customer's credit.
function planWith(line: StatementLine, shares: readonly Share[], withheld: Minor | null): Plan {
  const sum = (of: (share: Share) => number) => shares.reduce((total, share) => total + of(share), 0);
  const over = minor(line.amount - sum(({ amount }) => amount));
  const allocations = shares.map(({ invoiceId, amount }, at) => ({
    invoiceId,
    amount: at === 0 ? minor(amount + over) : amount,
  }));
  const left = minor(sum(({ outstanding, amount }) => outstanding - amount));
  return {
    match: { lineId: line.id, allocations, ...(over > 0 ? { keepRestAsCredit: true } : {}) },
    over,
    left,
    withheld,
  };
}
