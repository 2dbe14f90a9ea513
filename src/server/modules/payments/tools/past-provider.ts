import * as z from 'zod';
import { addDays, type CalendarDate, daysBetween } from '#core/dates.ts';
import { add, currencies, type Currency, type Minor } from '#core/money.ts';
import { offlineMethods } from '#core/payment-methods.ts';
import { todayOf } from '#server/kernel/scope.ts';
import { dayInput, type ReadTool } from '#server/kernel/tools.ts';
import { creditByCustomer } from '#server/modules/invoices/queries/credit.ts';
import { billedCustomers } from '#server/modules/invoices/queries/search.ts';
import { receivedBy } from '../queries/by-method.ts';
import { listClaims } from '../queries/claims.ts';

const MAX_SHOWN = 8;
const A_MONDAY = '2024-01-01';

const currency = z.enum(currencies).optional();
const creditQuery = z.object({
  customerName: z.string().max(200).optional().describe('Only of this customer'),
  currency,
});
const claimQuery = z.object({ currency });
const cashQuery = z.object({
  from: dayInput.optional().describe('Left out: Monday of this week'),
  to: dayInput.optional(),
  method: z.enum(offlineMethods).optional().describe('Left out: cash'),
  currency,
});

/** The first of what was found, how many there are, and what they come to in minor units of `currency`. */
export type Found<Row> = { currency: Currency; rows: Row[]; count: number; sum: Minor };
export type CustomerCredit = { id: string; name: string; left: Minor };
/** `customers` are those matching the given name; null without one. */
export type FoundCredit = Found<CustomerCredit> & { customers: { id: string; name: string }[] | null };
export type OpenClaim = { number: string; customer: string; amount: Minor; day: CalendarDate };
export type OnePayment = { number: string; customer: string; amount: Minor; day: CalendarDate };
export type FoundCash = Found<OnePayment> & {
  from: CalendarDate;
  to: CalendarDate;
  method: (typeof offlineMethods)[number];
};

/** Money that came past the payment providers, and what customers have to their credit. */
export const pastProviderTools = {
  credit: {
    description: 'The credit customers have: what they paid too much or was credited, and is not used yet.',
    input: creditQuery,
    read: async ({ db, actor: { businessId } }, usual, { customerName, currency: said }) => {
      const customers = customerName ? await billedCustomers(db, businessId, customerName) : null;
      const all = await creditByCustomer(db, { businessId, currency: said ?? usual });
      const meant = customers ? all.filter(({ id }) => customers.some((one) => one.id === id)) : all;
      return { ...found(said ?? usual, meant, ({ left }) => left), customers };
    },
  } satisfies ReadTool<z.output<typeof creditQuery>, FoundCredit>,
  claims: {
    description:
      'Bank alerts and screenshots that were noted, and whose money nobody has seen in the bank yet.',
    input: claimQuery,
    read: async ({ db, actor }, usual, { currency: said }) => {
      const { rows } = await listClaims(db, actor.businessId, said ?? usual, { state: 'open' });
      const claims = rows.map((row) => ({
        number: row.number,
        customer: row.customer_name,
        amount: row.amount_minor,
        day: row.day,
      }));
      return found(said ?? usual, claims, ({ amount }) => amount);
    },
  } satisfies ReadTool<z.output<typeof claimQuery>, Found<OpenClaim>>,
  cash: {
    description:
      'Money that came in cash, or in another one way, over some days, less what was given back. Usually this week.',
    input: cashQuery,
    read: async (scope, usual, input) => {
      const { businessId } = scope.actor;
      const today = todayOf(scope);
      const weekday = ((daysBetween(A_MONDAY, today) % 7) + 7) % 7;
      const [from, to] = [
        input.from ?? addDays(input.to ?? today, input.to ? 0 : -weekday),
        input.to ?? today,
      ];
      const asked = { currency: input.currency ?? usual, method: input.method ?? 'cash', from, to };
      return { ...asked, ...(await receivedBy(scope.db, { ...asked, businessId, limit: MAX_SHOWN })) };
    },
  } satisfies ReadTool<z.output<typeof cashQuery>, FoundCash>,
};

const found = <Row>(of: Currency, rows: Row[], amountOf: (row: Row) => Minor): Found<Row> => ({
  currency: of,
  rows: rows.slice(0, MAX_SHOWN),
  count: rows.length,
  sum: add(...rows.map(amountOf)),
});
