import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type importReport, type importRow, newCustomer, problemsText } from '#contract/customers.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { withholdingKindNamed } from '#core/withholding-names.ts';
import { violates } from '#server/kernel/db.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { customersWithContact } from '../queries/contacts.ts';
import { contactsOf, type NormalizedRow, outcomeOf } from '../rules/import-row.ts';
import type { Customer } from '../table.ts';

type Row = z.output<typeof importRow>;
type Report = z.output<typeof importReport>;
type Result = Report['results'][number];
type Write = NormalizedRow & { id: string };
type Plan = { added: Write[]; changed: Write[]; results: Result[] };

/**
 * Imports customers in bulk; deactivated ones come back under their id. Invalid rows and duplicate addresses or numbers
 * (existing, or earlier in the rows) are reported row by row.
 */
export async function importCustomers(
  ctx: Ctx,
  rows: readonly Row[],
  onExisting: 'skip' | 'update',
): Promise<Report> {
  // Two imports at once would otherwise wait for each other's rows in circles.
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const checked = rows.map(check);
  const contacts = checked.flatMap((row) => (row.ok ? [row.customer] : []));
  const known = await customersWithContact(ctx.tx, ctx.actor.businessId, contacts);
  const plan = planOf(ctx, checked, known, onExisting);
  await write(ctx, plan);
  const count = (status: Result['status']) => plan.results.filter((row) => row.status === status).length;
  const report = {
    created: count('created'),
    updated: count('updated'),
    skipped: count('skipped'),
    failed: count('failed'),
    results: plan.results,
  };
  await recordImport(ctx, report);
  return report;
}

type Checked = { ok: true; customer: NormalizedRow } | { ok: false; message: string };

function check({ name, email, phone, withholdingKind: kind }: Row): Checked {
  const parsed = z.safeParse(newCustomer, {
    name: name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    withholdingKind: withholdingKindNamed(kind ?? ''),
  });
  if (!parsed.success)
    return { ok: false, message: problemsText(parsed.error.issues.map(({ message }) => message)) };
  const { email: address = '', phone: number, withholdingKind = null, ...rest } = parsed.data;
  return { ok: true, customer: { ...rest, email: address, phone: number || null, withholdingKind } };
}

function planOf(
  ctx: Ctx,
  rows: readonly Checked[],
  known: readonly Customer[],
  onExisting: 'skip' | 'update',
): Plan {
  const plan: Plan = { added: [], changed: [], results: [] };
  const seen = new Set<string>();
  const having = Map.groupBy(
    known.flatMap((one) => contactsOf(one).map((contact) => ({ contact, one }))),
    ({ contact }) => contact,
  );
  for (const [index, row] of rows.entries()) {
    if (!row.ok) {
      plan.results.push({ index, status: 'failed', message: row.message });
      continue;
    }
    const contacts = contactsOf(row.customer);
    const those = contacts.flatMap((contact) => having.get(contact) ?? []).map(({ one }) => one);
    const outcome = outcomeOf(row.customer, { known: those, seen, onExisting });
    for (const contact of contacts) seen.add(contact);
    if (!('id' in outcome)) plan.results.push({ index, ...outcome });
    else {
      plan.results.push({ index, status: outcome.status });
      if (outcome.id === null) plan.added.push({ ...row.customer, id: newId('cus', ctx.now) });
      else plan.changed.push({ ...row.customer, id: outcome.id });
    }
  }
  return plan;
}

async function write(ctx: Ctx, { added, changed }: Plan): Promise<void> {
  const { businessId } = ctx.actor;
  const rows = (of: Write[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as r (id text, name text, email text, phone text, "withholdingKind" text)`;
  try {
    if (added.length > 0)
      await sql`insert into customers (business_id, id, name, email, phone, withholding_kind, phone_unique, created_at, updated_at)
        select ${businessId}, r.id, r.name, r.email, r.phone, r."withholdingKind", true, ${ctx.now}, ${ctx.now} from ${rows(added)}`.execute(
        ctx.tx,
      );
    if (changed.length > 0)
      // The number of one that comes back may be another's by now.
      await sql`update customers c set name = r.name, email = case when c.email = '' then r.email else c.email end,
          phone = coalesce(r.phone, case when c.is_active or not exists (select 1 from customers o
            where o.business_id = c.business_id and o.phone = c.phone and o.is_active) then c.phone end),
          withholding_kind = coalesce(r."withholdingKind", c.withholding_kind),
          phone_unique = c.phone_unique or r.phone is distinct from c.phone, is_active = true, updated_at = ${ctx.now}
        from ${rows(changed)} where c.business_id = ${businessId} and c.id = r.id`.execute(ctx.tx);
  } catch (error) {
    // Somebody added one of them by hand in the same moment.
    if (violates(error, 'customers_email') || violates(error, 'customers_phone'))
      throw new AppError('conflict', 'Your customers have just changed. Please import again');
    throw error;
  }
}

async function recordImport(ctx: Ctx, { created, updated }: Report): Promise<void> {
  if (created + updated === 0) return;
  const parts = [
    created > 0 && `${customerCount(created)} added`,
    updated > 0 && `${customerCount(updated)} updated`,
  ];
  recordActivity(
    ctx,
    ctx.actor.businessId,
    { type: 'customer_imported', description: `Import: ${parts.filter(Boolean).join(', ')}` },
    { topic: 'customers' },
  );
}

const customerCount = (count: number) => (count === 1 ? '1 customer' : `${count} customers`);
