import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentsStates } from '#contract/business.ts';
import { api } from '#contract/index.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { documentsWaiting, trustOf } from '#server/modules/business/queries.ts';
import { issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { addOperator, removeOperator, resetOperator } from '#server/modules/operators/commands.ts';
import {
  confirmAddress,
  eventually,
  newOwner,
  type Owner,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import {
  decideNow,
  freshCode,
  newOperator,
  OPERATOR_PASSWORD,
  operatorBrowser,
  PDF,
  sendPapers,
  uploadPaper,
} from './testing.ts';

let app: TestApp;
let ada: Awaited<ReturnType<typeof newOperator>>;

beforeAll(async () => {
  app = await testApp({ SESSION_IDLE_MINUTES: '1000000' });
  const before = await fetch(`${app.url}/operator/log-in`);
  expect([before.status, before.headers.get('set-cookie')], 'nothing without an account').toEqual([
    404,
    null,
  ]);
  ada = await newOperator(app, 'ada');
});
afterAll(() => app.close());

const pageOf = ({ businessId }: Owner) => `/operator/businesses/${businessId}`;
const stateOf = async (owner: Owner) =>
  (await owner.call(api.business.getProfile, { params: { userId: owner.userId } })).data;
const decide = (owner: Owner, fields: Record<string, string>, by = ada) =>
  by.browser.submit(pageOf(owner), pageOf(owner), fields);
const isWaiting = async ({ businessId }: Owner) =>
  (await documentsWaiting(app.system.db)).some((one) => one.businessId === businessId);

async function operatorTrail(): Promise<string[]> {
  const { rows } = await sql<{ detail: string }>`select detail from security_events
    where business_id = 'service' and event = 'operator_acted' order by position`.execute(app.store.db);
  return rows.map(({ detail }) => detail);
}
const mailTo = (owner: Owner, subject: string) =>
  eventually(async () => {
    const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
      where to_address = ${owner.email} and subject = ${subject}`.execute(app.store.db);
    return rows[0]?.body_text;
  });

/** An owner with a confirmed address whose documents are in a state. */
async function ownerWith(state: 'not_sent' | 'waiting' | 'accepted' | 'refused'): Promise<Owner> {
  const owner = await newOwner(app);
  await confirmAddress(app, owner);
  if (state === 'not_sent') return owner;
  await sendPapers(owner, { validId: await uploadPaper(app, owner) });
  if (state !== 'waiting') expect(await decideNow(app, owner, state)).toBe('decided');
  return owner;
}

describe('what becomes of documents', () => {
  const acts = {
    'send the ID': async (owner: Owner) => sendPapers(owner, { validId: await uploadPaper(app, owner) }),
    'send the bill': async (owner: Owner) =>
      sendPapers(owner, { utilityBill: await uploadPaper(app, owner) }),
    rename: (owner: Owner) =>
      owner.call(api.settings.updateProfile, {
        params: { currency: 'NGN', id: owner.businessId },
        body: { businessName: 'Another Name' },
      }),
    'register under another number': (owner: Owner) =>
      owner.call(api.settings.updateProfile, {
        params: { currency: 'NGN', id: owner.businessId },
        body: { registrationNumber: 'RC 1234567' },
      }),
    accept: (owner: Owner) => decideNow(app, owner, 'accepted'),
    refuse: (owner: Owner) => decideNow(app, owner, 'refused'),
  };
  const table = {
    not_sent: ['waiting', 'not_sent', 'not_sent', 'not_sent', 'not_sent', 'not_sent'],
    waiting: ['waiting', 'waiting', 'waiting', 'waiting', 'accepted', 'refused'],
    accepted: ['waiting', 'accepted', 'waiting', 'waiting', 'accepted', 'accepted'],
    refused: ['waiting', 'waiting', 'waiting', 'waiting', 'refused', 'refused'],
  } as const;
  const names = Object.keys(acts) as (keyof typeof acts)[];
  const cells = documentsStates.flatMap((state) =>
    table[state].map((then, at) => [state, names[at] ?? 'accept', then] as const),
  );

  test.each(cells)(
    '%s, %s: %s; owner, customers, operators and allowances agree',
    async (state, act, then) => {
      const owner = await ownerWith(state);
      const before = (await stateOf(owner)).documents;
      app.advance(MINUTE_MS);
      const outcome = await acts[act](owner);
      const { documents, recipients } = await stateOf(owner);
      expect(documents.state).toBe(then);
      if (act === 'accept' || act === 'refuse') expect(outcome === 'decided').toBe(state === 'waiting');
      // Those that wait keep their place; a changed state counts from now.
      expect(documents.since?.getTime() === before.since?.getTime()).toBe(state === then);
      const badge = then === 'accepted';
      const { issuer } = await issuerOf(app.scope(), owner.businessId);
      const { level } = await trustOf(app.system.db, owner.businessId, app.config.clock());
      expect([documents.hasBadge, issuer.documentsAccepted, level, await isWaiting(owner)]).toEqual([
        badge,
        badge,
        badge ? 'documented' : 'confirmed',
        then === 'waiting',
      ]);
      const asked = {
        not_sent: 'Send us',
        waiting: 'We are checking',
        accepted: 'It grows',
        refused: 'again',
      };
      expect(recipients?.raise).toContain(asked[then]);
    },
  );
});

describe('one business', () => {
  beforeEach(() => ada.logIn());
  test('an owner is told of a refusal in words, sends again, and is told of the acceptance', async () => {
    const owner = await ownerWith('waiting');
    expect((await ada.browser.get('/operator')).text).toContain(owner.businessId);
    const none = await decide(owner, { verdict: 'refused', common: '', reason: '  ' });
    expect([none.status, none.text.includes('Choose a reason, or write one')]).toEqual([422, true]);
    const common = 'The photo of your ID is not readable.';
    const refused = await decide(owner, { verdict: 'refused', common, reason: 'Use <b>daylight</b>\u0000' });
    expect([refused.status, refused.location]).toEqual([303, '/operator?done=refused']);
    const reason = `${common} Use <b>daylight</b>.`;
    expect((await stateOf(owner)).documents).toMatchObject({ state: 'refused', reason, hasBadge: false });
    expect((await sendPapers(owner, {})).documents.state, 'nothing was sent').toBe('refused');
    expect(await mailTo(owner, 'We could not accept your documents')).toContain(reason);
    const { data } = await owner.call(api.activities.list, { params: { currency: 'NGN' }, query: {} });
    expect(data.activities[0]).toMatchObject({
      activityType: 'documents_refused',
      description: `We could not accept your documents: ${reason}`,
    });
    expect((await ada.browser.get(pageOf(owner))).text).not.toContain('<b>daylight');
    await sendPapers(owner, { validId: await uploadPaper(app, owner) });
    const accepted = await decide(owner, { verdict: 'accepted' });
    expect(accepted.location).toBe('/operator?done=accepted');
    expect(await mailTo(owner, 'Your documents are accepted')).toContain('“Registered with Duewell”');
    expect((await stateOf(owner)).documents).toMatchObject({
      state: 'accepted',
      reason: null,
      hasBadge: true,
    });
    expect((await ada.browser.get(accepted.location ?? '')).text).toContain('The documents are accepted');
  });

  test('accepted documents of an owner without a confirmed address give no badge, and the email says what is missing', async () => {
    const owner = await newOwner(app);
    await sendPapers(owner, { validId: await uploadPaper(app, owner) });
    expect((await ada.browser.get(pageOf(owner))).text).toContain('once the owner has confirmed the email');
    await decide(owner, { verdict: 'accepted' });
    expect((await stateOf(owner)).documents).toMatchObject({ state: 'accepted', hasBadge: false });
    const mail = await mailTo(owner, 'Your documents are accepted');
    expect(mail).toContain('confirm your email address');
    expect(mail).not.toContain('Customers now see');
  });

  test('the second of two decisions is told of the first, and papers replaced meanwhile are not decided about', async () => {
    const bisi = await newOperator(app, 'bisi');
    const owner = await ownerWith('waiting');
    const [first, second] = [await ada.browser.get(pageOf(owner)), await bisi.browser.get(pageOf(owner))];
    await sendPapers(owner, { cac: await uploadPaper(app, owner) });
    const stale = await ada.browser.submitFrom(first, pageOf(owner), { verdict: 'accepted' });
    expect([stale.status, stale.text.includes('the owner sent other papers')]).toEqual([409, true]);
    expect((await stateOf(owner)).documents.state).toBe('waiting');
    const fresh = await bisi.browser.get(pageOf(owner));
    await ada.browser.submitFrom(stale, pageOf(owner), { verdict: 'accepted' });
    const late = await bisi.browser.submitFrom(fresh, pageOf(owner), {
      verdict: 'refused',
      reason: 'Blurred.',
    });
    expect([late.status, late.text.includes('somebody else accepted these documents')]).toEqual([409, true]);
    expect(late.text).not.toContain('Refuse documents');
    expect(second.text).toContain('Refuse documents');
    expect((await stateOf(owner)).documents.state).toBe('accepted');
  });

  test('papers go to the operator alone, in a sandbox, each reading and decision in the trail by name', async () => {
    const owner = await newOwner(app);
    const [validId, cac] = [await uploadPaper(app, owner), await uploadPaper(app, owner, 'pdf')];
    await sendPapers(owner, { validId, cac });
    const page = await ada.browser.get(pageOf(owner));
    expect(page.text).toContain(`<img src="${pageOf(owner)}/validId"`);
    const before = (await operatorTrail()).length;
    const picture = await ada.browser.get(`${pageOf(owner)}/validId`);
    const document = await ada.browser.get(`${pageOf(owner)}/cac`);
    const shown = ({ headers }: typeof picture) =>
      ['content-type', 'content-disposition', 'content-security-policy', 'cache-control'].map((name) =>
        headers.get(name),
      );
    expect(shown(picture)).toEqual([
      'image/png',
      expect.stringMatching(/^inline; /),
      "default-src 'none'; sandbox",
      'private, no-store',
    ]);
    expect(shown(document)[1]).toMatch(/^attachment; /);
    expect(document.text).toBe(PDF.toString());
    for (const odd of ['utilityBill', 'logo', '%00', 'validId/x'])
      expect((await ada.browser.get(`${pageOf(owner)}/${odd}`)).status, odd).toBe(404);
    for (const odd of ['biz_none', '%00', owner.userId])
      expect((await ada.browser.get(`/operator/businesses/${odd}`)).status, odd).toBe(404);
    await decide(owner, { verdict: 'accepted' });
    const id = (reference: string) => reference.split('/').at(-1);
    expect((await operatorTrail()).slice(before)).toEqual([
      `ada read ${id(validId)} of ${owner.businessId}`,
      `ada read ${id(cac)} of ${owner.businessId}`,
      `ada accepted the documents of ${owner.businessId}`,
    ]);
    const { rows } = await sql<{ detail: string }>`select detail from security_events
    where business_id = ${owner.businessId} and event = 'document_read' order by position`.execute(
      app.store.db,
    );
    expect(rows.map(({ detail }) => detail)).toEqual(['id.png, by an operator', 'id.pdf, by an operator']);
  });
});

describe('who gets in', () => {
  beforeEach(() => ada.logIn());
  const at = ['/operator', '/operator/businesses/biz_x', '/operator/businesses/biz_x/validId'];

  test('nobody without a session, an owner least of all; and an operator nowhere else', async () => {
    const owner = await ownerWith('waiting');
    const headers = { Authorization: `Bearer ${owner.token}`, Cookie: `duewell_operator=${owner.token}` };
    for (const path of [...at, pageOf(owner)])
      for (const sent of [{}, headers]) {
        const answer = await fetch(`${app.url}${path}`, { redirect: 'manual', headers: sent });
        expect([answer.status, answer.headers.get('location')], path).toEqual([303, '/operator/log-in']);
        expect(await answer.text()).not.toContain('Okafor');
      }
    const [, token = ''] = ada.browser.cookie().split('=');
    for (const [name, value] of [
      ['Cookie', ada.browser.cookie()],
      ['Authorization', `Bearer ${token}`],
    ] as const) {
      const answer = await fetch(`${app.url}/api/auth/session`, { headers: { [name]: value } });
      expect(answer.status).toBe(401);
    }
  });

  test('the cookie is for /operator alone, no page is kept, listed or run, and no form is taken from elsewhere', async () => {
    const page = await operatorBrowser(app).get('/operator/log-in');
    expect(page.headers.get('set-cookie')).toMatch(
      /^duewell_operator=[\w-]{43}; Path=\/operator; HttpOnly; SameSite=Strict$/,
    );
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/);
    expect(page.text).not.toContain('<script');
    const owner = await ownerWith('waiting');
    const forged = operatorBrowser(app);
    const other = await forged.get('/operator/log-in');
    for (const form of ['', /name="form" value="([^"]+)"/.exec(other.text)?.[1] ?? '']) {
      const answer = await ada.browser.send(pageOf(owner), {
        method: 'POST',
        body: new URLSearchParams({ form, verdict: 'refused', reason: 'Forged.' }),
      });
      expect(answer.status).toBe(400);
    }
    expect((await stateOf(owner)).documents.state).toBe('waiting');
  });

  const logIn = (browser: ReturnType<typeof operatorBrowser>, fields: Record<string, string>) =>
    browser.submit('/operator/log-in', '/operator/log-in', fields);

  test('name, password and a code not used before; a session ends idle, after eight hours, and by logging out', async () => {
    const chi = await newOperator(app, 'chi');
    const browser = operatorBrowser(app);
    const code = freshCode(app, chi.secret);
    const right = { name: ' Chi ', password: OPERATOR_PASSWORD, code };
    const before = (await browser.get('/operator/log-in'), browser.cookie());
    const wrongs = [
      { ...right, password: 'another password here' },
      { ...right, code: '000000' },
      { ...right, name: 'nobody' },
      { ...right, name: '\u0000' },
    ];
    for (const wrong of wrongs) {
      const answer = await logIn(browser, wrong);
      expect([answer.status, answer.text.includes('Name, password or code is wrong')]).toEqual([401, true]);
    }
    expect((await logIn(browser, right)).location).toBe('/operator');
    expect(browser.cookie(), 'a session of before is not taken over').not.toBe(before);
    expect((await logIn(operatorBrowser(app), right)).status, 'a code counts once').toBe(401);
    app.advance(14 * MINUTE_MS);
    expect((await browser.get('/operator')).status).toBe(200);
    app.advance(14 * MINUTE_MS);
    expect((await browser.get('/operator')).status).toBe(200);
    app.advance(16 * MINUTE_MS);
    expect((await browser.get('/operator')).status).toBe(303);
    await logIn(browser, { ...right, code: freshCode(app, chi.secret) });
    const cookie = browser.cookie();
    expect((await browser.submit('/operator', '/operator/log-out', {})).location).toBe('/operator/log-in');
    const again = await fetch(`${app.url}/operator`, { redirect: 'manual', headers: { Cookie: cookie } });
    expect(again.status).toBe(303);
    await logIn(browser, { ...right, code: freshCode(app, chi.secret) });
    let visits = 0;
    for (; (await browser.get('/operator')).status === 200; visits++) app.advance(14 * MINUTE_MS);
    expect(visits * 14, 'however busy').toBeGreaterThanOrEqual(8 * 60);
    expect(visits).toBeLessThan(36);
    const trail = await operatorTrail();
    for (const entry of ['chi set the account up', 'chi signed in', 'chi signed out', 'Wrong log-in as chi'])
      expect(trail).toContain(entry);
  });

  test('a set-up secret works once, for a day, with a good password; a reset ends what was', async () => {
    const dayo = await newOperator(app, 'dayo');
    const used = { name: 'dayo', secret: dayo.setupSecret };
    const setUp = (secret: typeof used) =>
      operatorBrowser(app).submit('/operator/setup', '/operator/setup', secret);
    expect((await setUp(used)).status).toBe(401);
    const system = app.scope();
    const next = await system.transactAsSystem((ctx) => resetOperator(ctx, 'dayo'));
    expect((await dayo.browser.get('/operator')).status).toBe(303);
    const browser = operatorBrowser(app);
    const pairing = await browser.submit('/operator/setup', '/operator/setup', {
      name: 'dayo',
      secret: next,
    });
    const key = /Key: <code>([A-Z2-7 ]+)</.exec(pairing.text)?.[1]?.replaceAll(' ', '') ?? '';
    expect(key).not.toBe(dayo.secret);
    const finish = (password: string, code: string) =>
      browser.submitFrom(pairing, '/operator/setup', { password, code });
    const short = await finish('elevenchars', freshCode(app, key));
    expect([short.status, short.text.includes('at least 12 characters')]).toEqual([422, true]);
    expect((await finish(OPERATOR_PASSWORD, '000000')).status).toBe(422);
    app.advance(25 * 60 * MINUTE_MS);
    expect((await finish(OPERATOR_PASSWORD, freshCode(app, key))).status).toBe(401);
    const again = app.scope();
    await expect(again.transactAsSystem((ctx) => addOperator(ctx, 'dayo'))).rejects.toThrow('already');
    await expect(again.transactAsSystem((ctx) => addOperator(ctx, 'x y'))).rejects.toThrow('small letters');
    await again.transactAsSystem((ctx) => removeOperator(ctx, 'dayo'));
    await expect(again.transactAsSystem((ctx) => removeOperator(ctx, 'dayo'))).rejects.toThrow('operator');
  });

  test('guessing ends after ten wrong tries, for the right ones too, and opens again later', async () => {
    const efe = await newOperator(app, 'efe');
    // The window of the counter begins now.
    app.advance(15 * MINUTE_MS - (app.config.clock().getTime() % (15 * MINUTE_MS)));
    const browser = operatorBrowser(app);
    const wrong = { name: 'efe', password: 'guess', code: '111111' };
    const right = () => ({ name: 'efe', password: OPERATOR_PASSWORD, code: freshCode(app, efe.secret) });
    for (let miss = 0; miss < 10; miss++) expect((await logIn(browser, wrong)).status).toBe(401);
    const refused = await logIn(browser, right());
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    app.advance(15 * MINUTE_MS);
    expect((await logIn(browser, right())).location).toBe('/operator');
  });
});
