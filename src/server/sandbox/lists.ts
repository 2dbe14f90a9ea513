import { sql } from 'kysely';
import { type Currency, type Minor, minor } from '#core/money.ts';
import type { ListPage, Outcome, ProviderPayment, ProviderPayout, Span } from '#server/kernel/ports/index.ts';
import { presentPayment, type SandboxContext } from './books.ts';
import { presentPayout } from './payouts.ts';

const PAGE = 100;

type Position = { at: Date; id: string };

/** One page of the payments begun within a span, the oldest first. A cursor that is none of ours is refused. */
export function pageOfPayments(
  { db }: SandboxContext,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayment>>> {
  return pageOf(span, cursor, async (from) => {
    const rows = await db
      .selectFrom('sandbox.payments')
      .selectAll()
      .where('created_at', '<', span.until)
      .where((eb) => eb(eb.refTuple('created_at', 'transaction_id'), '>', eb.tuple(from.at, from.id)))
      .orderBy('created_at')
      .orderBy('transaction_id')
      .limit(PAGE + 1)
      .execute();
    return rows.map((row) => ({ at: row.created_at, id: row.transaction_id, item: presentPayment(row) }));
  });
}

/** The same of payouts. */
export function pageOfPayouts(
  { db }: SandboxContext,
  span: Span,
  cursor: string | null,
): Promise<Outcome<ListPage<ProviderPayout>>> {
  return pageOf(span, cursor, async (from) => {
    const rows = await db
      .selectFrom('sandbox.payouts')
      .selectAll()
      .where('created_at', '<', span.until)
      .where((eb) => eb(eb.refTuple('created_at', 'reference'), '>', eb.tuple(from.at, from.id)))
      .orderBy('created_at')
      .orderBy('reference')
      .limit(PAGE + 1)
      .execute();
    return rows.map((row) => ({
      at: row.created_at,
      id: row.reference,
      item: {
        reference: row.reference,
        state: row.state,
        amount: row.amount_minor,
        fee: presentPayout(row).fee,
        currency: row.currency,
        bankCode: row.bank_code,
        accountNumber: row.account_number,
        createdAt: row.created_at,
      },
    }));
  });
}

async function pageOf<T>(
  span: Span,
  cursor: string | null,
  read: (after: Position) => Promise<(Position & { item: T })[]>,
): Promise<Outcome<ListPage<T>>> {
  // Every id is longer than the empty text, so the first page begins with the first moment itself.
  const after = cursor === null ? { at: span.from, id: '' } : positionFrom(cursor);
  if (!after) return { ok: false, reason: 'This cursor is none of ours', retry: false };
  const rows = await read(after);
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return { ok: true, items: rows.slice(0, PAGE).map(({ item }) => item), next: last ? cursorOf(last) : null };
}

// Stored instants are in milliseconds, like our clocks.
const cursorOf = ({ at, id }: Position) => Buffer.from(`${at.getTime()}:${id}`).toString('base64url');

function positionFrom(cursor: string): Position | null {
  const found = /^(\d{1,15}):([^\0]+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  return found ? { at: new Date(Number(found[1])), id: found[2] ?? '' } : null;
}

/**
 * Payments net of their fee, less completed and pending refunds, less payouts and their fees unless they
 * failed. Below zero where more was paid out than ever came in, see `sendPayout`.
 */
export async function balanceOf({ db }: SandboxContext, currency: Currency): Promise<Minor> {
  const [received, paidOut] = await Promise.all([
    db
      .selectFrom('sandbox.payments')
      .select(sql<Sum>`sum(amount_minor - fee_minor - refunded_minor - returning_minor)`.as('sum'))
      .where('currency', '=', currency)
      .where('status', 'in', ['completed', 'refunded'])
      .executeTakeFirst(),
    db
      .selectFrom('sandbox.payouts')
      .select(sql<Sum>`sum(amount_minor + fee_minor)`.as('sum'))
      .where('currency', '=', currency)
      .where('state', 'in', ['processing', 'completed'])
      .executeTakeFirst(),
  ]);
  return minor(Number(received?.sum ?? 0) - Number(paidOut?.sum ?? 0));
}

type Sum = string | null;
