import type { Hono } from 'hono';
import { parseVerificationCode } from '#core/verification-code.ts';
import type { Env } from '#server/http/env.ts';
import { consumeLimit, refuseIfExhausted } from '#server/kernel/rate-limits.ts';
import type { System, SystemScope } from '#server/kernel/scope.ts';
import { creditNoteByVerificationCode } from '#server/modules/credit-notes/queries/verify.ts';
import { usualLanguageOf } from '#server/modules/customers/queries/language.ts';
import { invoiceByVerificationCode } from '#server/modules/invoices/queries/verify.ts';
import { quoteByVerificationCode } from '#server/modules/quotes/queries/verify.ts';
import { receiptViewByCode } from '#server/modules/payments/flows/receipts.ts';
import { localHref } from '../locales/locales.ts';
import { publicPages } from '../pay/public-pages.ts';
import { businessOf, codeFormPage, type Found, foundPage } from './page.ts';

/** Limit of unknown codes from one address: enough for misreadings, of no use for guessing. */
const MISS_LIMIT = { max: 20, windowMs: 15 * 60_000 };
const MAX_LENGTH = 60;

/** The public pages under /verify: whether a document is genuine, for anybody who holds one. */
export function verifyPages(system: System): Hono<Env> {
  const { app, scopeOf, settingOf } = publicPages(system, ({ verify }) => verify.failure);
  app.get('/', (c) => {
    const typed = c.req.query('code')?.trim().slice(0, MAX_LENGTH);
    // Typed text may be anything; only values valid in an address are redirected.
    if (typed && typed.isWellFormed() && !/[\p{Cc}/\\]/u.test(typed))
      return c.redirect(localHref(`/verify/${encodeURIComponent(typed)}`, settingOf(c).locale), 303);
    return c.html(codeFormPage(typed === undefined ? 'nothing' : 'typo', '', settingOf(c)));
  });
  app.get('/:code', async (c) => {
    const typed = c.req.param('code').slice(0, MAX_LENGTH);
    const code = parseVerificationCode(typed);
    if (!code) return c.html(codeFormPage('typo', typed, settingOf(c)), 404);
    const scope = scopeOf(c);
    const found = await findDocument(scope, code);
    if (!found) return c.html(codeFormPage('unknown', typed, settingOf(c)), 404);
    const usual = await usualLanguageOf(scope.db, businessOf(found).id);
    return c.html(foundPage(found, settingOf(c, usual)));
  });
  return app;
}

async function findDocument(scope: SystemScope, code: string): Promise<Found | null> {
  const { db, clientAddress, now } = scope;
  await refuseIfExhausted(db, 'verify', MISS_LIMIT, clientAddress, now);
  const invoice = await invoiceByVerificationCode(scope, code);
  if (invoice) return { kind: 'invoice', invoice };
  const receipt = await receiptViewByCode(scope, code);
  if (receipt) return { kind: 'receipt', receipt };
  const creditNote = await creditNoteByVerificationCode(scope, code);
  if (creditNote) return { kind: 'creditNote', creditNote };
  const quote = await quoteByVerificationCode(scope, code);
  if (quote) return { kind: 'quote', quote };
  await consumeLimit(db, 'verify', MISS_LIMIT, clientAddress, now);
  return null;
}
