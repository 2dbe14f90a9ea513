import type { Context, Hono } from 'hono';
import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import type { Env } from '#server/http/env.ts';
import type { System, SystemScope } from '#server/kernel/scope.ts';
import { usualLanguageOf } from '#server/modules/customers/queries/language.ts';
import { customerByEmail } from '#server/modules/customers/queries/list.ts';
import { issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { setSuppressed } from '#server/modules/notifications/commands/suppressions.ts';
import {
  isUnsubscribed,
  type UnsubscribeTarget,
  unsubscribeTargetOf,
} from '#server/modules/notifications/queries/unsubscribe.ts';
import { messagePage } from '../pay/page.ts';
import { publicPages } from '../pay/public-pages.ts';
import type { Stage } from './messages.ts';
import { unsubscribePage } from './page.ts';

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
