import * as z from 'zod/mini';
import { certainties, reasons } from '#core/bank-statement/matching/model.ts';
import { dateOrders } from '#core/bank-statement/model.ts';
import { withholdingKinds } from '#core/tax-rates.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  digits,
  empty,
  instant,
  optionalText,
  page,
  paging,
  positiveAmount,
  recordId,
  text,
} from './wire.ts';

const MAX_COLUMN = 59;
/** Lines that are recorded at once. */
export const MAX_MATCHES = 200;

const column = z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(MAX_COLUMN)));
const columns = z.object({
  day: column,
  narration: column,
  payer: column,
  reference: column,
  debit: column,
  credit: column,
  amount: column,
  direction: column,
  balance: column,
});

/** Answers of the owner where the file does not say it: which column, counted from 0, holds what. */
const answers = { ...columns.shape, dateOrder: z.optional(z.enum(dateOrders)) };

const lineFields = {
  row: z.number(),
  day: calendarDate(),
  amount,
  narration: z.string(),
  payer: z.string(),
  reference: z.string(),
  balance: z.nullable(amount),
};

/** A bank statement as it was read, before anything of it is kept. */
export const statementPreview = z.object({
  /** As the file says it. */
  currency: z.nullable(currencyCode),
  headings: z.array(z.string()),
  columns,
  dateOrder: z.enum(dateOrders),
  /** To be answered before it can be kept. */
  question: z.nullable(z.enum(['columns', 'date_order'])),
  sample: z.array(z.array(z.string())),
  /** The first lines. */
  lines: z.array(z.object(lineFields)),
  count: z.number(),
  moneyIn: amount,
  moneyOut: amount,
  from: z.nullable(calendarDate()),
  to: z.nullable(calendarDate()),
  /** Rows whose balance does not follow from the one before. */
  breaks: z.array(z.number()),
  unreadable: z.array(z.number()),
});

/** `out`: money that went. `settlement`: payments through a provider, counted already. */
export const lineStates = ['open', 'recorded', 'ignored', 'settlement', 'out'] as const;

const account = z.object({ ...recordId, bankName: z.string(), last4: z.string() });

export const statement = z.object({
  ...recordId,
  account,
  fileName: z.string(),
  currency: currencyCode,
  from: calendarDate(),
  to: calendarDate(),
  rows: z.number(),
  breaks: z.array(z.number()),
  unreadable: z.array(z.number()),
  counts: z.object({
    open: z.number(),
    recorded: z.number(),
    ignored: z.number(),
    settlement: z.number(),
    out: z.number(),
  }),
  createdAt: instant,
});

const share = z.object({
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  customerName: z.string(),
  amount,
  /** The part asked for: without tax that its customer said they keep. */
  outstanding: amount,
});

const suggestion = z.object({
  certainty: z.enum(certainties),
  reason: z.enum(reasons),
  shares: z.array(share),
  /** Kept back as withholding tax; recorded is what came. */
  withheld: z.nullable(amount),
  /** The purpose to record with that tax; null where its customer said so before, and it is settled by itself. */
  withheldFor: z.nullable(z.enum(withholdingKinds)),
});

export const statementLine = z.object({
  ...recordId,
  ...lineFields,
  state: z.enum(lineStates),
  note: z.string(),
  payment: z.nullable(z.object({ id: z.string(), invoiceNumber: z.string(), customerName: z.string() })),
  /** A payment somebody typed that may be this money. */
  typed: z.nullable(
    z.object({ id: z.string(), day: calendarDate(), invoiceNumber: z.string(), customerName: z.string() }),
  ),
  /** The payment provider it names: its payments are counted already. */
  provider: z.nullable(z.string()),
  /** The day its bank took the money back out; nothing is suggested for it. */
  returned: z.nullable(calendarDate()),
  suggestions: z.array(suggestion),
});

const id = z.string().check(z.maxLength(64));
const match = z.object({
  lineId: id,
  /** Invoices of one customer and what of it goes to each; together the whole of it. */
  allocations: z.array(z.object({ invoiceId: id, amount: positiveAmount })).check(z.maxLength(20)),
  /** Instead: the payment that was typed for this money. */
  paymentId: z.optional(id),
  /** The purpose its customer kept tax for: each invoice that is short by just that tax is settled with it. */
  withheld: z.optional(z.enum(withholdingKinds)),
  /** Money beyond the amount owed becomes the customer's credit. */
  keepRestAsCredit: z.optional(z.boolean()),
  /** Record it although the same amount came for that invoice on that day. */
  confirmDuplicate: z.optional(z.boolean()),
});

const one = { auth: 'business', owner: 'business' } as const;

export const bankStatements = {
  preview: endpoint({
    ...one,
    method: 'POST',
    path: '/api/:currency/bank-statements/preview',
    summary: 'Read a bank statement (CSV or XLSX) without keeping anything of it',
    params: currencyParams,
    multipart: true,
    body: z.object(answers),
    response: z.object({ data: statementPreview }),
    limit: 'uploads',
  }),
  upload: endpoint({
    ...one,
    method: 'POST',
    path: '/api/:currency/bank-statements',
    summary: 'Keep the lines of a bank statement; those that are known already are not kept again',
    params: currencyParams,
    multipart: true,
    body: z.object({
      ...answers,
      bankName: text({ max: 60, required: 'Name the bank' }),
      last4: digits(4, 'Enter the last 4 digits of the account number'),
    }),
    response: z.object({ data: z.object({ statement, added: z.number(), known: z.number() }) }),
    status: 201,
    limit: 'uploads',
  }),
  list: endpoint({
    ...one,
    method: 'GET',
    path: '/api/:currency/bank-statements',
    summary: 'Bank statements, the newest first, and the accounts they are of',
    params: currencyParams,
    query: z.object(paging),
    response: z.object({
      data: z.object({ statements: z.array(statement), accounts: z.array(account) }),
      page,
    }),
  }),
  lines: endpoint({
    ...one,
    method: 'GET',
    path: '/api/:currency/bank-statements/:id/lines',
    summary: 'Lines of a bank statement; open ones with the invoices they may pay, best first',
    params: currencyAndId,
    query: z.object({
      ...paging,
      state: z.optional(z.enum(lineStates)),
      /** Part of the narration, payer, reference or note. */
      search: z.optional(z.string().check(z.maxLength(200))),
    }),
    response: z.object({ data: z.object({ statement, lines: z.array(statementLine) }), page }),
  }),
  record: endpoint({
    ...one,
    method: 'POST',
    path: '/api/:currency/bank-statements/:id/record',
    summary: 'Record lines as payments, all or none',
    params: currencyAndId,
    body: z.object({
      matches: z.array(match).check(z.minLength(1, 'Choose a line'), z.maxLength(MAX_MATCHES)),
    }),
    response: z.object({ data: z.object({ recorded: z.number(), confirmed: z.number() }) }),
    idempotent: true,
  }),
  ignore: endpoint({
    ...one,
    method: 'POST',
    path: '/api/:currency/bank-statements/lines/:id/ignore',
    summary: 'Mark a line as no sale, with a word; or take that back, also of one that was counted already',
    params: currencyAndId,
    body: z.object({ ignored: z._default(z.boolean(), true), note: optionalText(80) }),
    bodyOptional: true,
    response: empty,
    idempotent: true,
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    path: '/api/:currency/bank-statements/:id',
    summary: 'Throw a bank statement away while nothing of it is recorded',
    params: currencyAndId,
    response: empty,
    idempotent: true,
  }),
};
