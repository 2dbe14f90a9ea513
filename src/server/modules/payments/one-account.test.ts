import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { HOUR_MS } from '#core/durations.ts';
import { pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  newOwner,
  type Owner,
  printOwnAccount,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
const OWN = 'Own account, confirmed by hand';
const fake = createFakeProvider();
let lifeMs: number | null = null;
let app: TestApp;
let started = 0;

beforeAll(async () => {
  const provider = {
    ...fake,
    startCheckout: async ({ reference }: { reference: string }) => ({
      ok: true as const,
      checkout: {
        checkoutUrl: `https://fake.test/${reference}`,
        ussdCode: null,
        account:
          lifeMs === null
            ? null
            : {
                bankName: 'Moniepoint',
                accountNumber: String(5_000_000_000 + ++started),
                accountName: 'Okafor Kitchen',
                expiresAt: new Date(app.config.clock().getTime() + lifeMs),
              },
      },
    }),
  };
  app = await testApp({}, { ports: paidBy(provider) });
});
afterAll(() => app.close());

async function numbersOf(owner: Owner): Promise<{ page: string | undefined; pdf: string; path: string }> {
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  const sent = await owner.call(api.invoices.send, {
    params,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  const path = new URL(sent.data.invoice.checkoutUrl ?? '').pathname;
  const page = await (await fetch(`${app.url}${path}`)).text();
  const pdf = await (await fetch(`${app.url}/api${path}/pdf`)).arrayBuffer();
  const text = (await pagesOf(new Uint8Array(pdf))).join(' ');
  return { page: /data-account="(\d{10})"/.exec(page)?.[1], pdf: text, path };
}

test('an account that lasts is the same on pay page and PDF, on each day it lives', async () => {
  lifeMs = 7 * 24 * HOUR_MS;
  const owner = await newOwner(app);
  await printOwnAccount(owner);
  const { page, pdf, path } = await numbersOf(owner);
  expect(page).toMatch(/^\d{10}$/);
  expect(pdf).toContain(page);
  expect(pdf).not.toContain('0108024071');
  app.advance(30 * HOUR_MS);
  expect(await (await fetch(`${app.url}${path}`)).text()).toContain(`data-account="${page}"`);
});

test('an account of half an hour stands on no paper', async () => {
  lifeMs = HOUR_MS / 2;
  const { page, pdf } = await numbersOf(await newOwner(app));
  expect(page).toMatch(/^\d{10}$/);
  expect(pdf).not.toContain(page);
  expect(pdf).not.toContain('0108024071');
});

test('without one, paper has the code and the link alone, unless the owner wants the own account on it', async () => {
  lifeMs = null;
  const owner = await newOwner(app);
  const { pdf } = await numbersOf(owner);
  expect(pdf).not.toMatch(/\b\d{10}\b/);
  expect(pdf).not.toContain(OWN);
  await printOwnAccount(owner);
  const own = await numbersOf(owner);
  expect(own.pdf).toContain('0108024071');
  expect(own.pdf).toContain(OWN);
});
