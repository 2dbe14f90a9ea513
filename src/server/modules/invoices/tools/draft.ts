import * as z from 'zod';
import * as mini from 'zod/mini';
import { type Draft, draft as draftShape } from '#contract/assistant.ts';
import { newInvoice } from '#contract/invoices.ts';
import { reachablePhone } from '#contract/contact.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { earlyDiscount, earlyPaymentFault, type ToldEarly } from '#core/early-payment.ts';
import { AppError, type FieldError } from '#core/errors.ts';
import { type Currency, type Minor, minorToMajor, percentOf, subtract, ZERO, toMinor } from '#core/money.ts';
import { taxCodes, type Totals, totalsOf } from '#core/totals.ts';
import { lineOf } from '#contract/invoice-form.ts';
import { type Ctx, lockBusiness, todayOf } from '#server/kernel/scope.ts';
import type { WriteTool } from '#server/kernel/tools.ts';
import type { Customer } from '#server/modules/customers/queries/by-name.ts';
import { type CreatedInvoice, createInvoice } from '../commands/create.ts';
import { usualDueDays } from '../queries/usual-terms.ts';
import { type NewInvoice, refusePastDueDate, totalsFor } from '../rules/invoice.ts';
import { buyer, buyerOf, ensureBuyer, type Resolved } from './buyer.ts';

/** Default payment term in days. */
export const DEFAULT_DUE_DAYS = 14;
const MAX_TITLE = 120;

const args = z.object({
  customer: buyer,
  /** A new invoice as the form sends it, without its customer; amounts in major units. */
  invoice: z.object({
    title: z.string(),
    poNumber: z.string().optional(),
    notes: z.string().optional(),
    dueDate: z.string(),
    items: z.array(
      z.object({
        description: z.string(),
        quantity: z.number(),
        rate: z.number(),
        discount: z.number().optional(),
        discountPercent: z.number().optional(),
        taxCode: z.enum(taxCodes).optional(),
      }),
    ),
    taxRate: z.number(),
    pricesIncludeTax: z.boolean().optional(),
    discount: z.number(),
    earlyPayment: z.object({ percent: z.number(), until: z.string() }).optional(),
  }),
  /** Total in minor units. */
  total: z.custom<Minor>((value) => Number.isSafeInteger(value)),
  /** The due date was filled in, by default or by the days that are usual with this customer. */
  dueFilled: z.boolean(),
  usualDays: z.number().nullable().default(null),
  /** Sending was requested in the same prompt. */
  next: z.object({ channels: z.array(z.enum(['email', 'whatsapp'])) }).nullable(),
});
export type DraftArguments = z.infer<typeof args>;

/** A draft to be proposed; `customerId` is whom the owner chose among several. */
type DraftInput = {
  draft: Draft;
  customerId?: string | undefined;
  next?: DraftArguments['next'];
  /** A due date that is left out may be filled in by what is usual with its customer. */
  fillsUsual?: boolean;
};
export type DraftWhy =
  | { kind: 'invalid'; errors: FieldError[] }
  | { kind: 'customers'; customers: Customer[] };

const input = z.object({
  draft: z.custom<Draft>((value) => mini.safeParse(draftShape, value).success),
  customerId: z.string().optional(),
  next: args.shape.next.optional(),
  fillsUsual: z.boolean().optional(),
});

/** Makes a pending invoice of a complete draft. */
export const draftTool: WriteTool<DraftInput, DraftArguments, DraftWhy, CreatedInvoice> = {
  description: 'Propose a new invoice.',
  input: input as z.ZodType<DraftInput>,
  arguments: args,
  prepare: async (scope, _currency, { draft, customerId, next = null, fillsUsual = false }) => {
    const today = todayOf(scope);
    const parsedDraft = parseDraft(draft, today);
    if (!parsedDraft.ok) return { ok: false, why: { kind: 'invalid', errors: parsedDraft.errors } };
    const resolved: Resolved = await buyerOf(scope, draft, customerId);
    if (!resolved.ok) return resolved;
    const customer = resolved.buyer;
    const { totals, dueFilled } = parsedDraft;
    const usual =
      fillsUsual && dueFilled && customer.id !== null ? await usualDueDays(scope, customer.id) : null;
    // A discount for paying early cannot go on for longer than that.
    const usualDays =
      usual !== null && addDays(today, usual) >= (draft.earlyPayment?.until ?? today) ? usual : null;
    const invoice =
      usualDays === null
        ? parsedDraft.invoice
        : { ...parsedDraft.invoice, dueDate: addDays(today, usualDays) };
    return { ok: true, arguments: { customer, invoice, total: totals.total, dueFilled, usualDays, next } };
  },
  carryOut: async (ctx, currency, { customer, invoice, total }) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const customerRef = await ensureBuyer(ctx, customer);
    const result = await createOrOutdated(ctx, currency, { ...decoded(invoice), ...customerRef });
    if (result.invoice.total_minor !== total) throw outdated();
    return result;
  },
};

async function createOrOutdated(ctx: Ctx, currency: Currency, input: NewInvoice): Promise<CreatedInvoice> {
  try {
    return await createInvoice(ctx, currency, input);
  } catch (error) {
    // It was possible when it was shown; a day may have ended since.
    throw error instanceof AppError && error.code === 'invalid_input' ? outdated(error.message) : error;
  }
}

const outdated = (why = 'This invoice is no longer possible as it was shown') =>
  new AppError('proposal_outdated', `${why}. Please ask again`);

const decoded = (invoice: DraftArguments['invoice']): NewInvoice => mini.decode(newInvoice, invoice);

/** The sums of a proposed invoice, as it is shown. */
export const totalsOfDraft = ({ invoice }: DraftArguments): Totals => {
  const { items, taxRate: taxBps, pricesIncludeTax, discount } = decoded(invoice);
  return totalsOf(items.map(lineOf), { taxBps, pricesIncludeTax }, discount);
};

/** The discount for paying early of a proposed invoice; null where there is none. */
export function earlyOfDraft(args: DraftArguments): ToldEarly | null {
  const { items, taxRate: taxBps, pricesIncludeTax, discount = ZERO, earlyPayment } = decoded(args.invoice);
  if (!earlyPayment) return null;
  const { lines: totals, total } = totalsOfDraft(args);
  const lines = items.map((item, at) => ({ ...lineOf(item), total: totals[at] ?? ZERO }));
  const terms = { taxBps, pricesIncludeTax };
  const amount = earlyDiscount({ lines, discount, terms }, earlyPayment.percent);
  return { ...earlyPayment, amount, net: subtract(total, amount), state: 'open' };
}

type ParsedDraft =
  | { ok: true; invoice: DraftArguments['invoice']; totals: Totals; dueFilled: boolean }
  | { ok: false; errors: FieldError[] };

// Validated as the form is, with the fields named as the draft names them.
function parseDraft(draft: Draft, today: CalendarDate): ParsedDraft {
  const dueDate = draft.dueDate ?? addDays(today, DEFAULT_DUE_DAYS);
  const items = draft.items.map(({ description, quantity, rate, discount, taxCode }) => ({
    description: (description ?? '').replace(/\s+/g, ' ').trim(),
    quantity: quantity ?? 1,
    rate: rate ?? 0,
    ...(discount && { [discount.type === 'percent' ? 'discountPercent' : 'discount']: discount.value }),
    ...(taxCode && { taxCode }),
  }));
  const invoice = {
    title: titleOf(items[0]?.description ?? ''),
    ...(draft.poNumber && { poNumber: draft.poNumber }),
    ...(draft.notes && { notes: draft.notes }),
    dueDate,
    items,
    taxRate: draft.taxRate,
    ...(draft.pricesIncludeTax && { pricesIncludeTax: true }),
    discount: 0,
    ...(draft.earlyPayment && { earlyPayment: draft.earlyPayment }),
  };
  const named = draft.customerName ?? draft.customerEmail;
  const missing = named?.trim() ? [] : [{ path: 'customerName', message: 'Customer is required' }];
  const phone = mini.safeParse(reachablePhone, draft.customerPhone);
  const contactErrors = [
    ...missing,
    ...(phone.error?.issues ?? []).map(({ message }) => ({ path: 'customerPhone', message })),
  ];
  const parsed = mini.safeParse(newInvoice, { ...invoice, ...contactOf(draft) });
  const errors = parsed.success ? contactErrors : [...contactErrors, ...parsed.error.issues.map(asField)];
  if (errors.length > 0 || !parsed.success) return { ok: false, errors };
  try {
    const { dueDate: due, earlyPayment } = parsed.data;
    refusePastDueDate(due, today);
    const fault = earlyPayment && earlyPaymentFault(earlyPayment, { today, due, inParts: false });
    if (fault) return { ok: false, errors: [fault] };
    const discount = discountOf(draft, totalsFor(parsed.data).subtotal);
    const totals = totalsFor({ ...parsed.data, discount });
    return {
      ok: true,
      invoice: { ...invoice, dueDate: parsed.data.dueDate, discount: minorToMajor(discount) },
      totals,
      dueFilled: draft.dueDate === null,
    };
  } catch (error) {
    if (error instanceof AppError && error.details.errors) return { ok: false, errors: error.details.errors };
    throw error;
  }
}

// Half of a character of two halves can be stored nowhere.
const titleOf = (text: string) =>
  text
    .slice(0, MAX_TITLE)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

const contactOf = ({ customerName, customerEmail }: Draft) => ({
  ...(customerName ? { clientName: customerName } : {}),
  ...(customerEmail ? { clientEmail: customerEmail } : {}),
});

const draftNames: Record<string, string> = { clientName: 'customerName', clientEmail: 'customerEmail' };

function asField({ path, message }: { path: PropertyKey[]; message: string }): FieldError {
  const [first = '', ...rest] = path.map(String);
  return { path: [draftNames[first] ?? first, ...rest].join('.'), message };
}

/** The discount of a draft as an amount. Throws 422 for one that cannot be. */
function discountOf({ discount }: Draft, subtotal: Minor): Minor {
  if (!discount) return ZERO;
  const { type, value } = discount;
  const isPossible = value >= 0 && (type === 'amount' ? value <= minorToMajor(subtotal) : value <= 100);
  if (!isPossible)
    throw new AppError('invalid_input', 'The discount is more than the subtotal', {
      errors: [{ path: 'discount', message: 'The discount is more than the subtotal' }],
    });
  return type === 'amount' ? toMinor(value) : percentOf(subtotal, Math.round(value * 100));
}

/** A draft as it stands with all that was filled in, for the card. */
export const draftShown = (draft: Draft, { customer, invoice, total }: DraftArguments): Draft => ({
  ...draft,
  customerName: customer.name,
  customerEmail: customer.email || null,
  customerPhone: customer.phone ?? draft.customerPhone,
  items: invoice.items.map(({ description, quantity, rate }, at) => ({
    ...draft.items[at],
    description,
    quantity,
    rate,
  })),
  dueDate: invoice.dueDate,
  total: minorToMajor(total),
});
