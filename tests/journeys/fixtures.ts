import { type Disposable, type Page, test as base } from '@playwright/test';
import { business } from '#contract/business.ts';
import { createClient } from '#contract/client.ts';
import type { Answer } from '#contract/endpoint.ts';
import { identity } from '#contract/identity.ts';
import type { Currency } from '#core/money.ts';
import { type RunningService, startService } from './service.ts';

const HUGE = '1000000';
// Many accounts come from one address here, as from no real one.
const LIMITS = {
  RATE_SIGNUP_PER_HOUR: HUGE,
  RATE_WAITLIST_PER_HOUR: HUGE,
  RATE_RESEND_PER_HOUR: HUGE,
  RATE_PORTAL_LINKS_PER_HOUR: HUGE,
  RATE_UPLOADS_PER_HOUR: HUGE,
  RATE_PUBLIC_PDFS_PER_MINUTE: HUGE,
  RATE_ANSWERS_PER_HOUR: HUGE,
  RATE_REQUESTS_PER_MINUTE: HUGE,
  RATE_REQUESTS_PER_BUSINESS: HUGE,
};
const PASSWORD = 'masa-and-miya-3';
export const demo = { email: 'demo@duewell.example', password: 'duewell-demo', pin: '2749' };

/** Somebody with an account, and a client of the whole contract in their name. */
export type Person = {
  email: string;
  password: string;
  token: string;
  user: Answer<typeof identity.register>['user'];
  call: ReturnType<typeof createClient>;
};

let people = 0;

/** Signs up somebody of their own; `registered: false` stops before the business exists. */
export async function newPerson(
  service: RunningService,
  options: { registered?: boolean; businessName?: string; currency?: Currency } = {},
): Promise<Person> {
  const email = `person${++people}.${process.pid}@duewell-journeys.example`;
  const open = createClient({ baseUrl: service.url });
  const { token, user } = await open(identity.register, {
    body: {
      firstName: 'Halima',
      lastName: 'Danjuma',
      email,
      password: PASSWORD,
      preferredCurrency: options.currency ?? 'NGN',
      agreed: true,
    },
  });
  const call = createClient({ baseUrl: service.url, token: () => token });
  if (options.registered === false) return { email, password: PASSWORD, token, user, call };
  await call(business.createProfile, {
    params: { currency: 'NGN' },
    body: { businessName: options.businessName ?? 'Danjuma Foods', email, country: 'NG', city: 'Kano' },
  });
  const again = await call(identity.session, {});
  return { email, password: PASSWORD, token, user: again.data.user, call };
}

/** The demonstration business with a year of work behind it. */
export async function demoPerson(service: RunningService): Promise<Person> {
  const open = createClient({ baseUrl: service.url });
  const { token, user } = await open(identity.login, {
    body: { email: demo.email, password: demo.password },
  });
  return { ...demo, token, user, call: createClient({ baseUrl: service.url, token: () => token }) };
}

/** Leaves nothing in the page of who was there before but what the browser fetched. */
export async function forget(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.context().clearCookies();
  await page.goto('/manifest.webmanifest');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
}

/** Gives the page this person's session from its next address on, as logging in would have left it. */
export function signIn(page: Page, service: RunningService, person: Person): Promise<Disposable> {
  return page.addInitScript(
    ({ origin, token, user, currency }) => {
      const done = `signed in ${token}`;
      if (location.origin !== origin || sessionStorage.getItem(done)) return;
      localStorage.setItem('token', token);
      localStorage.setItem('userData', user);
      localStorage.setItem('currency', currency);
      sessionStorage.setItem(done, 'once');
    },
    {
      origin: new URL(service.url).origin,
      token: person.token,
      user: JSON.stringify(person.user),
      currency: person.user.currency.toLowerCase(),
    },
  );
}

type Fixtures = { owner: Person; newcomer: Person; baseURL: string };

/**
 * Tests against one running service a worker, with the demonstration business in it. `owner` is a fresh, registered
 * business already signed in on `page`; `newcomer` a fresh account without a business.
 */
export const test = base.extend<Fixtures, { service: RunningService }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names out of the pattern
    async ({}, give) => {
      const service = await startService(LIMITS, '--demo');
      await give(service);
      await service.stop({ checked: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ service }, give) => give(service.url),
  // The next test gets the same context, which the runner empties of all but this.
  context: async ({ context }, give) => {
    await give(context);
    await context.setOffline(false);
  },
  // A read that a test answers in the service's place is not to be answered ahead of it.
  page: async ({ page, service }, give, info) => {
    service.logged();
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    page.on('requestfailed', (request) => refused.push(`${request.failure()?.errorText} ${request.url()}`));
    const route = page.route.bind(page);
    page.route = async (...args) => {
      await route('**/api/batch', (batch) => batch.fulfill({ json: { data: [] } }));
      return route(...args);
    };
    await give(page);
    // An answer that is still being made up has nobody who waits for it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // The runner prints where a test stood, not what was on the screen or went wrong in the service.
    if (info.status === info.expectedStatus) return;
    const screen = page.locator('body').ariaSnapshot();
    console.log([page.url(), ...refused, service.logged(), await screen.catch(() => '')].join('\n'));
  },
  owner: async ({ service, page }, give) => {
    const person = await newPerson(service);
    await signIn(page, service, person);
    await give(person);
  },
  newcomer: async ({ service, page }, give) => {
    const person = await newPerson(service, { registered: false });
    await signIn(page, service, person);
    await give(person);
  },
});
export { expect } from '@playwright/test';
