import * as z from 'zod/mini';
import type { invoiceSchedules } from '#contract/invoice-schedules.ts';
import { invoiceDetail, type invoices } from '#contract/invoices.ts';
import type { writeOffs } from '#contract/write-offs.ts';
import { AppError } from '#core/errors.ts';
import { type Currency, least, type Minor } from '#core/money.ts';
import { shownPdf } from '#server/http/attachment.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { type Ctx, type Scope, todayOf, turnOf } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { duplicateInvoice, editInvoice, reviseInvoice } from './commands/change.ts';
import { type CreatedInvoice, createInvoice } from './commands/create.ts';
import { type Channel, channelsFor } from './commands/delivery.ts';
import { deleteInvoice, remindInvoice, restoreInvoice } from './commands/lifecycle.ts';
import { askForPart, planSchedule } from './commands/schedule.ts';
import { sendInvoice } from './commands/send.ts';
import { recordShare } from './commands/share.ts';
import { undoWriteOff, writeOff } from './commands/write-off.ts';
import { printInvoice } from './flows.ts';
import { presentDetail, presentSummary } from './present.ts';
import { creditOfCustomer } from './queries/credit.ts';
import { getInvoice, getInvoiceDetails, type InvoiceDetails } from './queries/details.ts';
import { listInvoices } from './queries/list.ts';
import { whatsappNumberFor } from './queries/share.ts';
import { toPayOf } from './queries/withholding.ts';
import { toldEarly } from './rules/early-payment.ts';
import { payUrlOf, whatsappUrl } from './rules/invoice.ts';
import { askedNow } from './rules/schedule.ts';
import type { Invoice } from './table.ts';

export const routes: Handlers<typeof invoices> = {
  list: async (scope, { params, query }) => {
    const today = todayOf(scope);
    const { invoices: rows, page } = await listInvoices(
      scope.db,
      scope.actor.businessId,
      params.currency,
      query,
      today,
    );
    return { message: 'Invoices', data: rows.map((row) => presentSummary(row, today)), page };
  },
  create: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => createInvoice(ctx, params.currency, body),
      (created) => ({
        message: 'Invoice created successfully',
        data: presentNew(created, scope.publicUrl()),
      }),
    ),
  update: (scope, { params, body }) =>
    orStored(scope, params, () =>
      scope.answerOnce(
        async (ctx) => detailsIn(ctx, await editInvoice(ctx, params, body)),
        (details) => ({ message: 'Invoice changed', data: presentDetail(details, scope.publicUrl()) }),
      ),
    ),
  duplicate: (scope, { params }) =>
    scope.answerOnce(
      (ctx) => duplicateInvoice(ctx, params),
      (created) => ({ message: 'Invoice copied', data: presentNew(created, scope.publicUrl()) }),
    ),
  revise: (scope, { params, body: { channels, ...change } }) =>
    orStored(scope, params, () =>
      scope.answerOnce(
        async (ctx) => prepareShare(ctx, await reviseInvoice(ctx, { ...params, channels }, change), channels),
        (result) => ({
          message: 'Invoice changed and sent again',
          data: presentShared(result, scope.publicUrl()),
        }),
      ),
    ),
  send: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => prepareShare(ctx, await sendInvoice(ctx, { ...params, ...body }), body.channels),
      (result) => ({
        message: 'Invoice sent successfully',
        data: presentShared(result, scope.publicUrl()),
      }),
    ),
  remind: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => {
        const { invoice, again } = await remindInvoice(ctx, { ...params, ...body });
        return { ...(await prepareShare(ctx, invoice, body.channels)), again };
      },
      ({ again, ...result }) => ({
        message: again ? 'You reminded this customer today' : 'Reminder sent successfully',
        data: presentShared(result, scope.publicUrl()),
      }),
    ),
  remove: async (scope, { params, body }) => {
    await scope.transact((ctx) => deleteInvoice(ctx, { ...params, ...body }));
    return { message: 'Invoice deleted successfully', data: null };
  },
  share: async (scope, { params, body }) => {
    await scope.transact((ctx) => recordShare(ctx, { ...params, ...body }));
    return { data: {} };
  },
  restore: async (scope, { params, body }) => {
    const details = await scope.transact(async (ctx) =>
      detailsIn(ctx, await restoreInvoice(ctx, { ...params, ...body })),
    );
    return { message: 'Invoice restored', data: presentDetail(details, scope.publicUrl()) };
  },
  detail: async (scope, { params }) => {
    const details = await getInvoiceDetails(
      scope,
      scope.actor.businessId,
      params.currency,
      params.id,
      scope.now,
    );
    return { message: 'Invoice', data: presentDetail(details, scope.publicUrl()) };
  },
  pdf: async (scope, { params, query }) => {
    const invoice = await getInvoice(scope.db, scope.actor.businessId, params.currency, params.id);
    const bytes = await printInvoice(scope, invoice, turnOf(scope), query.revision);
    return shownPdf({ bytes, name: `${invoice.number}.pdf` });
  },
};

export const writeOffRoutes: Handlers<typeof writeOffs> = {
  writeOff: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => detailsIn(ctx, await writeOff(ctx, { ...params, ...body })),
      (details) => ({ message: 'Written off', data: presentDetail(details, scope.publicUrl()) }),
    ),
  undo: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => detailsIn(ctx, await undoWriteOff(ctx, { ...params, ...body })),
      (details) => ({ message: 'It is asked for again', data: presentDetail(details, scope.publicUrl()) }),
    ),
};

export const scheduleRoutes: Handlers<typeof invoiceSchedules> = {
  plan: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => detailsIn(ctx, await planSchedule(ctx, { ...params, ...body })),
      (details) => ({ message: 'Schedule saved', data: presentDetail(details, scope.publicUrl()) }),
    ),
  ask: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => detailsIn(ctx, await askForPart(ctx, { ...params, ...body })),
      (details) => ({ message: 'Asked for the next part', data: presentDetail(details, scope.publicUrl()) }),
    ),
};

const detailsIn = (ctx: Ctx, invoice: Invoice): Promise<InvoiceDetails> =>
  getInvoiceDetails(
    { db: ctx.tx, vault: ctx.vault },
    invoice.business_id,
    invoice.currency,
    invoice.id,
    ctx.now,
  );

const presentNew = (created: CreatedInvoice, publicUrl: string) =>
  presentDetail(
    {
      ...created,
      payments: [],
      unanswered: null,
      replaced: [],
      adjustments: [],
      taxKept: null,
      planId: null,
      early: toldEarly(created.invoice, created.today),
    },
    publicUrl,
  );

/** Answers a change that comes too late with the invoice as it is now. */
async function orStored<T>(
  scope: Scope,
  { currency, invoiceId }: { currency: Currency; invoiceId: string },
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invoice_changed')) throw error;
    const { businessId } = scope.actor;
    const stored = await getInvoiceDetails(scope, businessId, currency, invoiceId, scope.now);
    // No refusal carries an account number.
    const shown = { ...presentDetail(stored, scope.publicUrl()), bankDetails: null };
    const invoice = z.encode(invoiceDetail, shown);
    throw new AppError('invoice_changed', error.message, { data: { invoice } });
  }
}

type ShareResult = {
  details: InvoiceDetails;
  phone: string | null;
  channels: Channel[];
  texted: boolean;
  creditLeft: Minor;
};

async function prepareShare(ctx: Ctx, invoice: Invoice, chosen: Channel[] | undefined): Promise<ShareResult> {
  const customer = await customerById(ctx.tx, invoice.business_id, invoice.customer_id);
  const channels = channelsFor(invoice, chosen);
  const texts = channels.includes('whatsapp') && !invoice.paid_at;
  const texted = texts && (await whatsappNumberFor(ctx, invoice)) !== null;
  return {
    channels,
    details: await detailsIn(ctx, invoice),
    phone: customer?.phone ?? null,
    texted,
    creditLeft: least(await creditOfCustomer(ctx.tx, invoice), invoice.balance_minor),
  };
}

function presentShared({ details, phone, channels, texted, creditLeft }: ShareResult, publicUrl: string) {
  const { invoice, businessName, taxKept } = details;
  const url = whatsappUrl({
    businessName,
    number: invoice.number,
    total: invoice.total_minor,
    balance: askedNow(invoice, toPayOf({ balance: invoice.balance_minor, taxKept })),
    currency: invoice.currency,
    dueDate: invoice.due_date,
    payUrl: payUrlOf(publicUrl, invoice.public_id),
    phone,
    replaces: invoice.revision > 1,
    early: details.early,
  });
  return {
    invoice: presentDetail(details, publicUrl),
    channels,
    whatsapp: texted ? ('sent' as const) : ('link' as const),
    whatsappUrl: texted ? null : url,
    creditLeft,
  };
}
