import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import type { Message, MessageState } from '../table.ts';

const MAX_PAGE = 200;

/** States of messages that did not, or may not have, arrived. */
const problems: MessageState[] = ['failed', 'bounced', 'unknown'];

type MessageFilter = {
  invoiceId?: string | undefined;
  problems?: 'only' | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

/** A business's messages to its customers, newest first, with the cursor of the next page. */
export async function messagesToCustomers(db: Db, businessId: string, filter: MessageFilter) {
  const limit = Math.min(filter.limit ?? MAX_PAGE, MAX_PAGE);
  const ownRows = db
    .selectFrom('messages')
    .where('business_id', '=', businessId)
    .where('customer_id', 'is not', null)
    .$if(filter.invoiceId !== undefined, (query) => query.where('invoice_id', '=', filter.invoiceId ?? ''))
    .$if(filter.problems === 'only', (query) => query.where('state', 'in', problems));
  const rows: Message[] = await ownRows
    .selectAll()
    .$if(Boolean(filter.cursor), (query) => query.where('id', '<', filter.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await ownRows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const messages = rows.slice(0, limit);
  return { messages, nextCursor: rows.length > limit ? (messages.at(-1)?.id ?? null) : null, total };
}
