import { type SandboxContext, settlePayments } from './books.ts';
import { settleRefunds } from './refunds.ts';

/** Settles payments and refunds that are due; returns how many. */
export async function settleIncoming(sandbox: SandboxContext): Promise<number> {
  return (await settlePayments(sandbox)) + (await settleRefunds(sandbox));
}
