import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { QuoteKind } from '#core/invoice/quote-kinds.ts';
import type { Currency, Minor } from '#core/money.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { type Issuer, issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { codeAddress, numberOf, type QuoteStatus, statusOf, validUntilOf } from '../rules.ts';
import { acceptanceOf } from './quotes.ts';

/** Details of a quote for verifying a printed copy; `total` in minor units of `currency`. */
export type VerifiedQuote = {
  issuer: Issuer;
  kind: QuoteKind;
  number: string;
  status: QuoteStatus;
  currency: Currency;
  total: Minor;
  issued: CalendarDate;
  validUntil: CalendarDate;
  revision: number;
  /** Null where nobody accepted it on its page. */
  acceptance: {
    name: string;
    on: CalendarDate;
    orderNumber: string;
    revision: number;
    /** The masked address of a code that confirmed it. */
    codeSentTo: string | null;
  } | null;
  testMode: boolean;
};

/** The quote that carries a code; null when none does, and while it was not sent. */
export async function quoteByVerificationCode(
  scope: Pick<SystemScope, 'db' | 'now' | 'vault' | 'ports'>,
  code: string,
): Promise<VerifiedQuote | null> {
  const found = await scope.db
    .selectFrom('quotes')
    .selectAll()
    .where('verification_code', '=', code)
    .where('number', 'is not', null)
    .executeTakeFirst();
  if (!found) return null;
  const { issuer, timeZone } = await issuerOf(scope, found.business_id);
  const accepted = await acceptanceOf(scope.db, found);
  const today = dateIn(scope.now, timeZone);
  return {
    issuer,
    kind: found.kind,
    number: numberOf(found),
    status: statusOf(found, today),
    currency: found.currency,
    total: found.total_minor,
    issued: dateIn(found.sent_at ?? found.created_at, timeZone),
    validUntil: validUntilOf(found, today),
    revision: found.revision,
    acceptance: accepted && {
      name: accepted.name,
      on: dateIn(accepted.accepted_at, timeZone),
      orderNumber: accepted.order_number,
      revision: accepted.revision,
      codeSentTo: codeAddress(accepted, found),
    },
    testMode: inTestMode(scope.ports.payments, found.currency),
  };
}
