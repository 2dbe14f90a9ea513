import type { Hono } from 'hono';
import type { Env } from '#server/http/env.ts';
import type { System } from '#server/kernel/scope.ts';
import { receiptView } from '#server/modules/payments/flows/receipts.ts';
import { messagePage } from '../pay/page.ts';
import { publicPages } from '../pay/public-pages.ts';
import { receiptPage } from './page.ts';

const PUBLIC_ID = /^[\w-]{1,64}$/;

/** The public pages under /receipt: the receipt of one payment each, for anybody who has its link. */
export function receiptPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, ({ receipt }) => receipt.failure);
  app.get('/:publicId', async (c) => {
    const publicId = c.req.param('publicId');
    const scope = scopeOf(c);
    const view = PUBLIC_ID.test(publicId) ? await receiptView(scope, publicId) : null;
    const setting = settingOf(c, view?.language);
    if (!view) return c.html(messagePage({ ...setting.locale.receipt.notFound, retry: null }, setting), 404);
    return c.html(receiptPage(view, { ...setting, publicUrl: scope.publicUrl() }));
  });
  return app;
}
