import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import type { Message, MessageState } from '../table.ts';

const CAP = 200;

/** States of messages that did not, or may not have, arrived. */
const problems: MessageState[] = ['failed', 'bounced', 'unknown'];

type Asked = {
  invoiceId?: string | undefined;
  problems?: 'only' | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

/** A business's messages to its customers, newest first, with the cursor of the next page. */
export async function messagesToCustomers(db: Db, businessId: string, asked: Asked) {
  const limit = Math.min(asked.limit ?? CAP, CAP);
  const mine = db
    .selectFrom('messages')
    .where('business_id', '=', businessId)
    .where('customer_id', 'is not', null)
    .$if(asked.invoiceId !== undefined, (query) => query.where('invoice_id', '=', asked.invoiceId ?? ''))
    .$if(asked.problems === 'only', (query) => query.where('state', 'in', problems));
  const rows: Message[] = await mine
    .selectAll()
    .$if(Boolean(asked.cursor), (query) => query.where('id', '<', asked.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await mine.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const messages = rows.slice(0, limit);
  return { messages, nextCursor: rows.length > limit ? (messages.at(-1)?.id ?? null) : null, total };
}
