import { type Books, settlePayments } from './books.ts';
import { settleRefunds } from './refunds.ts';

/** Settles payments and refunds that are due; returns how many. */
export async function settleIncoming(books: Books): Promise<number> {
  return (await settlePayments(books)) + (await settleRefunds(books));
}
