import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError, errorStatuses } from '#core/errors.ts';
import type { Env } from '#server/http/env.ts';
import type { System } from '#server/kernel/scope.ts';
import { signOutOperator } from '#server/modules/operators/commands.ts';
import { beginSetup, finishSetup, logInOperator } from '#server/modules/operators/flows.ts';
import { decide, listWaiting, servePaper, showBusiness } from './documents.ts';
import { createGate, guardedPages, type Visit } from './gate.ts';
import type { Html } from '../pay/components.ts';
import { logInPage, pairingPage, setupPage } from './log-in.ts';

const MOST_BYTES = 8 * 1024;

/** The pages under /operator: log-in of those who run the service, and the review of documents. */
export function operatorPages(system: System): Hono<Env> {
  const app = guardedPages(system);
  const gate = createGate(system);
  app.use(
    bodyLimit({
      maxSize: MOST_BYTES,
      onError: () => {
        throw new AppError('too_large', 'That is too long');
      },
    }),
  );
  app.get(
    '/log-in',
    gate.open(async ({ c, frame }) => c.html(logInPage(frame, { name: '', problem: null }))),
  );
  app.post(
    '/log-in',
    gate.openForm(({ c, scope, frame }, form) => {
      const typed = {
        name: textOf(form, 'name'),
        password: textOf(form, 'password'),
        code: textOf(form, 'code'),
      };
      return attempt(
        c,
        async () => enter(c, await logInOperator(scope, typed)),
        (problem) => logInPage(frame, { name: typed.name, problem }),
      );
    }),
  );
  app.post(
    '/log-out',
    gate.operatorForm(async ({ c, scope, token, operator }) => {
      await scope.transactAsSystem((ctx) => signOutOperator(ctx, { token, name: operator }));
      gate.takeToken(c);
      return c.redirect('/operator/log-in', 303);
    }),
  );
  app.get(
    '/setup',
    gate.open(async ({ c, frame }) => c.html(setupPage(frame, { name: '', problem: null }))),
  );
  app.post('/setup', gate.openForm(setUp));
  app.get('/', gate.asOperator(listWaiting));
  app.get('/businesses/:businessId', gate.asOperator(showBusiness));
  app.get('/businesses/:businessId/:paper', gate.asOperator(servePaper));
  app.post('/businesses/:businessId', gate.operatorForm(decide));

  function enter(c: Context<Env>, token: string): Response {
    gate.giveToken(c, token);
    return c.redirect('/operator', 303);
  }

  // Two steps at one address: without a password the set-up secret is checked and the authenticator's shown.
  function setUp({ c, scope, frame }: Visit, form: URLSearchParams): Promise<Response> {
    const setup = { name: textOf(form, 'name'), setupSecret: textOf(form, 'secret').trim() };
    const pair = async (problem: string | null): Promise<Html> =>
      pairingPage(frame, { ...setup, ...(await beginSetup(scope, setup)), problem });
    const start = (problem: string) => setupPage(frame, { name: setup.name, problem });
    if (form.get('password') === null) return attempt(c, async () => c.html(await pair(null)), start);
    const typed = { ...setup, password: textOf(form, 'password'), code: textOf(form, 'code') };
    return attempt(
      c,
      async () => enter(c, await finishSetup(scope, typed)),
      (problem, code) => (code === 'wrong_code' || code === 'invalid_input' ? pair(problem) : start(problem)),
    );
  }
  return app;
}

const textOf = (form: URLSearchParams, name: string): string => form.get(name) ?? '';

const shownInForms = ['invalid_credentials', 'wrong_code', 'invalid_input', 'too_many_requests'];

/** Does what a form asks for; a refusal of what was typed shows the form again. */
async function attempt(
  c: Context<Env>,
  work: () => Promise<Response>,
  again: (problem: string, code: string) => Html | Promise<Html>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !shownInForms.includes(error.code)) throw error;
    const { retryAfterSeconds } = error.details;
    if (retryAfterSeconds) c.header('Retry-After', String(retryAfterSeconds));
    return c.html(await again(error.message, error.code), errorStatuses[error.code]);
  }
}
