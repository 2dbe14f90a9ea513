import * as z from 'zod/mini';
import { quoteKinds } from '#core/invoice/quote-kinds.ts';
import { statement, statementKinds } from './customer-statements.ts';
import { endpoint } from './endpoint.ts';
import { cardStatuses } from './saved-cards.ts';
import { amount, calendarDate, currencyAndId, currencyCode, email, empty, instant } from './wire.ts';

/** Days a link works that an owner shares. */
export const SHARED_LINK_DAYS = 7;

/** Records of a kind that the page shows; the statement has all of them. */
export const MAX_PORTAL_ROWS = 50;

/** Invoices a customer pays at once. */
export const MAX_PAID_TOGETHER = 20;

/** Address of a customer's own page, or of the form that asks for it where another business's page is open. */
export const portalPath = (businessId: string): string => `/my?of=${businessId}`;

const token = z.string('token is required').check(z.regex(/^[\w-]{43}$/, 'This is no link of ours'));

const openInvoice = z.object({
  number: z.string(),
  due: calendarDate(),
  /** Still asked for. */
  open: amount,
  /** The part that can be paid now: less where its customer keeps tax; null for one that was never sent. */
  asked: z.nullable(amount),
  /** Of its pay page; null for one that was never sent. */
  publicId: z.nullable(z.string()),
});

const account = z.object({
  currency: currencyCode,
  /** The sum of what is open, and money that no invoice took. */
  owed: amount,
  credit: amount,
  /** Credit that is on its way back. */
  returning: amount,
  invoices: z.number(),
  open: z.array(openInvoice),
});

const portal = z.object({
  business: z.object({ name: z.string() }),
  customer: z.object({ name: z.string() }),
  today: calendarDate(),
  accounts: z.array(account),
  settled: z.array(
    z.object({
      number: z.string(),
      publicId: z.string(),
      currency: currencyCode,
      total: amount,
      state: z.enum(['paid', 'settled']),
    }),
  ),
  receipts: z.array(
    z.object({
      number: z.string(),
      publicId: z.string(),
      currency: currencyCode,
      amount,
      /** The part of it that went back. */
      refunded: amount,
      paidAt: instant,
    }),
  ),
  creditNotes: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      invoiceNumber: z.string(),
      currency: currencyCode,
      total: amount,
      issued: calendarDate(),
      /** Checks it at `/verify`. */
      code: z.string(),
    }),
  ),
  /** Cards that are charged for repeating invoices, and those that were stopped. */
  cards: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      last4: z.string(),
      currency: currencyCode,
      cap: amount,
      status: z.enum(cardStatuses),
    }),
  ),
  quotes: z.array(
    z.object({
      number: z.string(),
      publicId: z.string(),
      kind: z.enum(quoteKinds),
      currency: currencyCode,
      total: amount,
      state: z.enum(['open', 'expired', 'accepted', 'declined', 'withdrawn']),
      validUntil: calendarDate(),
    }),
  ),
});

const ticked = z.object({
  invoiceIds: z
    .array(z.string(), 'invoiceIds are the ids of pay pages')
    .check(
      z.minLength(1, 'Tick at least one invoice'),
      z.maxLength(MAX_PAID_TOGETHER, `Tick ${MAX_PAID_TOGETHER} invoices at most`),
    ),
});

const paidFor = {
  currency: currencyCode,
  invoices: z.array(z.object({ number: z.string(), amount })),
  /** How many of those asked for are left out: paid meanwhile, or no invoices of this customer. */
  dropped: z.number(),
};

const toPay = z.object({
  /** Of the page where it is paid. */
  url: z.string(),
  amount,
  ...paidFor,
});

const creditUsed = z.object({ used: amount, ...paidFor });

const statementQuery = z.object({
  currency: currencyCode,
  from: z.optional(calendarDate()),
  to: z.optional(calendarDate()),
  shows: z._default(z.enum(statementKinds, 'shows is movements or open'), 'movements'),
});

const sharing = (method: 'GET' | 'DELETE' | 'POST', summary: string) =>
  ({
    method,
    path: '/api/:currency/customers/:id/portal-link',
    summary,
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
  }) as const;

export const customerPortal = {
  ask: endpoint({
    method: 'POST',
    path: '/api/my/link',
    summary:
      'Ask for links to the own page as a customer; the answer is the same whether the address is known or not',
    auth: 'none',
    owner: 'public',
    body: z.object({ email }),
    response: empty,
    limit: 'portalLinks',
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/my/open',
    summary: 'Open a link to a customer’s own page: a cookie for 24 hours',
    auth: 'none',
    owner: 'public',
    body: z.object({ token }),
    response: empty,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/my',
    summary: 'What the customer of the cookie owes, paid and was given',
    auth: 'none',
    owner: 'public',
    response: z.object({ data: portal }),
  }),
  stopCard: endpoint({
    method: 'POST',
    path: '/api/my/cards/:id/stop',
    summary: 'Have a saved card of the customer of the cookie charged no more',
    auth: 'none',
    owner: 'public',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: empty,
  }),
  statement: endpoint({
    method: 'GET',
    path: '/api/my/statement',
    summary: 'The statement of the customer of the cookie',
    auth: 'none',
    owner: 'public',
    query: statementQuery,
    response: z.object({ data: statement }),
  }),
  statementPdf: endpoint({
    method: 'GET',
    path: '/api/my/statement.pdf',
    summary: 'The same as PDF',
    auth: 'none',
    owner: 'public',
    query: statementQuery,
    media: 'application/octet-stream',
    limit: 'publicPdfs',
  }),
  pay: endpoint({
    method: 'POST',
    path: '/api/my/pay',
    summary:
      'Pay several open invoices at once, by the ids of their pay pages, as the customer of the cookie',
    auth: 'none',
    owner: 'public',
    body: ticked,
    response: z.object({ data: toPay }),
  }),
  payWithCredit: endpoint({
    method: 'POST',
    path: '/api/my/credit',
    summary:
      'Pay open invoices with their credit as the customer of the cookie, the one due first before the others',
    auth: 'none',
    owner: 'public',
    body: ticked,
    response: z.object({ data: creditUsed }),
  }),
  creditNotePdf: endpoint({
    method: 'GET',
    path: '/api/my/credit-notes/:id/pdf',
    summary: 'A credit note of the customer of the cookie as PDF',
    auth: 'none',
    owner: 'public',
    params: z.object({ id: z.string() }),
    media: 'application/pdf',
    limit: 'publicPdfs',
  }),
  shared: endpoint({
    ...sharing('GET', 'Until when a shared link to a customer’s own page works; null where there is none'),
    response: z.object({ data: z.object({ expiresAt: z.nullable(instant) }) }),
  }),
  share: endpoint({
    ...sharing('POST', 'A link to a customer’s own page for seven days; it takes the place of one before'),
    response: z.object({ data: z.object({ url: z.string(), expiresAt: instant }) }),
    status: 201,
  }),
  unshare: endpoint({
    ...sharing('DELETE', 'End the shared link to a customer’s own page, and what was opened with it'),
    response: empty,
  }),
};
