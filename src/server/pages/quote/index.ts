import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '#core/errors.ts';
import type { Env } from '#server/http/env.ts';
import type { System, SystemScope } from '#server/kernel/scope.ts';
import {
  acceptByLink,
  askByLink,
  declineByLink,
  payByLink,
  earlierDocument,
  noteView,
  quoteView,
  readAnswer,
  sendCodeByLink,
} from '#server/modules/quotes/flows/public.ts';
import { localHref } from '../locales/locales.ts';
import { messagePage } from '../pay/page.ts';
import { isOurs, publicPages } from '../pay/public-pages.ts';
import { blankForm, type QuoteForm } from './forms.ts';
import { quotePage } from './page.ts';

/** Strokes of a signature grow when a form escapes them. */
const MOST_BYTES = 64 * 1024;
const PUBLIC_ID = /^[\w-]{1,64}$/;
/** Query parameter after a question went. */
const ASKED = 'asked';
/** Query parameter of the owner's own look, which is none of the customer's. */
const PREVIEW = 'preview';

type Pages = ReturnType<typeof publicPages>;

/** The public pages under /quote: one quote each, answered with plain forms by anybody who has its link. */
export function quotePages(system: System): Hono<Env> {
  const pages = publicPages(system, ({ quote }) => quote.failure);
  const { app, scopeOf } = pages;
  const limited = bodyLimit({ maxSize: MOST_BYTES, onError: (c: Context<Env>) => refuse(pages, c, 413) });
  app.get('/:publicId', async (c) => {
    const publicId = c.req.param('publicId');
    if (!PUBLIC_ID.test(publicId)) return notFound(pages, c);
    if (isLookedAt(c)) await unlessGone(noteView(scopeOf(c), publicId));
    return show(pages, c, { ...blankForm, isAsked: c.req.query(ASKED) !== undefined });
  });
  app.post('/:publicId/accept', limited, (c) => answer(pages, c, 'accept', readAnswer.accept, accept));
  app.post('/:publicId/code', limited, (c) => answer(pages, c, 'code', readAnswer.code, sendCodeByLink));
  app.post('/:publicId/pay', limited, (c) => answer(pages, c, 'accept', readAnswer.pay, payByLink));
  app.post('/:publicId/decline', limited, (c) =>
    answer(pages, c, 'decline', readAnswer.decline, declineByLink),
  );
  app.post('/:publicId/question', limited, (c) =>
    answer(pages, c, 'question', readAnswer.question, askByLink),
  );
  return app;
}

type Read<I> = (typed: Record<string, string>) => { ok: true; input: I } | { ok: false; wrong: string[] };
/** Gives the id of the page to pay on, where that comes next. */
type Run<I> = (scope: SystemScope, publicId: string, input: I) => Promise<string | void>;

// Its page is looked up anew by the browser.
const accept = async (...of: Parameters<typeof acceptByLink>): Promise<void> =>
  void (await acceptByLink(...of));

async function answer<I>(
  pages: Pages,
  c: Context<Env>,
  kind: NonNullable<QuoteForm['open']>,
  readForm: Read<I>,
  run: Run<I>,
): Promise<Response> {
  const scope = pages.scopeOf(c);
  const publicId = idOf(c);
  if (!PUBLIC_ID.test(publicId)) return notFound(pages, c);
  if (!isOurs(c, scope.publicUrl())) return refuse(pages, c, 403);
  const typed = Object.fromEntries(new URLSearchParams(await c.req.text()));
  const read = readForm(typed);
  const form = { ...blankForm, typed, open: kind };
  if (!read.ok) return show(pages, c, { ...form, wrong: read.wrong }, 422);
  let payPage: string | void;
  try {
    payPage = await run(scope, publicId, read.input);
  } catch (error) {
    return showRefusal(pages, c, form, error);
  }
  const path = `/quote/${publicId}${kind === 'question' ? `?${ASKED}` : ''}`;
  return c.redirect(localHref(payPage ? `/pay/${payPage}` : path, pages.settingOf(c).locale), 303);
}

async function showRefusal(
  pages: Pages,
  c: Context<Env>,
  form: QuoteForm,
  error: unknown,
): Promise<Response> {
  if (!(error instanceof AppError)) throw error;
  // A closed quote says itself what became of it.
  if (error.code === 'quote_closed') return show(pages, c, blankForm, 409);
  if (error.code === 'too_many_requests') return show(pages, c, { ...form, isTooMany: true }, 429);
  // The one field that only the command can check.
  if (error.code === 'wrong_code' || error.code === 'invalid_input')
    return show(pages, c, { ...form, wrong: ['code'] }, 422);
  if (error.code === 'not_found') return notFound(pages, c);
  if (error.code === 'conflict') return refuse(pages, c, 409);
  if (error.code !== 'quote_changed') throw error;
  const earlier = await earlierDocument(pages.scopeOf(c), idOf(c), form.typed.revisionHash ?? '');
  return show(pages, c, { ...form, isChanged: true, earlier }, 409);
}

async function show(
  pages: Pages,
  c: Context<Env>,
  form: QuoteForm,
  status: 200 | 409 | 422 | 429 = 200,
): Promise<Response> {
  const scope = pages.scopeOf(c);
  const view = await quoteView(scope, idOf(c));
  if (!view) return notFound(pages, c);
  const setting = pages.settingOf(c, view.language);
  return c.html(quotePage(view, form, { ...setting, publicUrl: scope.publicUrl() }), status);
}

const idOf = (c: Context<Env>): string => c.req.param('publicId') ?? '';

function notFound({ settingOf }: Pages, c: Context<Env>): Response | Promise<Response> {
  const setting = settingOf(c);
  return c.html(messagePage({ ...setting.locale.quote.notFound, retry: null }, setting), 404);
}

function refuse(
  { settingOf }: Pages,
  c: Context<Env>,
  status: 403 | 409 | 413,
): Response | Promise<Response> {
  const setting = settingOf(c);
  return c.html(messagePage({ ...setting.locale.quote.again, retry: null }, setting), status);
}

// Previews in chats and scanners of mail fetch a link too; only a browser that opens it says that it navigates.
const isLookedAt = (c: Context<Env>): boolean =>
  c.req.header('Sec-Fetch-Mode') === 'navigate' &&
  c.req.header('Sec-Purpose') === undefined &&
  c.req.query(PREVIEW) === undefined;

async function unlessGone(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}
