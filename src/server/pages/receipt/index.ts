import type { Hono } from 'hono';
import type { Env } from '#server/http/env.ts';
import type { System } from '#server/kernel/scope.ts';
import { receiptView } from '#server/modules/payments/flows/receipts.ts';
import { messagePage } from '../pay/page.ts';
import { publicPages } from '../pay/public-pages.ts';
import { receiptPage } from './page.ts';

const PUBLIC_ID = /^[\w-]{1,64}$/;
const NOT_FOUND = {
  title: 'There is no receipt at this address',
  text: 'Please check the address, or ask whoever gave it to you. If you hold a printed receipt, type its code at /verify.',
  retry: null,
};
const FAILURE = {
  title: 'Something went wrong on our side',
  text: 'The receipt is safe. Please try again in a moment.',
};

/** The public pages under /receipt: the receipt of one payment each, for anybody who has its link. */
export function receiptPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, FAILURE);
  app.get('/:publicId', async (c) => {
    const publicId = c.req.param('publicId');
    const scope = scopeOf(c);
    const view = PUBLIC_ID.test(publicId) ? await receiptView(scope, publicId) : null;
    if (!view) return c.html(messagePage(NOT_FOUND, settingOf(c)), 404);
    return c.html(receiptPage(view, { ...settingOf(c), publicUrl: scope.publicUrl() }));
  });
  return app;
}
