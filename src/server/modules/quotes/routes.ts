import type { quoteAnswers } from '#contract/quote-answers.ts';
import type { quotes } from '#contract/quotes.ts';
import { notFound } from '#core/errors.ts';
import { shownPdf } from '#server/http/attachment.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { type Ctx, type Scope, type SystemScope, todayOf, turnOf } from '#server/kernel/scope.ts';
import { invoiceQuote } from './commands/convert.ts';
import { invoicePart } from './commands/part.ts';
import { extendQuote, sendQuote, withdrawQuote } from './commands/send.ts';
import { changeQuote, copyQuote, createQuote } from './commands/write.ts';
import { fileNameOf, printQuote } from './flows/print.ts';
import {
  acceptByLink,
  askByLink,
  sendCodeByLink,
  declineByLink,
  payByLink,
  publicQuotePdf,
  quoteView,
} from './flows/public.ts';
import { payUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import { presentPublic, presentQuote, presentSummary } from './present.ts';
import { quoteDetails } from './queries/details.ts';
import { listQuotes, quoteById } from './queries/quotes.ts';
import type { Quote } from './table.ts';

export const routes: Handlers<typeof quotes & typeof quoteAnswers> = {
  create: (scope, { params, body }) =>
    once(scope, 'Quote saved', (ctx) => createQuote(ctx, params.currency, body)),
  list: async (scope, { params: { currency }, query }) => {
    const today = todayOf(scope);
    const { businessId } = scope.actor;
    const { rows, page } = await listQuotes(scope.db, { businessId, currency, today }, query);
    return { data: rows.map((row) => presentSummary(row, today)), page };
  },
  detail: async (scope, { params }) => {
    const quote = await quoteById(scope.db, scope.actor.businessId, params.currency, params.id);
    return { data: presentQuote(await quoteDetails(scope.db, quote), shownTo(scope)) };
  },
  update: (scope, { params, body }) => once(scope, 'Quote changed', (ctx) => changeQuote(ctx, params, body)),
  send: (scope, { params }) => once(scope, 'Quote sent', (ctx) => sendQuote(ctx, params)),
  withdraw: (scope, { params }) => once(scope, 'Quote withdrawn', (ctx) => withdrawQuote(ctx, params)),
  extend: (scope, { params, body }) =>
    once(scope, 'Quote extended', (ctx) => extendQuote(ctx, { ...params, ...body })),
  copy: (scope, { params }) => once(scope, 'Quote copied', (ctx) => copyQuote(ctx, params)),
  toInvoice: (scope, { params }) => once(scope, 'Invoice made', (ctx) => invoiceQuote(ctx, params)),
  invoicePart: (scope, { params, body }) =>
    once(scope, 'Invoice made', (ctx) => invoicePart(ctx, params, body)),
  pdf: async (scope, { params }) => {
    const quote = await quoteById(scope.db, scope.actor.businessId, params.currency, params.id);
    return shownPdf({ bytes: await printQuote(scope, quote, turnOf(scope)), name: fileNameOf(quote) });
  },
  publicRead: (scope, { params }) => publicAnswer(scope, params.publicId),
  publicPdf: async (scope, { params }) => shownPdf(await publicQuotePdf(scope, params.publicId)),
  sendCode: async (scope, { params: { publicId }, body }) => {
    await sendCodeByLink(scope, publicId, body);
    return publicAnswer(scope, publicId);
  },
  accept: async (scope, { params: { publicId }, body }) => {
    const accepted = await acceptByLink(scope, publicId, body);
    return { data: presentPublic({ ...accepted, codeTo: null }) };
  },
  pay: async (scope, { params: { publicId }, body }) => {
    const id = await payByLink(scope, publicId, body);
    return { data: { payUrl: payUrlOf(scope.publicUrl(), id) } };
  },
  decline: async (scope, { params: { publicId }, body }) => {
    await declineByLink(scope, publicId, body);
    return publicAnswer(scope, publicId);
  },
  question: async (scope, { params: { publicId }, body }) => {
    await askByLink(scope, publicId, body);
    return { data: null };
  },
};

const once = (scope: Scope, message: string, work: (ctx: Ctx) => Promise<Quote>) =>
  scope.answerOnce(
    async (ctx) => quoteDetails(ctx.tx, await work(ctx)),
    (details) => ({ message, data: presentQuote(details, shownTo(scope)) }),
  );

const shownTo = (scope: Scope) => ({ today: todayOf(scope), publicUrl: scope.publicUrl() });

async function publicAnswer(scope: SystemScope, publicId: string) {
  const view = await quoteView(scope, publicId);
  if (!view) throw notFound('quote');
  const { business, code } = view;
  return { data: presentPublic({ ...view, businessName: business.name, codeTo: code?.to ?? null }) };
}
