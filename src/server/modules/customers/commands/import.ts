import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type importReport, type importRow, newCustomer } from '#contract/customers.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { violates } from '#server/kernel/db.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { existingByEmails, type ExistingCustomer } from '../queries/list.ts';

type Row = z.output<typeof importRow>;
type Report = z.output<typeof importReport>;
type Result = Report['results'][number];
type NormalizedRow = { name: string; email: string; phone: string | null };
type Write = NormalizedRow & { id: string };
type Plan = { added: Write[]; changed: Write[]; results: Result[] };

/**
 * Imports customers in bulk; deactivated ones come back under their id. Invalid rows and duplicate addresses
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
  const emails = checked.flatMap((row) => (row.ok ? [row.customer.email] : []));
  const existing = await existingByEmails(ctx.tx, ctx.actor.businessId, emails);
  const plan = planOf(ctx, checked, existing, onExisting);
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

function check({ name, email, phone }: Row): Checked {
  const parsed = z.safeParse(newCustomer, { name: name ?? '', email: email ?? '', phone: phone ?? '' });
  if (!parsed.success)
    return { ok: false, message: parsed.error.issues.map((issue) => issue.message).join('. ') };
  return { ok: true, customer: { ...parsed.data, phone: parsed.data.phone || null } };
}

function planOf(
  ctx: Ctx,
  rows: readonly Checked[],
  existing: ReadonlyMap<string, ExistingCustomer>,
  onExisting: 'skip' | 'update',
): Plan {
  const plan: Plan = { added: [], changed: [], results: [] };
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const addResult = (status: Result['status'], message?: string) =>
      plan.results.push({ index, status, ...(message ? { message } : {}) });
    if (!row.ok) {
      addResult('failed', row.message);
      continue;
    }
    const { customer } = row;
    const before = existing.get(customer.email);
    if (seen.has(customer.email)) addResult('skipped', 'An earlier row has the same email');
    else if (!before) {
      plan.added.push({ ...customer, id: newId('cus', ctx.now) });
      addResult('created');
    } else if (!before.isActive) {
      plan.changed.push({ ...customer, id: before.id });
      addResult('created');
    } else if (onExisting === 'skip') addResult('skipped', 'This email is a customer already');
    else if (!differs(before, customer)) addResult('skipped', 'Nothing has changed');
    else {
      plan.changed.push({ ...customer, id: before.id });
      addResult('updated');
    }
    seen.add(customer.email);
  }
  return plan;
}

// A list without a phone says nothing about the phone.
const differs = (before: ExistingCustomer, { name, phone }: NormalizedRow) =>
  before.name !== name || (phone !== null && before.phone !== phone);

async function write(ctx: Ctx, { added, changed }: Plan): Promise<void> {
  const { businessId } = ctx.actor;
  const rows = (of: Write[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(of)}::jsonb) as r (id text, name text, email text, phone text)`;
  try {
    if (added.length > 0)
      await sql`insert into customers (business_id, id, name, email, phone, created_at, updated_at)
        select ${businessId}, r.id, r.name, r.email, r.phone, ${ctx.now}, ${ctx.now} from ${rows(added)}`.execute(
        ctx.tx,
      );
    if (changed.length > 0)
      await sql`update customers c set name = r.name, phone = coalesce(r.phone, c.phone), is_active = true, updated_at = ${ctx.now}
        from ${rows(changed)} where c.business_id = ${businessId} and c.id = r.id`.execute(ctx.tx);
  } catch (error) {
    // Somebody added one of them by hand in the same moment.
    if (violates(error, 'customers_email'))
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
  await recordActivity(
    ctx,
    ctx.actor.businessId,
    { type: 'customer_imported', description: `Import: ${parts.filter(Boolean).join(', ')}` },
    { topic: 'customers' },
  );
}

const customerCount = (count: number) => (count === 1 ? '1 customer' : `${count} customers`);
