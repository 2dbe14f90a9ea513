import type { invoices } from '#contract/invoices.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { type Ctx, turnOf } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { createInvoice } from './commands/create.ts';
import {
  type Channel,
  channelsFor,
  deleteInvoice,
  remindInvoice,
  restoreInvoice,
  sendInvoice,
} from './commands/lifecycle.ts';
import { recordShare } from './commands/share.ts';
import { documentFor, printInvoice } from './flows.ts';
import { presentDetail, presentSummary } from './present.ts';
import { getInvoiceDetails, type InvoiceDetails, loadInvoiceDetails } from './queries/details.ts';
import { listInvoices } from './queries/list.ts';
import { whatsappNumberFor } from './queries/share.ts';
import { balanceOf, payUrlOf, whatsappUrl } from './rules/invoice.ts';
import type { Invoice } from './table.ts';

export const routes: Handlers<typeof invoices> = {
  list: async (scope, { params, query }) => {
    const {
      invoices: rows,
      page,
      today,
    } = await listInvoices(scope.db, scope.actor.businessId, params.currency, query, scope.now);
    return { message: 'Invoices', data: rows.map((row) => presentSummary(row, today)), page };
  },
  create: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => createInvoice(ctx, params.currency, body),
      (created) => ({
        message: 'Invoice created successfully',
        data: presentDetail({ ...created, payments: [] }, scope.publicUrl()),
      }),
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
        message: again ? 'A reminder was already sent today' : 'Reminder sent successfully',
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
      loadInvoiceDetails(
        { db: ctx.tx, vault: ctx.vault },
        await restoreInvoice(ctx, { ...params, ...body }),
        ctx.now,
      ),
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
  pdf: async (scope, { params }) => {
    const { invoice } = await getInvoiceDetails(
      scope,
      scope.actor.businessId,
      params.currency,
      params.id,
      scope.now,
    );
    const printed = await documentFor(scope, invoice.business_id, invoice.id);
    const bytes = await printInvoice(scope, printed, turnOf(scope));
    return new Response(Buffer.from(bytes), {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${invoice.number}.pdf"`,
        'Cache-Control': 'private, no-store',
      },
    });
  },
};

type ShareResult = { details: InvoiceDetails; phone: string | null; channels: Channel[]; texted: boolean };

async function prepareShare(ctx: Ctx, invoice: Invoice, chosen: Channel[] | undefined): Promise<ShareResult> {
  const customer = await customerById(ctx.tx, invoice.business_id, invoice.customer_id);
  const channels = channelsFor(invoice, chosen);
  const texted = channels.includes('whatsapp') && (await whatsappNumberFor(ctx, invoice)) !== null;
  return {
    channels,
    details: await loadInvoiceDetails({ db: ctx.tx, vault: ctx.vault }, invoice, ctx.now),
    phone: customer?.phone ?? null,
    texted,
  };
}

function presentShared({ details, phone, channels, texted }: ShareResult, publicUrl: string) {
  const { invoice, businessName } = details;
  const url = whatsappUrl({
    businessName,
    number: invoice.number,
    balance: balanceOf(invoice),
    currency: invoice.currency,
    dueDate: invoice.due_date,
    payUrl: payUrlOf(publicUrl, invoice.public_id),
    phone,
  });
  return {
    invoice: presentDetail(details, publicUrl),
    channels,
    whatsapp: texted ? ('sent' as const) : ('link' as const),
    whatsappUrl: texted ? null : url,
  };
}
