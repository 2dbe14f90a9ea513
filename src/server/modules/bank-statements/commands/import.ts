import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { fingerprintsOf } from '#core/bank-statement/fingerprint.ts';
import type { StatementLine, StatementReading } from '#core/bank-statement/model.ts';
import { assert } from '#core/assert.ts';
import { fieldError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import type { LineRow } from '../table.ts';

/** A statement that was read, and where it came from. `settlements` are rows of payments counted already. */
export type NewStatement = {
  currency: Currency;
  bankName: string;
  last4: string;
  fileName: string;
  sha256: string;
  reading: StatementReading;
  settlements: ReadonlySet<number>;
};

const AT_ONCE = 500;

/**
 * Keeps the lines of a statement that no earlier one of the account had. Where it has none, nothing is kept and the statement that has
 * them is named. Throws 422 on `bankName` where the lines are here as those of another account.
 */
export async function importStatement(ctx: Ctx, input: NewStatement): Promise<{ id: string; added: number }> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const accountId = await accountOf(ctx, input);
  await refuseOtherAccounts(ctx, input, accountId);
  const id = newId('sti', ctx.now);
  await insertImport(ctx, input, { id, accountId });
  const rows = rowsOf(ctx, input, { id, accountId });
  let added = 0;
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const kept = await ctx.tx
      .insertInto('statement_lines')
      .values(rows.slice(at, at + AT_ONCE))
      .onConflict((conflict) => conflict.columns(['business_id', 'fingerprint']).doNothing())
      .returning('id')
      .execute();
    added += kept.length;
  }
  if (added === 0) return { id: await earlierOf(ctx, id, rows), added };
  recordActivity(ctx, businessId, {
    type: 'statement_imported',
    description: `You uploaded a statement of ${input.bankName} ··${input.last4} with ${added} new ${added === 1 ? 'line' : 'lines'}`,
  });
  return { id, added };
}

async function accountOf(ctx: Ctx, { currency, bankName, last4 }: NewStatement): Promise<string> {
  const { businessId } = ctx.actor;
  const known = await ctx.tx
    .selectFrom('bank_accounts_own')
    .select('id')
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where((eb) => eb(eb.fn<string>('lower', ['bank_name']), '=', bankName.toLowerCase()))
    .where('last4', '=', last4)
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId('bac', ctx.now);
  await ctx.tx
    .insertInto('bank_accounts_own')
    .values({ business_id: businessId, id, currency, bank_name: bankName, last4, created_at: ctx.now })
    .execute();
  return id;
}

type Place = { id: string; accountId: string };

// Under another name of the bank every line would be new, and could be recorded again. A balance after it tells a line from that of
// another account; one that is the same by chance is no file.
async function refuseOtherAccounts(ctx: Ctx, { currency, reading }: NewStatement, accountId: string) {
  const { businessId } = ctx.actor;
  const prints = fingerprintsOf(reading.lines).filter((_, at) => reading.lines[at]?.balance !== null);
  const others = await ctx.tx
    .selectFrom('bank_accounts_own')
    .select(['id', 'bank_name', 'last4'])
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('id', '<>', accountId)
    .execute();
  for (const { id, bank_name, last4 } of others) {
    const { known } = await ctx.tx
      .selectFrom('statement_lines')
      .select(sql<number>`count(*)`.as('known'))
      .where('business_id', '=', businessId)
      .where(sql<boolean>`fingerprint = any(${prints.map((print) => hashed(id, print))}::text[])`)
      .executeTakeFirstOrThrow();
    if (known * 2 > prints.length)
      throw fieldError(
        'bankName',
        `These lines are here already, as ${bank_name} ···· ${last4}. Choose that account`,
      );
  }
}

const hashed = (accountId: string, print: string): string =>
  createHash('sha256').update(`${accountId}|${print}`).digest('hex');

function insertImport(ctx: Ctx, { reading, fileName, sha256 }: NewStatement, { id, accountId }: Place) {
  const days = reading.lines.map(({ day }) => day).sort();
  const [from, to] = [days[0], days.at(-1)];
  assert(from !== undefined && to !== undefined, 'a statement has lines');
  return ctx.tx
    .insertInto('statement_imports')
    .values({
      business_id: ctx.actor.businessId,
      id,
      account_id: accountId,
      file_name: fileName,
      file_sha256: sha256,
      from_day: from,
      to_day: to,
      row_count: reading.lines.length,
      breaks: JSON.stringify(reading.breaks),
      unreadable: JSON.stringify(reading.unreadable),
      imported_by: ctx.actor.userId,
      created_at: ctx.now,
      cleared_at: null,
    })
    .execute();
}

function rowsOf(ctx: Ctx, { reading, settlements }: NewStatement, { id, accountId }: Place): LineRow[] {
  const prints = fingerprintsOf(reading.lines);
  return reading.lines.map((line: StatementLine, at) => ({
    business_id: ctx.actor.businessId,
    id: newId('stl', ctx.now),
    import_id: id,
    position: line.row,
    fingerprint: hashed(accountId, prints[at] ?? ''),
    day: line.day,
    amount_minor: line.amount,
    narration: line.narration,
    payer: line.payer,
    reference: line.reference,
    balance_minor: line.balance,
    set_aside: settlements.has(line.row) ? 'settlement' : null,
    note: '',
  }));
}

async function earlierOf(ctx: Ctx, id: string, [first]: LineRow[]): Promise<string> {
  const { businessId } = ctx.actor;
  await ctx.tx
    .deleteFrom('statement_imports')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
  const { import_id } = await ctx.tx
    .selectFrom('statement_lines')
    .select('import_id')
    .where('business_id', '=', businessId)
    .where('fingerprint', '=', first?.fingerprint ?? '')
    .executeTakeFirstOrThrow();
  return import_id;
}
