import { api } from '#contract/index.ts';
import { addDays, type CalendarDate, dateIn } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import { type Minor, minor } from '#core/money.ts';
import { type Owner, sampleInvoice, type TestApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;

/** The cookie of a customer's own page, by a link their seller shares. */
export async function portalCookie(app: TestApp, owner: Owner, customerId: string): Promise<string> {
  const { data } = await owner.call(api.customerPortal.share, { params: { ...params, id: customerId } });
  const opened = await fetch(`${app.url}${new URL(data.url).pathname}`, {
    method: 'POST',
    redirect: 'manual',
  });
  return opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export type Sent = { id: string; number: string; publicId: string };

/** A customer with sent invoices of these amounts, each due a day after the one before. */
export async function owing(
  app: TestApp,
  owner: Owner,
  amounts: readonly number[],
): Promise<{ customerId: string; cookie: string; invoices: Sent[] }> {
  const email = `${newToken(9)
    .replace(/[^a-z0-9]/gi, 'x')
    .toLowerCase()}@buyers.example`;
  const { data } = await owner.call(api.customers.create, { params, body: { name: 'Mrs Bello', email } });
  const invoices: Sent[] = [];
  for (const [at, amount] of amounts.entries())
    invoices.push(await sentTo(owner, data.id, minor(amount), addDays(dateIn(app.config.clock()), 1 + at)));
  return { customerId: data.id, cookie: await portalCookie(app, owner, data.id), invoices };
}

/** A sent invoice of a customer. */
export async function sentTo(
  owner: Owner,
  customerId: string,
  amount: Minor,
  dueDate: CalendarDate,
  more: Partial<Parameters<typeof sampleInvoice>[0]> = {},
): Promise<Sent> {
  const body = sampleInvoice({
    customerId,
    clientName: undefined,
    clientEmail: undefined,
    taxRate: 0,
    dueDate,
    items: [{ description: 'Rice', quantity: 1_000_000, rate: amount }],
    ...more,
  });
  const { data } = await owner.call(api.invoices.create, { params, body });
  const sent = await owner.call(api.invoices.send, {
    params,
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  const publicId = new URL(sent.data.invoice.checkoutUrl ?? '').pathname.split('/').at(-1) ?? '';
  return { id: data.id, number: data.invoiceNumber, publicId };
}

type PaidFor = { dropped: number; invoices: { number: string; amount: number }[] };

async function askFor<Data>(app: TestApp, path: string, cookie: string, invoiceIds: readonly string[]) {
  const answer = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify({ invoiceIds }),
  });
  const body = (await answer.json()) as { code?: string; message: string; data?: Data };
  return { ...body, status: answer.status };
}

/** The answer to a wish to pay several invoices at once; amounts in major units, `reference` of the checkout. */
export async function askToPay(app: TestApp, cookie: string, publicIds: readonly string[]) {
  const answer = await askFor<PaidFor & { url: string; amount: number }>(
    app,
    '/api/my/pay',
    cookie,
    publicIds,
  );
  return { ...answer, reference: answer.data?.url.split('/').at(-1) ?? '' };
}

/** The answer to a wish to pay invoices with credit; amounts in major units. */
export const askToUseCredit = (app: TestApp, cookie: string, publicIds: readonly string[]) =>
  askFor<PaidFor & { used: number }>(app, '/api/my/credit', cookie, publicIds);
