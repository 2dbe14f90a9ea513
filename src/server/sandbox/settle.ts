import { type Books, settlePayments } from './books.ts';
import { settleRefunds } from './refunds.ts';

/** Does to payments and their refunds what has fallen due; answers how many things. */
export async function settleIncoming(books: Books): Promise<number> {
  return (await settlePayments(books)) + (await settleRefunds(books));
}
