import * as z from 'zod/mini';
import { displayStatuses } from '#core/invoice/display-status.ts';
import {
  type InvoiceText,
  invoiceTextNames,
  lineTextNames,
  lineTexts,
  paragraphNames,
  paragraphTexts,
} from '#core/invoice/texts.ts';
import { recordOf } from '#core/records.ts';
import { holdsWebAddress } from '#core/web-address.ts';
import { emailOrNone, reachablePhone } from './contact.ts';
import { earlyPayment, settlingSums } from './early-payment.ts';
import { endpoint } from './endpoint.ts';
import { newItem, storedItem } from './invoice-item.ts';
import { invoiceOrigin } from './invoice-origin.ts';
import { invoiceRevision } from './invoice-revision.ts';
import { invoiceSettlement } from './invoice-settlement.ts';
import { paymentSchedule } from './payment-schedule.ts';
import {
  amount,
  calendarDate,
  currencyAndId,
  currencyCode,
  currencyParams,
  empty,
  instant,
  optionalText,
  estimatedPage,
  paging,
  percent,
  recordId,
  text,
} from './wire.ts';

/** `credited`: nothing was paid, a credit note takes all of it back. `written_off`: more was given up than came. */
export const invoiceStatuses = [
  'pending',
  'sent',
  'paid',
  'due',
  'overdue',
  'credited',
  'written_off',
  'deleted',
] as const;
/** `due` is due today or past its date, `unpaid` all that waits for payment; the others are display statuses. */
export const statusFilters = [
  'all',
  'paid',
  'pending',
  'sent',
  'due',
  'due_today',
  'overdue',
  'part_paid',
  'unpaid',
  'credited',
  'written_off',
] as const;
/** Sort orders of an invoice list; a leading minus reverses the order. */
export const invoiceOrders = ['number', 'date', 'dueDate', 'amount', 'customer', 'status'] as const;
export const MAX_ITEMS = 500;

/** How an owner hands out the link of an invoice by themselves. */
export const shareChannels = ['whatsapp', 'link', 'qr', 'other'] as const;

/** A text of an invoice; one that is `required` may not be blank, and says so in these words. */
export function invoiceText(name: InvoiceText, required?: string) {
  const max = { ...lineTexts, ...paragraphTexts }[name];
  const schema = text({ max, lines: name in paragraphTexts, ...(required ? { required } : { min: 0 }) });
  if (name !== 'title') return schema;
  // The subject of an email: the service writes to strangers in its own name.
  return schema.check(z.refine((title) => !holdsWebAddress(title), 'Leave web addresses out of the title'));
}

export const newInvoice = z.object({
  amount: z.optional(amount),
  clientName: optionalText(120),
  clientEmail: z.optional(emailOrNone),
  clientPhone: reachablePhone,
  customerId: z.optional(z.string()),
  dueDate: calendarDate('Due date is required'),
  items: z
    .array(newItem, 'At least one item is required')
    .check(
      z.minLength(1, 'At least one item is required'),
      z.maxLength(MAX_ITEMS, `An invoice has at most ${MAX_ITEMS} items`),
    ),
  ...recordOf(invoiceTextNames, (name) => z.optional(z.nullable(invoiceText(name)))),
  taxRate: z._default(percent, 0),
  /** Whether the rates of the items hold the tax already. */
  pricesIncludeTax: z.optional(z.boolean()),
  discount: z.optional(amount),
  /** The parts it is paid in; then the days of the parts stand in place of the due date. */
  schedule: z.optional(z.nullable(paymentSchedule)),
  earlyPayment: z.optional(z.nullable(earlyPayment)),
});

/**
 * The contents of an invoice that is there already; a `schedule` or `earlyPayment` that is left out stays. With `changedAt`, as it was read, a change made
 * meanwhile is refused.
 */
const invoiceChange = z.object({
  ...newInvoice.shape,
  changedAt: z.optional(z.nullable(instant)),
});

export const invoiceSummary = z.object({
  ...recordId,
  invoiceNumber: z.string(),
  ...recordOf(lineTextNames, () => z.string()),
  customerId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  currency: currencyCode,
  totalAmount: amount,
  amountPaid: amount,
  /** Settled without money: by credit notes, by tax the customer kept, and given up. */
  credited: amount,
  withheld: amount,
  writtenOff: amount,
  /** The part still asked for: the total less all of these. */
  balance: amount,
  status: z.enum(invoiceStatuses),
  /** The status as screens say it: `part_paid` where some money came for what is not overdue. */
  displayStatus: z.enum([...displayStatuses, 'deleted']),
  date: calendarDate(),
  dueDate: calendarDate(),
  /** The discount for paying early as it was offered, whatever became of it. */
  earlyTerms: z.nullable(earlyPayment),
  /** The part of the balance that it takes off where money of its days pays the rest; 0 where it takes nothing any more. */
  earlyDiscount: amount,
  createdAt: instant,
});

/** An invoice of a list, with the sums of money that settle it. */
export const listedInvoice = z.object({ ...invoiceSummary.shape, settledBy: settlingSums });

export const invoiceDetail = z.object({
  ...invoiceSummary.shape,
  businessId: z.object({ ...recordId, businessName: z.string() }),
  ...recordOf(paragraphNames, () => z.string()),
  items: z.array(storedItem),
  subtotal: amount,
  discount: amount,
  taxRate: percent,
  pricesIncludeTax: z.boolean(),
  tax: amount,
  invoicePdf: z.string(),
  qrCode: z.string(),
  /** The public pay page; null while the invoice has not been sent. */
  checkoutUrl: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  ...invoiceOrigin,
  /** When it was settled, in whichever way. */
  paidAt: z.nullable(instant),
  /** 1 until it is changed after sending. */
  revision: z.number(),
  /** The last change of what it says; null for one that was never changed. */
  changedAt: z.nullable(instant),
  /** Its changes after sending, newest first. */
  revisions: z.array(invoiceRevision),
  ...invoiceSettlement,
});

const filterText = z.optional(z.string().check(z.maxLength(200)));
const invoiceId = z
  .string('invoiceId is required')
  .check(z.minLength(1, 'invoiceId is required'), z.maxLength(64));
const channel = z.enum(['email', 'whatsapp']);
/** Email where it is left out, and WhatsApp for a customer without an address. */
export const channels = z.optional(z.array(channel).check(z.maxLength(2)));

export const invoiceFilters = z.object({
  ...paging,
  // A cursor holds what it is sorted by, such as a customer's name.
  cursor: z.optional(z.string().check(z.maxLength(1000))),
  search: filterText,
  status: z.optional(z.enum(statusFilters)),
  /** The last so many days by date of issue; what is not paid is listed whatever its age. */
  period: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(3660))),
  from: z.optional(calendarDate()),
  to: z.optional(calendarDate()),
  customerId: filterText,
  /** Newest first by default; statuses sort from pending through sent, due and overdue to paid. */
  sort: z.optional(z.enum(invoiceOrders.flatMap((order) => [order, `-${order}`] as const))),
});

const currencyAndInvoice = z.object({ ...currencyParams.shape, invoiceId: z.string() });

const detailAnswer = z.object({ data: invoiceDetail });
const sendAnswer = z.object({
  data: z.object({
    invoice: invoiceDetail,
    /** How it goes to the customer. */
    channels: z.array(channel),
    /**
     * `sent`: sent to the customer by WhatsApp automatically; `link`: the owner has to send what the link
     * opens.
     */
    whatsapp: z.enum(['sent', 'link']),
    whatsappUrl: z.nullable(z.string()),
    /** Credit that its customer has left, as far as the invoice could still use it. */
    creditLeft: amount,
  }),
});

export const invoices = {
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/invoice/get-all-invoices',
    summary: 'Invoices, newest first or sorted',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: invoiceFilters,
    response: z.object({ data: z.array(listedInvoice), page: estimatedPage }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/create',
    summary: 'Create an invoice',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: newInvoice,
    response: detailAnswer,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/:currency/invoice/:invoiceId',
    summary: 'Change an invoice that was not sent; 409 with the stored one where that is too late',
    auth: 'business',
    owner: 'business',
    params: currencyAndInvoice,
    body: invoiceChange,
    response: detailAnswer,
    idempotent: true,
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:invoiceId/duplicate',
    summary: 'Make an unsent invoice with the same contents',
    auth: 'business',
    owner: 'business',
    params: currencyAndInvoice,
    response: detailAnswer,
    status: 201,
    idempotent: true,
  }),
  revise: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/:invoiceId/revise',
    summary: 'Change a sent invoice no money came for, and send it again under its number',
    auth: 'business',
    owner: 'business',
    params: currencyAndInvoice,
    body: z.object({ ...invoiceChange.shape, channels }),
    response: sendAnswer,
    idempotent: true,
    limit: 'sends',
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/send',
    summary: 'Send a pending invoice to its customer: by email, or by WhatsApp where there is no address',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({
      invoiceId,
      channels,
      /** Whether credit of its customer is used for it, as far as both go; by the setting where it is left out. */
      useCredit: z.optional(z.boolean()),
    }),
    response: sendAnswer,
    idempotent: true,
    limit: 'sends',
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/send-reminder',
    summary: 'Remind the customer of an unpaid invoice',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({ invoiceId, channels }),
    response: sendAnswer,
    idempotent: true,
    limit: 'sends',
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/share',
    summary: 'Note that its link was handed out by hand; it stands in the history of the invoice',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({ invoiceId, way: z.enum(shareChannels) }),
    response: empty,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/:currency/invoice/delete',
    summary: 'Delete an unpaid invoice; it can be restored',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({ invoiceId }),
    response: empty,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/:currency/invoice/restore',
    summary: 'Undo the deletion of an invoice',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({ invoiceId }),
    response: detailAnswer,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/:currency/invoice/:id',
    summary: 'One invoice',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    response: detailAnswer,
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/api/:currency/invoice/:id/pdf',
    summary: 'The invoice as a PDF document',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    query: z.object({
      /** An earlier revision; the current one where it is left out. */
      revision: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
    }),
    media: 'application/pdf',
  }),
};
