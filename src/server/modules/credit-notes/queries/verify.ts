import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { type Issuer, issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';

/** Details of a credit note for verifying a printed copy; `total` in minor units of `currency`. */
export type VerifiedCreditNote = {
  issuer: Issuer;
  number: string;
  invoiceNumber: string;
  currency: Currency;
  total: Minor;
  issued: CalendarDate;
  withdrawn: boolean;
  testMode: boolean;
};

/** The credit note that carries a code; null when none does. */
export async function creditNoteByVerificationCode(
  scope: Pick<SystemScope, 'db' | 'now' | 'vault' | 'ports'>,
  code: string,
): Promise<VerifiedCreditNote | null> {
  const found = await scope.db
    .selectFrom('credit_notes as n')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'n.business_id').onRef('i.id', '=', 'n.invoice_id'),
    )
    .select(['n.business_id', 'n.number', 'n.total_minor', 'n.issue_date', 'n.withdrawn_at'])
    .select(['i.number as invoice_number', 'i.currency'])
    .where('n.verification_code', '=', code)
    .executeTakeFirst();
  if (!found) return null;
  const { issuer } = await issuerOf(scope, found.business_id);
  return {
    issuer,
    number: creditNoteNumber(found.number),
    invoiceNumber: found.invoice_number,
    currency: found.currency,
    total: found.total_minor,
    issued: found.issue_date,
    withdrawn: found.withdrawn_at !== null,
    testMode: inTestMode(scope.ports.payments, found.currency),
  };
}
