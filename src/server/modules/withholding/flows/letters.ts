import { assert } from '#core/assert.ts';
import { dateIn } from '#core/dates.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import { inBatches } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { aboutInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { isSuppressed } from '#server/modules/notifications/queries/whatsapp.ts';
import { askForDueCertificates } from '../commands/letters.ts';
import type { jobs } from '../jobs.ts';
import { dueLetters } from '../queries/due-letters.ts';
import { exemptionRuns } from './exemption.ts';

/** Asks for all tax certificates that are due. */
export async function askForCertificates(scope: SystemScope): Promise<void> {
  await inBatches(scope, await dueLetters(scope.db, scope.now), (ctx, businessId, keys) =>
    askForDueCertificates(
      ctx,
      businessId,
      keys.map(({ id }) => id),
    ),
  );
}

export const runs: Runs<typeof jobs> = {
  ...exemptionRuns,
  letter: async (scope, { key, businessId, id }) => {
    const row = await scope.db
      .selectFrom('withholdings')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    const invoice = row && (await invoiceById(scope.db, businessId, row.invoice_id));
    if (!invoice || invoice.customer_email === '') return;
    const { customer_email: to, customer_id: customerId } = invoice;
    if (await isSuppressed(scope.db, businessId, 'email', to)) return;
    assert(row.kept_at, 'tax whose certificate is awaited was kept');
    const business = await businessForDocument(scope.db, businessId);
    await sendEmail(scope, {
      key,
      to,
      about: aboutInvoice(invoice),
      template: 'certificateReminder',
      facts: {
        business,
        language: await languageOf(scope.db, businessId, customerId),
        customerName: invoice.customer_name,
        number: invoice.number,
        currency: invoice.currency,
        amount: row.amount_minor,
        paidOn: dateIn(row.kept_at, business.timeZone),
      },
    });
  },
};
