import type { Minor } from '#core/money.ts';
import type { Staff } from '../api.ts';
import type { Bank, ListedRow } from './parse-list.ts';

/** A payee: from the staff list, or with an account whose holder is still looked up. */
export type Payee = {
  key: string;
  name: string;
  email: string;
  amount: Minor;
  to: { staff: Staff } | { bank: Bank; accountNumber: string };
};

/** Of whom on the staff list is ticked, and with what amount; untouched ones have no entry. */
export type Selection = Readonly<Record<string, { on: boolean; amount: Minor | null }>>;

export type BatchInput = { source: string; ticks: Selection; list: string; description: string };

export const selectionOf = (ticks: Selection, staff: Staff) =>
  ticks[staff.id] ?? { on: false, amount: staff.usualAmount };

/** Those ticked, in the order of the list. */
export const selectedStaff = (ticks: Selection, staff: readonly Staff[]): Staff[] =>
  staff.filter((one) => selectionOf(ticks, one).on);

/** Those ticked as they will be paid; whoever has no amount yet is missing. */
export const payeesOfSelection = (ticks: Selection, staff: readonly Staff[]): Payee[] =>
  selectedStaff(ticks, staff).flatMap((one) => {
    const { amount } = selectionOf(ticks, one);
    return amount !== null && amount > 0
      ? [{ key: one.id, name: one.name, email: one.email, amount, to: { staff: one } }]
      : [];
  });

/** The good rows of a list as they will be paid. */
export const payeesOfList = (rows: readonly ListedRow[]): Payee[] =>
  rows.flatMap(({ line, person }) => (person ? [{ key: `line ${line}`, ...person }] : []));

/** Those whose account somebody above them has as well, as far as its end and its holder tell. */
export function paidTwice(people: readonly Payee[], holderOf: (one: Payee) => string | undefined): Payee[] {
  const seen = new Set<string>();
  return people.filter((one) => {
    const { to } = one;
    const [bank, number] =
      'staff' in to ? [to.staff.bankCode, to.staff.accountNumber] : [to.bank.code, to.accountNumber];
    const account = [bank, number.slice(-4), holderOf(one)].join(' ');
    return seen.size === seen.add(account).size;
  });
}
