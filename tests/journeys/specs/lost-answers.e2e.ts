import type { Page } from '@playwright/test';
import { invoices } from '#contract/invoices.ts';
import { offlinePayments } from '#contract/offline-payments.ts';
import { payments } from '#contract/payments.ts';
import { plans } from '#contract/plans.ts';
import { quotes } from '#contract/quotes.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { expect, type Person, test } from '../fixtures.ts';

const params = { currency: 'NGN' } as const;
const today = dateIn(new Date());
const contents = {
  clientName: 'Adaeze Obi',
  clientEmail: 'adaeze@customers.example',
  title: 'Rent',
  description: 'Shop 4',
  paymentTerms: 'Net 30',
  taxRate: 0,
  items: [{ description: 'Shop 4', quantity: 1_000_000, rate: minor(50_000_00) }],
};

type Case = {
  what: string;
  /** The call whose first answer is lost. */
  call: RegExp;
  /** Leads to the dialog, filled in, and names the button that sends it. */
  reach: (page: Page, owner: Person) => Promise<string>;
  /** How often it was done, from what came of it. */
  done: (owner: Person) => Promise<unknown>;
  once: unknown;
};

async function invoice(owner: Person) {
  const { data } = await owner.call(invoices.create, {
    params,
    body: { ...contents, dueDate: addDays(today, 10) },
  });
  return data;
}

const cases: Case[] = [
  {
    what: 'an overpayment is given back',
    call: /\/give-back$/,
    reach: async (page, owner) => {
      const { id } = await invoice(owner);
      const { data: paid } = await owner.call(offlinePayments.record, {
        params: { ...params, id },
        body: { amount: minor(60_000_00), day: today, method: 'cash', keepRestAsCredit: true },
      });
      await page.goto(`/dashboard/payments?payment=${paid.id}`);
      await page.getByRole('button', { name: 'Give back' }).click();
      const dialog = page.getByRole('dialog', { name: 'Give money back' });
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('4000');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid too much');
      return 'Note it';
    },
    done: async (owner) => {
      const { data } = await owner.call(payments.list, { params });
      return data.transactions.map(({ refundedAmount, creditAmount }) => [refundedAmount, creditAmount]);
    },
    once: [[4_000_00, 6_000_00]],
  },
  {
    what: 'an invoice is repeated',
    call: /\/plans$/,
    reach: async (page, owner) => {
      const { id } = await invoice(owner);
      await page.goto(`/dashboard/invoices?invoice=${id}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Repeat this invoice' }).click();
      await page.getByLabel('Starts on').fill(addDays(today, 3));
      return 'Save';
    },
    done: async (owner) => (await owner.call(plans.list, { params })).data.length,
    once: 1,
  },
  {
    what: 'the next part of a quote is invoiced',
    call: /\/quotes\/[^/]+\/parts$/,
    reach: async (page, owner) => {
      const { data } = await owner.call(quotes.create, {
        params,
        body: { ...contents, kind: 'quote', validDays: 14, dueDays: 7, onAcceptance: 'draft' },
      });
      await owner.call(quotes.send, { params: { ...params, id: data.id } });
      await page.goto(`/dashboard/quotes?quote=${data.id}`);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByText('Invoice part of this quote').click();
      await page.getByLabel('Percent of the quote').fill('30');
      return 'Make invoice';
    },
    done: async (owner) => {
      const { data } = await owner.call(invoices.list, { params });
      return data.map(({ totalAmount }) => totalAmount);
    },
    once: [15_000_00],
  },
];

for (const { what, call, reach, done, once } of cases)
  test(`pressed again after a lost answer, ${what} once`, async ({ page, owner }) => {
    const button = await reach(page, owner);
    const lost = Promise.withResolvers<void>();
    await page.route(
      call,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
        lost.resolve();
      },
      { times: 1 },
    );
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: button }).click();
    await lost.promise;
    expect(await done(owner)).toEqual(once);
    await dialog.getByRole('button', { name: button }).click();
    await expect(page.getByRole('button', { name: button })).toHaveCount(0);
    expect(await done(owner)).toEqual(once);
  });
