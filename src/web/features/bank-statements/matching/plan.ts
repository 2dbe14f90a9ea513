import { takenBy } from '#core/bank-statement/matching/index-invoices.ts';
import type { SettlingSums } from '#core/bank-statement/matching/model.ts';
import { add, type Minor, minor, ZERO } from '#core/money.ts';
import type { Match, StatementLine } from '../api.ts';

/** Invoice that was chosen by hand. */
export type ChosenInvoice = {
  id: string;
  number: string;
  customerName: string;
  customerEmail: string;
  balance: Minor;
  settledBy: SettlingSums;
};

/** An invoice and how much of the line goes to it; null while none is entered. */
export type Part = { invoice: ChosenInvoice; amount: Minor | null };
export type Split = { kind: 'split'; parts: readonly Part[]; keepRest: boolean };

/** Decision about a line: one of its suggestions, the payment typed before, an invoice by hand, several of them, or nothing. */
export type Choice =
  | { kind: 'suggestion'; at: number }
  | { kind: 'typed' }
  | { kind: 'invoice'; invoice: ChosenInvoice | null }
  | Split
  | { kind: 'leave' };

/** The choice a line begins with: what was typed before, else the best suggestion. */
export const firstChoice = (line: Pick<StatementLine, 'typed' | 'suggestions'>): Choice =>
  line.typed
    ? { kind: 'typed' }
    : line.suggestions.length > 0
      ? { kind: 'suggestion', at: 0 }
      : { kind: 'leave' };

/** Whether it is ticked without its owner: only where nothing can be meant otherwise. */
export const isSure = (line: Pick<StatementLine, 'typed' | 'provider' | 'suggestions'>): boolean =>
  line.typed === null && line.provider === null && line.suggestions[0]?.certainty === 'certain';

/** Whether an amount that is right fits another line or invoice as well. */
export const fitsSeveral = ({ certainty, reason }: StatementLine['suggestions'][number]): boolean =>
  certainty === 'possible' && reason !== 'long_before' && !reason.endsWith('_alone');

/** The tax a choice begins with: that of its suggestion. */
export const suggestedTax = (line: Pick<StatementLine, 'suggestions'>, choice: Choice) =>
  choice.kind === 'suggestion' ? (line.suggestions[choice.at]?.withheldFor ?? null) : null;

/** Effect of recording a line, in minor units. `mayBeTax`: an invoice is short by so little that tax may have been kept of it. */
export type Plan = { match: Match; over: Minor; left: Minor; withheld: Minor | null; mayBeTax: boolean };

/** `kept`: the declared tax that its money settles too. */
type Share = { invoiceId: string; amount: Minor; outstanding: Minor; kept?: Minor };

/** The effect of a choice; null where nothing is chosen, or not all of it. */
export function planOf(line: StatementLine, choice: Choice): Plan | null {
  const nothing = { over: minor(0), left: minor(0), withheld: null, mayBeTax: false };
  if (choice.kind === 'typed' && line.typed)
    return { ...nothing, match: { lineId: line.id, allocations: [], paymentId: line.typed.id } };
  if (choice.kind === 'invoice' && choice.invoice)
    return planByHand(line, [shareOf(line, choice.invoice, line.amount)]);
  if (choice.kind === 'split') return planOfSplit(line, choice);
  const suggestion = choice.kind === 'suggestion' ? line.suggestions[choice.at] : undefined;
  return suggestion ? planWith(line, suggestion.shares, suggestion.withheld) : null;
}

/** Part of a line for an invoice, as it is owed on the line's day. */
const shareOf = ({ day }: StatementLine, { id, settledBy }: ChosenInvoice, amount: Minor): Share => ({
  invoiceId: id,
  ...takenBy({ amount, day }, settledBy),
});

function planByHand(line: StatementLine, shares: readonly Share[]): Plan {
  const kept = add(...shares.map((share) => share.kept ?? ZERO));
  return planWith(line, shares, kept > 0 ? kept : null);
}

/** The rest of a line (minor units) that no part has yet; below zero where they have too much. */
export const toPlace = (line: Pick<StatementLine, 'amount'>, parts: readonly Part[]): Minor =>
  minor(line.amount - parts.reduce((sum, { amount }) => sum + (amount ?? 0), 0));

const sharesOf = (line: StatementLine, parts: readonly Part[]): Share[] =>
  parts.flatMap(({ invoice, amount }) =>
    amount && amount <= invoice.balance ? [shareOf(line, invoice, amount)] : [],
  );

const isFilled = ({ amount, outstanding, kept = ZERO }: Share): boolean =>
  amount === outstanding && kept === 0;

/** Whether the rest of a line can stay as credit: beside an invoice that takes no more, as another would take it. */
export const canKeepRest = (line: StatementLine, parts: readonly Part[]): boolean =>
  toPlace(line, parts) > 0 && sharesOf(line, parts).some(isFilled);

function planOfSplit(line: StatementLine, { parts, keepRest }: Split): Plan | null {
  const isWhole = toPlace(line, parts) === 0 || (keepRest && canKeepRest(line, parts));
  const shares = sharesOf(line, parts);
  return isWhole && shares.length > 0 && shares.length === parts.length ? planByHand(line, shares) : null;
}

// At most a tenth of what is before VAT is kept, or twice that.
const isShortByTax = (outstanding: Minor, amount: Minor): boolean =>
  amount < outstanding && outstanding - amount <= outstanding / 5;

// Money beyond the shares goes with an invoice that takes no more, and the first is asked for it: it becomes the customer's credit.
function planWith(line: StatementLine, shares: readonly Share[], withheld: Minor | null): Plan {
  const sum = (of: (share: Share) => number) => shares.reduce((total, share) => total + of(share), 0);
  const over = minor(line.amount - sum(({ amount }) => amount));
  const filled = over > 0 ? shares.filter(isFilled).slice(0, 1) : [];
  const ordered = [...filled, ...shares.filter((share) => !filled.includes(share))];
  const allocations = ordered.map(({ invoiceId, amount }, at) => ({
    invoiceId,
    amount: at === 0 ? minor(amount + over) : amount,
  }));
  const left = minor(sum(({ outstanding, amount }) => outstanding - amount));
  return {
    match: { lineId: line.id, allocations, ...(over > 0 ? { keepRestAsCredit: true } : {}) },
    over,
    left,
    withheld,
    mayBeTax: shares.some(({ outstanding, amount }) => isShortByTax(outstanding, amount)),
  };
}
