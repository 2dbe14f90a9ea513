import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import {
  eventually,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;
let made = 0;
let stored = 0;

beforeAll(async () => {
  app = await testApp(
    {},
    {
      ports: (ports) => ({
        ...ports,
        files: {
          ...ports.files,
          put: async (key, bytes) => {
            await ports.files.put(key, bytes);
            stored += 1;
          },
        },
        pdf: {
          ...ports.pdf,
          invoice: async ({ document }) => {
            made += 1;
            return new TextEncoder().encode(`%PDF ${document.title} ${made}`);
          },
        },
      }),
    },
  );
  owner = await newOwner(app);
});
afterAll(() => app.close());

async function sentInvoice(title: string): Promise<{ id: string; pdf: () => Promise<string> }> {
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice({ title }) });
  const before = made;
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  // The mail has it attached.
  await eventually(async () => made > before && stored >= made);
  const { public_id: publicId } = await app.system.db
    .selectFrom('invoices')
    .select('public_id')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  const pdf = async () => {
    const text = await (await fetch(`${app.url}/api/pay/${publicId}/pdf`)).text();
    await eventually(async () => stored >= made);
    return text;
  };
  return { id: data.id, pdf };
}

test('a document is printed once a day for each version of it, whoever asks', async () => {
  const { id, pdf } = await sentInvoice('Beads');
  const first = await pdf();
  const before = made;
  expect([await pdf(), await pdf()]).toEqual([first, first]);
  const own = await fetch(`${app.url}/api/ngn/invoice/${id}/pdf`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(await own.text()).toBe(first);
  expect(made).toBe(before);
  await owner.call(api.business.updateBranding, {
    params: { ...params, id: owner.businessId },
    body: { primaryColor: '#123456', secondaryColor: '#654321' },
  });
  expect(await pdf()).not.toBe(first);
  expect(made).toBe(before + 1);
  app.advance(DAY_MS);
  await pdf();
  expect(made).toBe(before + 2);
});

test('its bytes lie sealed, and damaged ones are printed anew', async () => {
  const { pdf } = await sentInvoice('Sandals');
  const first = await pdf();
  const { files } = app.system.ports;
  const before = made;
  for await (const key of files.list()) {
    const bytes = (await files.get(key)) ?? new Uint8Array();
    expect(Buffer.from(bytes).includes('Sandals')).toBe(false);
    await files.put(key, bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1));
  }
  expect(await pdf()).not.toBe(first);
  expect(made).toBe(before + 1);
});
