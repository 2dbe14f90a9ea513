import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { AppError } from '#core/errors.ts';
import { fill } from '#core/fill.ts';
import type { Language } from '#core/languages.ts';
import type { Env } from '#server/http/env.ts';
import type { System, SystemScope } from '#server/kernel/scope.ts';
import { usualLanguageOf } from '#server/modules/customers/queries/language.ts';
import { customerByEmail } from '#server/modules/customers/queries/contacts.ts';
import { type Issuer, issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { setSuppressed } from '#server/modules/notifications/commands/suppressions.ts';
import {
  isUnsubscribed,
  type UnsubscribeTarget,
  unsubscribeTargetOf,
} from '#server/modules/notifications/queries/unsubscribe.ts';
import { localHref, type PageLocale } from '../locales/locales.ts';
import { bigSign, fillHtml, type Html } from '../pay/components.ts';
import { layout, type PageSetting } from '../pay/layout.ts';
import { messagePage } from '../pay/page.ts';
import { publicPages } from '../pay/public-pages.ts';

/**
 * The public pages under /unsubscribe. Mail programs and scanners follow links, so a GET changes nothing; a
 * POST, by the button or by one-click unsubscribe (RFC 8058), does.
 */
export function unsubscribePages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, ({ unsubscribe }) => unsubscribe.failure);
  app.get('/:token', (c) => show(c, scopeOf(c)));
  app.post('/:token', async (c) => {
    const scope = scopeOf(c);
    const subscription = unsubscribeTargetOf(scope, c.req.param('token'));
    const stopped = c.req.query('undo') === undefined;
    if (subscription && (await businessOf(scope, subscription.businessId)))
      await scope.transactAsSystem((ctx) => setSuppressed(ctx, subscription, stopped));
    return show(c, scope, stopped ? 'asked' : 'undone');
  });

  async function show(
    c: Context<Env, '/:token'>,
    scope: SystemScope,
    open: Stage = 'asked',
  ): Promise<Response> {
    const token = c.req.param('token');
    const subscription = unsubscribeTargetOf(scope, token);
    const business = subscription && (await businessOf(scope, subscription.businessId));
    const setting = settingOf(c, subscription ? await readerLanguage(scope, subscription) : undefined);
    if (!business)
      return c.html(messagePage({ ...setting.locale.unsubscribe.notFound, retry: null }, setting), 404);
    const stage = (await isUnsubscribed(scope.db, subscription)) ? 'ended' : open;
    return c.html(unsubscribePage({ subscription, business, token, stage }, setting));
  }
  return app;
}

// Reminders go to customers; everything else to the owner, in English.
async function readerLanguage(
  { db }: SystemScope,
  { purpose, businessId, address }: UnsubscribeTarget,
): Promise<Language> {
  if (purpose !== 'reminders') return 'en';
  const customer = await customerByEmail(db, businessId, address);
  return customer?.language ?? usualLanguageOf(db, businessId);
}

/** Null where the business is no more. */
async function businessOf(scope: SystemScope, businessId: string) {
  try {
    return (await issuerOf(scope, businessId)).issuer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

type UnsubscribeView = { subscription: UnsubscribeTarget; business: Issuer; token: string; stage: Stage };

/** Asks for confirmation, or shows the result and how to undo it. Viewing it changes nothing. */
export function unsubscribePage(
  { subscription: way, business, token, stage }: UnsubscribeView,
  setting: PageSetting,
): Html {
  const { title, text, button, heading, note } = messagesFor(way, business.name, stage, setting.locale);
  const ended = stage === 'ended';
  const action = localHref(`/unsubscribe/${token}${ended ? '?undo' : ''}`, setting.locale);
  const main = html`<main class="wrap one" id="main"><section class="pay message">
${bigSign(stage === 'asked' ? 'closed' : 'tick', 'plain')}<h1 class="say" id="headline" tabindex="-1">${heading}</h1><p class="note">${note}</p>
<form method="post" action="${action}"><button class="btn ${ended ? 'plain' : 'main'}" type="submit">${button}</button></form>
</section></main>`;
  const frame = { title, description: text, shared: null, business, testMode: false };
  return layout({ ...frame, ...setting, assets: { ...setting.assets, script: null } }, main);
}

/** Stage of the page: confirmation, unsubscribed, or undone just now. */
export type Stage = 'asked' | 'ended' | 'undone';

/** Texts of an unsubscribe page, by stage. */
function messagesFor(
  { purpose, address }: UnsubscribeTarget,
  business: string,
  stage: Stage,
  { unsubscribe }: PageLocale,
): { title: string; text: string; button: string; heading: Html; note: Html } {
  const isReminders = purpose === 'reminders';
  const { title, text, button } = (isReminders ? unsubscribe.reminders : unsubscribe.notifications)[stage];
  const subject = isReminders ? '' : unsubscribe.subjects[purpose];
  const values = { business, to: masked(address), subject };
  return {
    title: fill(title, values),
    text: fill(text, values),
    button,
    heading: fillHtml(title, values),
    note: fillHtml(text, values),
  };
}

/** A masked address: recognisable to its owner only. */
function masked(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${[...local].slice(0, 1).join('')}•••@${domain}`;
}
