import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { RunningService } from './service.ts';

/**
 * Sends an amount to the account on the invoice's pay page, as a customer's bank would; the requested amount
 * by default.
 */
export async function transfer(
  service: RunningService,
  { path }: { path: string },
  amount?: number,
): Promise<void> {
  const page = await (await fetch(`${service.url}${path}`)).text();
  const account = /data-account="(\d{10})"/.exec(page)?.[1] ?? '';
  const answer = await fetch(`${service.url}/sandbox/pay`, {
    method: 'POST',
    body: new URLSearchParams({
      account,
      amount: amount === undefined ? '' : (amount / 100).toFixed(2),
      when: '0',
    }),
    headers: { Origin: service.url },
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

/** Approves a payment on the provider's practice page, as the customer's wallet would. */
export async function payFromWallet(page: Page): Promise<void> {
  const link = new URL((await page.locator('a[href*="method=wallet"]').getAttribute('href')) ?? '');
  const answer = await fetch(`${link.origin}${link.pathname}/wallet`, {
    method: 'POST',
    body: new URLSearchParams({ attempt: crypto.randomUUID(), outcome: 'approve' }),
    headers: { Origin: link.origin },
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}
