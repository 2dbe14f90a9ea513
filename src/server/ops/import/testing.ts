import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, type CalendarDate, dateIn } from '#core/dates.ts';
import { type Minor, minor, subtract } from '#core/money.ts';
import { accept, sentQuote } from '#server/modules/quotes/testing.ts';
import { sentInvoice } from '#server/pages/receipt/testing.ts';
import { type Owner, type TestApp, uploadFile } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
const TOTAL = minor(1000_00);

/** How many rows `settleEveryWay` leaves in the tables that only it fills. */
export const rowsOfEveryWay = {
  payment_claims: 2,
  adjustments: 3,
  credit_notes: 1,
  credit_note_lines: 1,
  quotes: 2,
  quote_revisions: 2,
  quote_acceptances: 1,
  quote_events: 5,
  withholdings: 1,
  bank_accounts_own: 1,
  statement_imports: 1,
  statement_lines: 4,
  plans: 1,
  plan_occurrences: 1,
};

/** Settles invoices of ₦1,000 in every way but through a provider, with all that stands beside it, and has one repeated. */
export async function settleEveryWay(app: TestApp, owner: Owner): Promise<void> {
  const day = dateIn(app.config.clock());
  const newInvoice = async () => ({ params: { ...params, id: (await sentInvoice(app, owner)).id } });
  const cash = async (of: { params: { currency: 'NGN'; id: string } }, amount: Minor, slip?: string) =>
    (
      await owner.call(api.offlinePayments.record, {
        ...of,
        body: { amount, day, method: 'cash', note: 'In the shop', slip, keepRestAsCredit: true },
      })
    ).data.id;
  const { publicId } = await sentQuote(owner);
  await accept(app, publicId, {
    signature: [
      [
        [0, 0],
        [9, 9],
      ],
    ],
  });
  const { id } = await sentQuote(owner);
  await owner.call(api.quotes.invoicePart, { params: { ...params, id }, body: { percent: 3000 } });
  const paid = await cash(await newInvoice(), minor(1200_00), await uploadFile(app, owner, 'slip'));
  await owner.call(api.offlinePayments.giveBack, {
    params: { ...params, id: paid },
    body: { amount: minor(100_00), day, reason: 'Their change' },
  });
  const undone = await cash(await newInvoice(), TOTAL);
  await owner.call(api.offlinePayments.undo, { params: { ...params, id: undone }, body: {} });
  await showAlerts(app, owner, (await newInvoice()).params.id);
  const credited = await newInvoice();
  await owner.call(api.creditNotes.issue, {
    ...credited,
    body: { lines: [{ item: 0, amount: minor(300_00) }], reason: 'price', note: 'Agreed' },
  });
  await owner.call(api.writeOffs.writeOff, {
    ...credited,
    body: { amount: minor(200_00), reason: 'They moved away' },
  });
  const taxed = await newInvoice();
  const { data: kept } = await owner.call(api.withholding.declare, {
    ...taxed,
    body: { kind: 'professional' },
  });
  await cash(taxed, subtract(TOTAL, kept.amount));
  await owner.call(api.withholding.change, {
    params: { ...params, id: kept.id },
    body: {
      state: 'received',
      certificateNo: 'WHT/2026/1',
      certificateDay: day,
      amount: kept.amount,
      certificate: await uploadFile(app, owner, 'certificate'),
    },
  });
  await uploadStatement(app, owner, (await newInvoice()).params.id);
  await repeat(owner, day);
}

/** A plan that has made its first invoice. */
async function repeat(owner: Owner, starts: CalendarDate): Promise<void> {
  const { data: customer } = await owner.call(api.customers.create, {
    params,
    body: { name: 'Tenant', email: 'tenant@example.test' },
  });
  const items = [{ description: 'Rent, {month}', quantity: 1_000_000, rate: TOTAL }];
  const plan = { items, taxRate: 0, starts, rhythm: { months: 1, day: 31 }, dueDays: 7 };
  const { data } = await owner.call(api.plans.create, {
    params,
    body: { ...plan, customerId: customer.id, mode: 'draft' },
  });
  await owner.call(api.plans.issue, { params: { ...params, id: data.id }, body: { number: 1 } });
}

async function showAlerts(app: TestApp, owner: Owner, invoiceId: string): Promise<void> {
  const body = { invoiceId, amount: TOTAL, day: dateIn(app.config.clock()), note: 'SMS' };
  const { data } = await owner.call(api.offlinePayments.addClaim, { params, body });
  await owner.call(api.offlinePayments.dismissClaim, { params: { ...params, id: data.id } });
  const slip = await uploadFile(app, owner, 'slip');
  await owner.call(api.offlinePayments.addClaim, { params, body: { ...body, slip } });
}

/** A statement with a line for the invoice, one that is no sale, one that is open and one of money that went. */
async function uploadStatement(app: TestApp, owner: Owner, invoiceId: string): Promise<void> {
  const day = addDays(dateIn(app.config.clock()), -1);
  const rows = [
    'Date,Narration,Amount,Balance',
    `${day},TRF FROM ADA,1000.00,2000.00`,
    `${day},LOAN FROM UNCLE,500.00,2500.00`,
    `${day},NIP FRM EMEKA,70.00,2570.00`,
    `${day},TRF TO MUSA,-20.00,2550.00`,
  ];
  const form = new FormData();
  for (const [name, value] of Object.entries({ bankName: 'Zenith', last4: '4471' })) form.set(name, value);
  form.set('file', new File([rows.join('\n')], 'june.csv'));
  const answer = await fetch(`${app.url}/api/ngn/bank-statements`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(answer.status).toBe(201);
  const [statement] = (await owner.call(api.bankStatements.list, { params })).data.statements;
  const at = { params: { ...params, id: statement?.id ?? '' } };
  const { lines } = (await owner.call(api.bankStatements.lines, { ...at, query: { state: 'open' } })).data;
  const lineId = (words: string) => lines.find(({ narration }) => narration.includes(words))?.id ?? '';
  await owner.call(api.bankStatements.record, {
    ...at,
    body: { matches: [{ lineId: lineId('ADA'), allocations: [{ invoiceId, amount: TOTAL }] }] },
  });
  await owner.call(api.bankStatements.ignore, {
    params: { ...params, id: lineId('UNCLE') },
    body: { ignored: true, note: 'Loan' },
  });
}

/** Unknown to archives of version 2: tables, and columns of older tables. */
export const sinceVersion2 = {
  tables: [
    'payment_claims',
    'bank_accounts_own',
    'statement_imports',
    'statement_lines',
    'adjustments',
    'credit_notes',
    'credit_note_lines',
    'quotes',
    'quote_revisions',
    'quote_acceptances',
    'quote_events',
    'withholdings',
    'plans',
    'plan_occurrences',
  ],
  columns: {
    payments: [
      'evidence',
      'recorded_by',
      'note',
      'cancelled_reason',
      'statement_line_id',
      'given_back_minor',
      'given_back_on',
      'given_back_reason',
      'slip_file_id',
    ],
    invoice_items: ['discount_minor', 'discount_bps', 'tax_code'],
    invoices: ['prices_include_tax', 'credited_minor', 'withheld_minor', 'written_off_minor'],
  } as Record<string, string[]>,
};
