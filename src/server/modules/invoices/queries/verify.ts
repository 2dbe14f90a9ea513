import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { ToldEarly } from '#core/early-payment.ts';
import type { Currency, Minor } from '#core/money.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { type PublicState, publicStateOf, replacedOn, statusOf } from '../rules/invoice.ts';
import type { Invoice, PayTo } from '../table.ts';
import { type Evidence, weakestEvidence } from './evidence.ts';
import { type Issuer, issuerOf } from './issuer.ts';
import { printedPayTo } from './pay-to.ts';
import { reservedAccount } from './reserved-account.ts';
import { openEarly, taxKeptOf, type ToldTax, toldTaxOf, toPayOf } from './withholding.ts';

/** Invoice details for verifying a printed copy. Neither customer nor items: the copy has them. */
export type VerifiedInvoice = {
  issuer: Issuer;
  /** `draft`: not sent yet. `asked`: a pending POS sale, whose amount anybody can enter; nothing was paid. */
  state: 'draft' | 'asked' | PublicState;
  number: string;
  currency: Currency;
  /** Minor units of `currency`. */
  total: Minor;
  paid: Minor;
  /** Settled without money. */
  credited: Minor;
  writtenOff: Minor;
  tax: ToldTax | null;
  /** The part of its balance that is asked for, and the discount for paying early that is still open. */
  toPay: Minor;
  offer: ToldEarly | null;
  issued: CalendarDate;
  due: CalendarDate;
  paidOn: CalendarDate | null;
  /** How the money on it is known, by the weakest of it. */
  evidence: Evidence;
  /** The day it last took the place of an earlier one; null while it never did. */
  replacedOn: CalendarDate | null;
  today: CalendarDate;
  /** The account printed on the document; null for all but open invoices. */
  payTo: Pick<PayTo, 'bankName' | 'accountNumber' | 'accountName'> | null;
  testMode: boolean;
};

/** The invoice that carries a code; null when none does. */
export async function invoiceByVerificationCode(
  scope: Pick<SystemScope, 'db' | 'now' | 'vault' | 'ports'>,
  code: string,
): Promise<VerifiedInvoice | null> {
  const found = await scope.db
    .selectFrom('invoices')
    .selectAll()
    .where('verification_code', '=', code)
    .executeTakeFirst();
  if (!found) return null;
  const { issuer, timeZone } = await issuerOf(scope, found.business_id);
  const today = dateIn(scope.now, timeZone);
  const owed = { balance: found.balance_minor, taxKept: await taxKeptOf(scope.db, found) };
  const state = found.state === 'awaiting_payment' ? 'asked' : stateOf(statusOf(found, today));
  return {
    issuer,
    state,
    number: found.number,
    currency: found.currency,
    total: found.total_minor,
    paid: found.paid_minor,
    credited: found.credited_minor,
    writtenOff: found.written_off_minor,
    tax: toldTaxOf(owed),
    toPay: toPayOf(owed),
    offer: await openEarly(scope.db, found, scope.now),
    issued: found.issue_date,
    due: found.due_date,
    paidOn: found.paid_at && dateIn(found.paid_at, timeZone),
    evidence: await weakestEvidence(scope.db, found),
    replacedOn: replacedOn(found, timeZone),
    today,
    payTo: state === 'open' ? await printedAccount(scope, found) : null,
    testMode: inTestMode(scope.ports.payments, found.currency),
  };
}

// The account that stands on the paper: the provider's, else the own one where it is to stand there.
async function printedAccount(
  { db, now, vault }: Pick<SystemScope, 'db' | 'now' | 'vault'>,
  invoice: Invoice,
): Promise<VerifiedInvoice['payTo']> {
  return (
    (await reservedAccount(db, invoice, now, taxKeptOf(db, invoice))) ?? printedPayTo({ db, vault }, invoice)
  );
}

const stateOf = (status: ReturnType<typeof statusOf>): VerifiedInvoice['state'] =>
  status === 'pending' ? 'draft' : publicStateOf(status);
