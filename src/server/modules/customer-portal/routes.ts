import type { customerPortal } from '#contract/customer-portal.ts';
import { MAX_SHOWN_LINES } from '#contract/customer-statements.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { shownPdf } from '#server/http/attachment.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { shownStatement } from '#server/modules/customer-statements/rules.ts';
import { activeCustomer } from '#server/modules/customers/queries/list.ts';
import { endSharedLink, shareLink } from './commands/links.ts';
import { askForLinks } from './flows/links.ts';
import { stopMyCard } from './flows/cards.ts';
import { payWithMyCredit } from './flows/credit.ts';
import { payTogether } from './flows/pay.ts';
import { portalNotePdf, portalStatement, portalStatementPdf, portalView } from './flows/portal.ts';
import { openPortal, type Reader, readerOf } from './flows/session.ts';
import { sharedUntil } from './queries/links.ts';

export const routes: Handlers<typeof customerPortal> = {
  ask: async (scope, { body }) => {
    await askForLinks(scope, body.email, null);
    return { message: 'If a business knows this address, a link is on its way to it', data: null };
  },
  open: async (scope, { body }, { answerHeaders }) => {
    for (const cookie of await openPortal(scope, body.token)) answerHeaders.append('Set-Cookie', cookie);
    return { data: null };
  },
  read: async (scope, _, { headers }) => {
    const { accounts, ...view } = await portalView(await reader(scope, headers));
    const shown = accounts.map(({ open, ...account }) => ({
      ...account,
      invoices: open.length,
      open: open.slice(0, MAX_SHOWN_LINES),
    }));
    return { data: { ...view, accounts: shown } };
  },
  stopCard: async (scope, { params }, { headers }) => {
    await stopMyCard(await reader(scope, headers), params.id);
    return { message: 'Your saved card is stopped', data: null };
  },
  statement: async (scope, { query: { shows, ...asked } }, { headers }) => {
    const statement = await portalStatement(await reader(scope, headers), asked, MAX_SHOWN_LINES);
    return { data: shownStatement(statement, shows) };
  },
  statementPdf: async (scope, { query }, { headers }) =>
    portalStatementPdf(await reader(scope, headers), query),
  pay: async (scope, { body }, { headers }) => {
    const { path, ...data } = await payTogether(await reader(scope, headers), body.invoiceIds);
    return {
      message: leftOut(data.dropped) ?? 'Ready to be paid',
      data: { ...data, url: `${scope.publicUrl()}${path}` },
    };
  },
  payWithCredit: async (scope, { body }, { headers }) => {
    const data = await payWithMyCredit(await reader(scope, headers), body.invoiceIds);
    return { message: leftOut(data.dropped) ?? 'Credit used', data };
  },
  creditNotePdf: async (scope, { params: { id } }, { headers }) =>
    shownPdf(await portalNotePdf(await reader(scope, headers), id)),
  shared: async ({ db, now, actor: { businessId } }, { params: { id: customerId } }) => {
    const customer = isId('cus', customerId) ? await activeCustomer(db, businessId, customerId) : null;
    if (!customer) throw notFound('customer');
    return { data: { expiresAt: await sharedUntil(db, { businessId, customerId }, now) } };
  },
  share: async (scope, { params: { id } }) => ({
    message: 'The link is ready',
    data: await scope.transact((ctx) => shareLink(ctx, id)),
  }),
  unshare: async (scope, { params: { id } }) => {
    await scope.transact((ctx) => endSharedLink(ctx, id));
    return { message: 'The link was ended', data: null };
  },
};

function leftOut(dropped: number): string | null {
  if (dropped === 0) return null;
  return dropped === 1
    ? '1 was left out: it asks for nothing now, or is not yours'
    : `${dropped} were left out: they ask for nothing now, or are not yours`;
}

async function reader(scope: SystemScope, headers: Headers): Promise<Reader> {
  const found = await readerOf(scope, headers);
  if (!found) throw new AppError('token_expired', 'Ask for a new link to this page');
  return found;
}
