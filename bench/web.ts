// npm run bench:web [-- --runs 1] [-- --only presses,interactions,main-thread,second-visit,login,home]: how long a press takes until
// its screen is settled, how soon a slow phone answers a touch and for how long it cannot, what a second visit shows how soon, and every
// page as Lighthouse's phone on slow 4G sees it the first time, beside its budget. The service, its demonstration business and the
// browser are made for the run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { createClient } from '#contract/client.ts';
import { customerPortal } from '#contract/customer-portal.ts';
import { identity } from '#contract/identity.ts';
import { invoices } from '#contract/invoices.ts';
import { findChromium } from '../scripts/browser.ts';
import { freePort } from '../tests/free-port.ts';
import { type RunningService, startService } from '../tests/journeys/service.ts';
import { measureInteractions } from './interactions.ts';
import { measureMainThread } from './main-thread.ts';
import { measurePresses } from './presses.ts';
import { measureSecondVisits } from './second-visit.ts';

const DEMO = { email: 'demo@duewell.example', password: 'duewell-demo' };
const KB = 1024;
// A page with live events never becomes idle.
const LONGEST_WAIT_MS = 20_000;

/** Budget of a page: score, milliseconds, layout shift, compressed kilobytes, requests. */
type Budget = {
  perf: number;
  lcp: number;
  tbt: number;
  cls: number;
  js: number;
  all: number;
  requests: number;
};
type PageVisit = {
  name: string;
  path: string;
  as: 'nobody' | 'newcomer' | 'owner' | 'customer';
  budget: Budget;
};
type Measured = Budget & { accessibility: number; bestPractices: number };

const limits = (
  [perf, lcp, tbt, cls]: [number, number, number, number],
  [js, all, requests]: [number, number, number],
): Budget => ({ perf, lcp, tbt, cls, js, all, requests });

const page = [98, 1800, 50, 0.02] as [number, number, number, number];
const authPage = [97, 1900, 80, 0.02] as [number, number, number, number];
const appPage = [95, 2300, 150, 0.05] as [number, number, number, number];

function visits(payPath: string): PageVisit[] {
  const inside = (name: string, path: string, js: number, all: number, requests: number): PageVisit => ({
    name,
    path: `/dashboard${path}`,
    as: 'owner',
    budget: limits(appPage, [175 + js, 260 + all, 14 + requests]),
  });
  return [
    { name: 'landing', path: '/', as: 'nobody', budget: limits(page, [35, 160, 12]) },
    { name: 'pay', path: payPath, as: 'nobody', budget: limits(page, [40, 130, 10]) },
    { name: 'my', path: '/my', as: 'customer', budget: limits(page, [40, 130, 10]) },
    { name: 'login', path: '/auth/login', as: 'nobody', budget: limits(authPage, [110, 190, 12]) },
    { name: 'signup', path: '/auth/signup', as: 'nobody', budget: limits(authPage, [110, 190, 12]) },
    {
      name: 'onboarding',
      path: '/onboarding',
      as: 'newcomer',
      budget: limits([95, 2200, 120, 0.05], [150, 230, 14]),
    },
    inside('home', '', 0, 0, 0),
    inside('invoices', '/invoices', 30, 40, 3),
    inside('customers', '/customers', 30, 40, 3),
    inside('payments', '/payments', 30, 40, 3),
    inside('analytics', '/analytics', 25, 35, 3),
    inside('chat', '/chat', 35, 45, 3),
    inside('withdrawal', '/withdrawal', 20, 30, 2),
    inside('settings', '/settings', 20, 30, 2),
  ];
}

type Profile = { port: number; signInAs(as: PageVisit['as']): Promise<void>; close(): Promise<void> };

/** A browser with a profile of its own that Lighthouse can be pointed at, signed in as told. */
async function openProfile(service: RunningService): Promise<Profile> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one in CHROMIUM_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'duewell-web-bench-'));
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
    ],
  });
  const sessions = {
    nobody: null,
    customer: null,
    newcomer: await newcomer(service),
    owner: await signedIn(service),
  };
  const signInAs = async (as: PageVisit['as']) => {
    const tab = await browser.newPage();
    await tab.goto(`${service.url}/manifest.webmanifest`);
    await tab.evaluate((session) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(session ?? {})) localStorage.setItem(key, value);
    }, sessions[as]);
    if (as === 'customer') {
      await tab.goto(await aPortalLink(service));
      await tab.getByRole('button', { name: 'See my invoices' }).click();
      await tab.waitForURL(/\/my$/);
    }
    await tab.close();
  };
  const close = async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, signInAs, close };
}

async function signedIn(service: RunningService) {
  const call = createClient({ baseUrl: service.url });
  const { token, user } = await call(identity.login, { body: DEMO });
  return { token, userData: JSON.stringify(user), currency: 'ngn' };
}

async function newcomer(service: RunningService) {
  const call = createClient({ baseUrl: service.url });
  const { token, user } = await call(identity.register, {
    body: {
      firstName: 'Halima',
      lastName: 'Danjuma',
      email: 'halima@duewell-bench.example',
      password: 'masa-and-miya-3',
      preferredCurrency: 'NGN',
      agreed: true,
    },
  });
  return { token, userData: JSON.stringify(user), currency: 'ngn' };
}

async function aPayPath(service: RunningService): Promise<string> {
  const { token } = await signedIn(service);
  const call = createClient({ baseUrl: service.url, token: () => token });
  const { data } = await call(invoices.list, {
    params: { currency: 'NGN' },
    query: { status: 'sent', limit: '1' },
  });
  const invoiceId = data[0]?.id;
  const link = invoiceId
    ? (await call(invoices.detail, { params: { currency: 'NGN', id: invoiceId } })).data.checkoutUrl
    : null;
  if (!link) throw new Error('The demonstration business has no invoice to pay.');
  return new URL(link).pathname;
}

/** A link to the page of the customer of the newest invoice that waits for money. */
async function aPortalLink(service: RunningService): Promise<string> {
  const { token } = await signedIn(service);
  const call = createClient({ baseUrl: service.url, token: () => token });
  const params = { currency: 'NGN' } as const;
  const { data } = await call(invoices.list, { params, query: { status: 'sent', limit: '1' } });
  const id =
    data[0] && (await call(invoices.detail, { params: { ...params, id: data[0].id } })).data.customerId;
  if (!id) throw new Error('The demonstration business has no customer who owes.');
  return (await call(customerPortal.share, { params: { ...params, id } })).data.url;
}

async function measurePage(url: string, port: number): Promise<Measured> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    maxWaitForLoad: LONGEST_WAIT_MS,
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { audits, categories } = result.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const requests = requestsOf(audits['network-requests']?.details);
  const bytes = (of: typeof requests) =>
    of.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0) / KB;
  return {
    perf: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    js: bytes(requests.filter(({ resourceType }) => resourceType === 'Script')),
    all: bytes(requests),
    requests: requests.length,
  };
}

type LoadedRequest = { url: string; resourceType?: string; transferSize?: number };

function requestsOf(details: unknown): LoadedRequest[] {
  const items = typeof details === 'object' && details !== null ? Reflect.get(details, 'items') : [];
  return (Array.isArray(items) ? items : []).filter(({ url }: LoadedRequest) => !url.startsWith('data:'));
}

/** The run with the middle score. */
function medianRun(runs: Measured[]): Measured {
  const sorted = runs.toSorted((a, b) => a.perf - b.perf || b.lcp - a.lcp);
  const chosen = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!chosen) throw new Error('nothing was measured');
  return chosen;
}

function rowOf({ name, budget }: PageVisit, seen: Measured): string {
  const s = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  const kb = (kilobytes: number) => `${Math.round(kilobytes)}`;
  const cells = [
    name,
    `${seen.perf} / ${budget.perf}`,
    `${s(seen.lcp)} / ${s(budget.lcp)}`,
    `${Math.round(seen.tbt)} / ${budget.tbt} ms`,
    `${seen.cls.toFixed(3)} / ${budget.cls}`,
    `${kb(seen.js)} / ${budget.js}`,
    `${kb(seen.all)} / ${budget.all}`,
    `${seen.requests} / ${budget.requests}`,
    `${seen.accessibility} / ${seen.bestPractices}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, only: { type: 'string' } },
});
const service = await startService(
  { RATE_REQUESTS_PER_MINUTE: '1000000', RATE_REQUESTS_PER_BUSINESS: '1000000' },
  '--demo',
);
const profile = await openProfile(service);
try {
  const wanted = values.only?.split(',');
  if (!wanted || wanted.includes('presses'))
    console.log(await measurePresses(service.url, await signedIn(service)));
  if (!wanted || wanted.includes('interactions'))
    console.log(await measureInteractions(service.url, await signedIn(service)));
  if (!wanted || wanted.includes('main-thread'))
    console.log(await measureMainThread(service.url, await signedIn(service)));
  if (!wanted || wanted.includes('second-visit'))
    console.log(await measureSecondVisits(service.url, await signedIn(service)));
  const all = visits(await aPayPath(service)).filter(({ name }) => !wanted || wanted.includes(name));
  console.log('Each cell: measured / allowed; KB as sent.\n');
  console.log('| page | score | LCP | blocked | shift | script KB | all KB | requests | a11y / practices |');
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|');
  for (const visit of all) {
    await profile.signInAs(visit.as);
    const runs: Measured[] = [];
    for (let run = 0; run < Number(values.runs); run++)
      runs.push(await measurePage(service.url + visit.path, profile.port));
    console.log(rowOf(visit, medianRun(runs)));
  }
} finally {
  await profile.close();
  await service.stop();
}
