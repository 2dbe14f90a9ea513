import { expect } from 'vitest';
import * as z from 'zod/mini';
import { storedFile } from '#contract/files.ts';
import { api } from '#contract/index.ts';
import { decideDocuments } from '#server/modules/business/commands/documents.ts';
import { documentsToReview } from '#server/modules/business/queries.ts';
import { codeAt, stepOf } from '#server/modules/identity/rules/totp.ts';
import { addOperator } from '#server/modules/operators/commands.ts';
import type { Owner, TestApp } from '../../../../tests/harness.ts';

const STEP_MS = 30_000;
export const OPERATOR_PASSWORD = 'a lantern over Onitsha bridge';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

type Fields = Record<string, string>;
type Page = { status: number; text: string; headers: Headers; location: string | null };

/** A browser at /operator with its one cookie, and the forms of the pages it was given. */
export function operatorBrowser(app: Pick<TestApp, 'url'>) {
  let cookie = '';
  const send = async (path: string, init: RequestInit = {}): Promise<Page> => {
    const answer = await fetch(`${app.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie ? { Cookie: cookie } : {}), ...init.headers },
    });
    const [set] = answer.headers.getSetCookie().filter((one) => one.startsWith('duewell_operator='));
    if (set) cookie = set.split(';')[0] ?? '';
    const { status, headers } = answer;
    return { status, text: await answer.text(), headers, location: headers.get('location') };
  };
  const submitFrom = (page: Page, action: string, fields: Fields): Promise<Page> => {
    const hidden = page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g);
    const carried = Object.fromEntries(Array.from(hidden, ([, name = '', value = '']) => [name, value]));
    return send(action, { method: 'POST', body: new URLSearchParams({ ...carried, ...fields }) });
  };
  return {
    send,
    get: (path: string) => send(path),
    submitFrom,
    /** Fills in a form of a page and sends it off. */
    submit: async (path: string, action: string, fields: Fields) =>
      submitFrom(await send(path), action, fields),
    cookie: () => cookie,
  };
}

/** The authenticator's code of now; the clock goes on first, because no code counts twice. */
export function freshCode(app: TestApp, secret: string): string {
  app.advance(STEP_MS);
  return codeAt(secret, stepOf(app.config.clock()));
}

/** Makes an operator account and sets it up as its person would. Gives the signed-in browser and the authenticator's secret. */
export async function newOperator(app: TestApp, name: string) {
  const setupSecret = await app.scope().transactAsSystem((ctx) => addOperator(ctx, name));
  const browser = operatorBrowser(app);
  const pairing = await browser.submit('/operator/setup', '/operator/setup', { name, secret: setupSecret });
  const secret = /Key: <code>([A-Z2-7 ]+)</.exec(pairing.text)?.[1]?.replaceAll(' ', '') ?? '';
  const code = freshCode(app, secret);
  const done = await browser.submitFrom(pairing, '/operator/setup', { password: OPERATOR_PASSWORD, code });
  expect([done.status, done.location]).toEqual([303, '/operator']);
  const logIn = () =>
    browser.submit('/operator/log-in', '/operator/log-in', {
      name,
      password: OPERATOR_PASSWORD,
      code: freshCode(app, secret),
    });
  return { name, browser, secret, setupSecret, logIn };
}

/** Uploads a paper as its owner does and gives the reference to it. */
export async function uploadPaper(app: TestApp, owner: Owner, kind: 'picture' | 'pdf' = 'picture') {
  const form = new FormData();
  form.set('purpose', 'kyc');
  form.set('file', new File([kind === 'picture' ? PNG : PDF], kind === 'picture' ? 'id.png' : 'id.pdf'));
  const headers = { Authorization: `Bearer ${owner.token}` };
  const answer = await fetch(`${app.url}/api/ngn/files/upload`, { method: 'POST', body: form, headers });
  const { data } = z.parse(z.object({ data: z.object({ file: storedFile }) }), await answer.json());
  return data.file.fileUrl;
}

/** Adds papers to an owner's profile. */
export const sendPapers = async (
  owner: Owner,
  body: Partial<Record<'cac' | 'validId' | 'utilityBill', string>>,
) =>
  (
    await owner.call(api.settings.updateDocuments, {
      params: { currency: 'NGN', id: owner.businessId },
      body,
    })
  ).data;

/** Decides as a command does about what is there now. */
export async function decideNow(
  app: TestApp,
  { businessId }: Owner,
  verdict: 'accepted' | 'refused',
  reason = 'Looked through.',
) {
  const found = await documentsToReview(app.system.db, businessId);
  const decision = { businessId, operator: '', seen: found?.seen ?? '', verdict, reason };
  return app.scope().transactAsSystem((ctx) => decideDocuments(ctx, decision));
}
