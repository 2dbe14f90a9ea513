import type { Hono } from 'hono';
import { readPaperCode } from '#core/paper-code.ts';
import type { Env } from '#server/http/endpoints.ts';
import { refuseIfSpent, spend } from '#server/kernel/requests.ts';
import type { System, SystemScope } from '#server/kernel/scope.ts';
import { invoiceByPaperCode } from '#server/modules/invoices/queries/verify.ts';
import { checkedReceipt } from '#server/modules/payments/flows/receipts.ts';
import { publicPages } from '../pay/public.ts';
import { askPage, type Found, foundPage } from './page.ts';

const TROUBLE = {
  title: 'Something went wrong on our side',
  text: 'We could not check the paper. Please do not pay before you could. Try again in a moment.',
};

/** Limit of unknown codes from one address: enough for misreadings, of no use for guessing. */
const MISSES = { max: 20, windowMs: 15 * 60_000 };
const LONGEST = 60;

/** The public pages under /verify: whether a document is genuine, for anybody who holds one. */
export function verifyPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, TROUBLE);
  app.get('/', (c) => {
    const typed = c.req.query('code')?.trim().slice(0, LONGEST);
    // Typed text may be anything; only values valid in an address are redirected.
    if (typed && typed.isWellFormed() && !/[\p{Cc}/\\]/u.test(typed))
      return c.redirect(`/verify/${encodeURIComponent(typed)}`, 303);
    return c.html(askPage(typed === undefined ? 'nothing' : 'typo', '', settingOf(c)));
  });
  app.get('/:code', async (c) => {
    const typed = c.req.param('code').slice(0, LONGEST);
    const code = readPaperCode(typed);
    if (!code) return c.html(askPage('typo', typed, settingOf(c)), 404);
    const found = await lookUp(scopeOf(c), code);
    if (!found) return c.html(askPage('unknown', typed, settingOf(c)), 404);
    return c.html(foundPage(found, settingOf(c)));
  });
  return app;
}

async function lookUp(scope: SystemScope, code: string): Promise<Found | null> {
  const { db, clientAddress, now } = scope;
  await refuseIfSpent(db, 'verify', MISSES, clientAddress, now);
  const invoice = await invoiceByPaperCode(scope, code);
  if (invoice) return { kind: 'invoice', invoice };
  const receipt = await checkedReceipt(scope, code);
  if (receipt) return { kind: 'receipt', receipt };
  await spend(db, 'verify', MISSES, clientAddress, now);
  return null;
}
