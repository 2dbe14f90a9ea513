import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatLongDate } from '#core/dates.ts';
import { invoiceDocument } from '#core/invoice/document.ts';
import { anyInvoice, shownIn, textOfHtml, withoutSpaces } from '#core/invoice/testing.ts';
import { ZERO } from '#core/money.ts';
import { InvoiceSheet } from './sheet.tsx';

const rest = {
  id: 'inv_1',
  _id: 'inv_1',
  businessId: { id: 'biz_1', _id: 'biz_1', businessName: 'Okafor Kitchen' },
  customerId: 'cus_1',
  invoicePdf: '/pdf',
  qrCode: 'data:,',
  checkoutUrl: null,
  sentAt: null,
  revision: 1,
  changedAt: null,
  revisions: [],
  createdAt: new Date('2026-12-05T09:00:00Z'),
  displayStatus: 'sent' as const,
  credited: ZERO,
  withheld: ZERO,
  writtenOff: ZERO,
  earlyTerms: null,
  earlyDiscount: ZERO,
  adjustments: [],
  withholding: null,
  likelyTax: null,
  earlyPayment: null,
  quotePart: null,
  payments: [],
  unanswered: null,
  planId: null,
  bankDetails: null,
};

test('the document on the screen shows every fact', () => {
  fc.assert(
    fc.property(anyInvoice, ({ facts, lines }) => {
      const invoice = { ...rest, ...facts, withholding: null, bankDetails: null, items: lines };
      const shown = textOfHtml(renderToStaticMarkup(<InvoiceSheet invoice={invoice} />));
      const document = invoiceDocument(facts, lines, { name: 'Okafor Kitchen' }, 'en');
      const days = [document.issued, document.due].map(({ date }) => formatLongDate(date));
      for (const text of [...shownIn(document), ...days, document.from])
        expect(shown).toContain(withoutSpaces(text));
    }),
    { numRuns: 200 },
  );
});
