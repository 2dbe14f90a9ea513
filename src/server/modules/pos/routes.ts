import type { pos } from '#contract/pos.ts';
import { shownPdf } from '#server/http/attachment.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import { type Scope, turnOf } from '#server/kernel/scope.ts';
import { nameAndZone } from '#server/modules/business/queries.ts';
import { payUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import { qrDataUrl } from '#server/modules/invoices/rules/qr.ts';
import { cancelSale, createSale, openPos, renewCode } from './commands.ts';
import { posterFor } from './flows.ts';
import { shopLink, shopUrlOf } from './rules.ts';

export const routes: Handlers<typeof pos> = {
  open: async (scope) => ({ data: await viewOf(scope, await scope.transact(openPos)) }),
  renew: async (scope) => ({
    message: 'The counter has another address',
    data: await viewOf(scope, await scope.transact(renewCode)),
  }),
  poster: async (scope, { query }) => {
    const size = query.size ?? 'a4';
    const bytes = await scope.ports.pdf.poster(await posterFor(scope, size), turnOf(scope));
    return shownPdf({ bytes, name: `counter-poster-${size}.pdf` });
  },
  sell: async (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) =>
        createSale(ctx, {
          amount: body.amount,
          currency: params.currency,
          words: body.description ?? null,
          customerId: body.customerId ?? null,
        }),
      (invoice) => ({
        data: {
          invoiceId: invoice.id,
          invoiceNumber: invoice.number,
          payUrl: payUrlOf(scope.publicUrl(), invoice.public_id),
        },
      }),
    ),
  cancel: async (scope, { params }) => {
    await scope.transact((ctx) => cancelSale(ctx, params.currency, params.id));
    return { message: 'The payment was cancelled', data: null };
  },
};

async function viewOf(scope: Scope, code: string) {
  const url = shopUrlOf(scope.publicUrl(), code);
  return {
    code,
    url,
    link: shopLink(scope.publicUrl(), code),
    qrCode: qrDataUrl(url),
    businessName: (await nameAndZone(scope.db, scope.actor.businessId)).name,
    testMode: inTestMode(scope.ports.payments, 'NGN'),
  };
}
