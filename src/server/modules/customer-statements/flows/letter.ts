import { portalPath } from '#contract/customer-portal.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import { printRecords } from '#server/modules/business/flows/table-file.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { activeCustomer } from '#server/modules/customers/queries/list.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import type { jobs } from '../jobs.ts';
import { ON_PAPER, readStatement, statementFile } from './statement.ts';

export const runs: Runs<typeof jobs> = {
  letter: async (scope, { key, kind, from, to, ...account }) => {
    const { businessId, customerId, currency } = account;
    const known = await activeCustomer(scope.db, businessId, customerId);
    if (!known || known.email === '') return;
    const { customer, statement } = await readStatement(scope, account, { from, to }, ON_PAPER);
    const business = await businessForDocument(scope.db, businessId);
    const mail = {
      key,
      to: customer.email,
      about: { businessId, customer: { id: customerId, name: customer.name } },
      template: 'customerStatement' as const,
      facts: {
        business,
        customerName: customer.name,
        language: await languageOf(scope.db, businessId, customerId),
        currency,
        to,
        owed: statement.outstanding,
        credit: statement.credit,
        portalUrl: `${scope.publicUrl()}${portalPath(businessId)}`,
      },
    };
    const file = await statementFile(scope, account, { customer, statement }, kind);
    const content = await printRecords(scope, file, { subject: businessId });
    await sendEmail(scope, mail, [{ name: `statement ${to}.pdf`, mime: 'application/pdf', content }]);
  },
};
