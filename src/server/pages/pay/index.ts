import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { withholdingKinds } from '#core/tax-rates.ts';
import type { Env } from '#server/http/env.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import type { System, SystemScope } from '#server/kernel/scope.ts';
import { hasOpenPage } from '#server/modules/customer-portal/queries/links.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { payableByPublicId } from '#server/modules/invoices/queries/details.ts';
import { agreeToSave, cardOnPage } from '#server/modules/plans/flows/save-card.ts';
import { choiceOf } from '#server/modules/payments/flows/checkout.ts';
import { payView, syncCheckout } from '#server/modules/payments/flows/collect.ts';
import type { PayView } from '#server/modules/payments/pay-view.ts';
import { LANGUAGE_PARAMETER, localHref } from '../locales/locales.ts';
import { declareAsPayer } from '#server/modules/withholding/commands/declare.ts';
import { linkExpired } from './format.ts';
import { messagePage, payPage } from './page.ts';
import { CHOICE_PARAMETER, choiceQuery } from './part-choice.ts';
import { isOurs, publicPages } from './public-pages.ts';
import { AGREES } from './save-card.ts';
import { shareCard } from './share-card.ts';

const MOST_BYTES = 1024;
const PUBLIC_ID = /^[\w-]{1,64}$/;
// Brand colours change seldom, and chats cache the picture far longer anyway.
const CARD_CACHE = 'public, max-age=3600';
/** Query parameter of a payer for whom the provider is asked again. */
const RETURNED = 'back';
// Chats and mail programs add these to links; any other parameter was added by a provider.
const TRACKING = /^(?:utm_|fbclid|gclid|igsh|mc_|_hs|ref$)/;

/** The public pages under /pay: one invoice each, for anybody who has its link. */
export function payPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, ({ pay }) => pay.failure);
  app.get('/:publicId', async (c) => {
    const publicId = c.req.param('publicId');
    const scope = scopeOf(c);
    if (!PUBLIC_ID.test(publicId)) return notFound(c);
    const { locale } = settingOf(c);
    const arrival = arrivalOf(c.req.query());
    const clean = `/pay/${publicId}`;
    if (arrival === 'given up') return c.redirect(localHref(clean, locale), 303);
    if (arrival !== 'plainly') {
      await trySyncCheckout(scope, publicId, arrival === 'from the provider' ? valuesOf(c) : []);
      const invoice = await payableByPublicId(scope, publicId);
      if (invoice?.state !== 'open') return c.redirect(localHref(clean, locale), 303);
      if (arrival === 'from the provider')
        return c.redirect(localHref(`${clean}?${RETURNED}=1`, locale), 303);
    }
    const view = await viewOf(scope, publicId, c.req.query(CHOICE_PARAMETER));
    if (!view) return notFound(c);
    const setting = settingOf(c, view.language);
    const card = view.state === 'open' ? await cardOnPage(scope, publicId) : null;
    return c.html(payPage(view, { ...setting, card, now: scope.now, publicUrl: scope.publicUrl() }));
  });
  app.post('/:publicId/withholding', bodyLimit({ maxSize: MOST_BYTES }), async (c) => {
    const publicId = c.req.param('publicId');
    const scope = scopeOf(c);
    if (!PUBLIC_ID.test(publicId)) return notFound(c);
    if (isOurs(c, scope.publicUrl())) {
      const chosen = new URLSearchParams(await c.req.text()).get('kind');
      await declareTax(scope, publicId, chosen);
    }
    const query = await keptChoice(scope, publicId, c.req.query(CHOICE_PARAMETER));
    return c.redirect(localHref(`/pay/${publicId}${query}`, settingOf(c).locale), 303);
  });
  app.post('/:publicId/save-card', bodyLimit({ maxSize: MOST_BYTES }), async (c) => {
    const publicId = c.req.param('publicId');
    const scope = scopeOf(c);
    if (!PUBLIC_ID.test(publicId)) return notFound(c);
    const { locale } = settingOf(c);
    const agrees = new URLSearchParams(await c.req.text()).has(AGREES);
    if (agrees && isOurs(c, scope.publicUrl())) {
      const { answers } = scope.config.limits;
      await consumeLimit(scope.db, 'answers', answers, scope.clientAddress, scope.now);
      await agreeOnPage(scope, publicId, locale.isChosen ? locale.language : null);
    }
    return c.redirect(localHref(`/pay/${publicId}#card`, locale), 303);
  });
  app.get('/:publicId/card.png', async (c) => {
    const publicId = c.req.param('publicId');
    const scope = scopeOf(c);
    const invoice = PUBLIC_ID.test(publicId) ? await payableByPublicId(scope, publicId) : null;
    if (!invoice) return notFound(c);
    const usual = await languageOf(scope.db, invoice.businessId, invoice.customerId);
    const bytes = await shareCard(invoice.view.business, settingOf(c, usual).locale.labels.invoice);
    return c.body(new Uint8Array(bytes), 200, { 'Content-Type': 'image/png', 'Cache-Control': CARD_CACHE });
  });

  function notFound(c: Context<Env>): Response | Promise<Response> {
    const setting = settingOf(c);
    return c.html(messagePage({ ...setting.locale.pay.notFound, retry: null }, setting), 404);
  }
  return app;
}

// A customer who reads their own page is reminded of all that it lists.
async function viewOf(scope: SystemScope, publicId: string, chosen?: string): Promise<PayView | null> {
  const view = await payView(scope, publicId, chosen);
  return view && linkExpired(view) && (await hasOpenPage(scope.db, publicId, scope.now))
    ? { ...view, remindedOn: view.today }
    : view;
}

// More than is asked for without the tax is everything.
async function keptChoice(scope: SystemScope, publicId: string, chosen?: string): Promise<string> {
  const invoice = chosen === undefined ? null : await payableByPublicId(scope, publicId);
  if (!invoice) return '';
  const choice = choiceOf(invoice, chosen);
  return choiceQuery(choice.isWrong ? { ...choice, kind: 'all' } : choice);
}

// Where it is no longer possible the page says what is: it is paid, or the seller decided.
async function declareTax(scope: SystemScope, publicId: string, chosen: string | null): Promise<void> {
  const kind = withholdingKinds.find((one) => one === chosen) ?? null;
  if (!kind && chosen !== '') return;
  try {
    await scope.transactAsSystem((ctx) => declareAsPayer(ctx, { publicId, kind }));
  } catch (error) {
    if (!(error instanceof AppError && ['conflict', 'invalid_input', 'not_found'].includes(error.code)))
      throw error;
  }
}

// Where nothing can be agreed to any more the page says what is.
async function agreeOnPage(scope: SystemScope, publicId: string, language: Language | null): Promise<void> {
  try {
    await agreeToSave(scope, publicId, language);
  } catch (error) {
    if (!(error instanceof AppError && ['conflict', 'not_found', 'unavailable'].includes(error.code)))
      throw error;
  }
}

const valuesOf = (c: Context<Env>): string[] => Object.values(c.req.query());

/** How a visitor arrived, by the query parameters: each provider adds its own. */
export function arrivalOf(query: Record<string, string>) {
  const ours = [LANGUAGE_PARAMETER, CHOICE_PARAMETER];
  const names = Object.keys(query).filter((name) => !TRACKING.test(name) && !ours.includes(name));
  if (names.length === 0) return 'plainly';
  if (names.every((name) => name === RETURNED)) return 'to ask again';
  return /^cancel/i.test(query.status ?? '') ? 'given up' : 'from the provider';
}

// A returning customer sees the page in any case; the payment is queried again later.
async function trySyncCheckout(
  scope: SystemScope,
  publicId: string,
  returned: readonly string[],
): Promise<void> {
  try {
    await syncCheckout(scope, publicId, returned);
  } catch (error) {
    scope.log.warn(
      { err: error, requestId: scope.requestId },
      'A returning customer could not be matched with a payment yet',
    );
  }
}
