import type { Context, Hono } from 'hono';
import { AppError } from '#core/errors.ts';
import type { Env } from '#server/http/env.ts';
import type { System, SystemScope } from '#server/kernel/scope.ts';
import { issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { setSuppressed } from '#server/modules/notifications/commands/suppressions.ts';
import { isUnsubscribed, unsubscribeTargetOf } from '#server/modules/notifications/queries/unsubscribe.ts';
import { messagePage } from '../pay/page.ts';
import { publicPages } from '../pay/public-pages.ts';
import type { Stage } from './messages.ts';
import { unsubscribePage } from './page.ts';

const NOT_FOUND = {
  title: 'This link does not lead anywhere',
  text: 'Please open it from the message once more. Some programs cut off the end of a long address.',
  retry: null,
};
const FAILURE = {
  title: 'Something went wrong on our side',
  text: 'Nothing was changed. Please try again in a moment.',
};

/**
 * The public pages under /unsubscribe. Mail programs and scanners follow links, so a GET changes nothing; a
 * POST, by the button or by one-click unsubscribe (RFC 8058), does.
 */
export function unsubscribePages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, FAILURE);
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
    if (!business) return c.html(messagePage(NOT_FOUND, settingOf(c)), 404);
    const stage = (await isUnsubscribed(scope.db, subscription)) ? 'ended' : open;
    return c.html(unsubscribePage({ subscription, business, token, stage }, settingOf(c)));
  }
  return app;
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
