import { sql } from 'kysely';
import { eraseConsents } from '../modules/consents/commands.ts';
import { lockBusiness, type SystemCtx } from '../scope.ts';
import { type Person, signsOf } from './person.ts';
import { holds, patternOf, placesOf, tableOf } from './places.ts';

/** What stands where a person stood. */
export const NOBODY = 'Erased person';
const GONE = '[erased]';

/** Invoices a business still waits to be paid for, by business: while there are any it has to know whom it bills. */
export async function openDebts(
  { tx }: Pick<SystemCtx, 'tx'>,
  person: Person,
): Promise<{ businessId: string; numbers: string[] }[]> {
  const { rows } = await sql<{ businessId: string; numbers: string[] }>`
    select business_id as "businessId", array_agg(number order by number) as numbers from invoices
    where customer_id = any(${person.customers.map(({ id }) => id)}::text[])
      and sent_at is not null and paid_at is null and deleted_at is null group by 1`.execute(tx);
  return rows;
}

/**
 * Takes somebody out of the records of every business. Amounts, dates and the ledger stay as they are. Gives how many rows
 * changed in each table, and the keys of the files whose bytes are to be removed.
 */
export async function erasePerson(
  ctx: SystemCtx,
  person: Person,
): Promise<{ done: Record<string, number>; fileKeys: string[] }> {
  const businesses = [
    ...new Set([...person.customers, ...person.payees].map(({ businessId }) => businessId)),
  ];
  for (const businessId of businesses.sort()) await lockBusiness(ctx.tx, businessId);
  const done: Record<string, number> = {};
  const note = (table: string, rows: bigint | number | undefined) => {
    if (rows) done[table] = (done[table] ?? 0) + Number(rows);
  };
  const pattern = patternOf(signsOf(person));
  const fileKeys = await erasePictures(ctx, pattern, businesses, note);
  await eraseMessages(ctx, person, note);
  await eraseRecords(ctx, person, note);
  await eraseTexts(ctx, pattern, businesses, note);
  return { done, fileKeys };
}

type Note = (table: string, rows: bigint | number | undefined) => void;

async function erasePictures(
  ctx: SystemCtx,
  pattern: string,
  businesses: string[],
  note: Note,
): Promise<string[]> {
  if (pattern === '') return [];
  const { rows } = await sql<{ id: string; storage_key: string }>`
    delete from files where business_id = any(${businesses}::text[]) and purpose in ('invoice', 'attachment') and (name ~* ${pattern} or exists (
      select 1 from thread_messages m where m.business_id = files.business_id and m.image->>'imagePath' = '/api/files/' || files.id
        and (m.content ~* ${pattern} or m.extraction::text ~* ${pattern} or m.outcome::text ~* ${pattern})))
    returning id, storage_key`.execute(ctx.tx);
  note('files', rows.length);
  const paths = rows.map(({ id }) => `/api/files/${id}`);
  await sql`update thread_messages set image = null where image->>'imagePath' = any(${paths}::text[])`.execute(
    ctx.tx,
  );
  return rows.map((row) => row.storage_key);
}

// What still waits to be sent is not sent; the queue's copy of the address goes with it.
async function eraseMessages({ tx, now }: SystemCtx, person: Person, note: Note): Promise<void> {
  const to = [...person.emails, ...person.numbers];
  const customers = person.customers.map(({ id }) => id);
  await sql`delete from pgboss.job where data->>'key' in
    (select key from messages where to_address = any(${to}::text[]) or customer_id = any(${customers}::text[]))`.execute(
    tx,
  );
  const told = await sql`update messages set to_address = '', reason = null,
      customer_name = case when customer_name is null then null else ${NOBODY} end,
      settled_at = case when state in ('queued', 'sending') then ${now} else settled_at end,
      state = case when state in ('queued', 'sending') then 'failed' else state end
    where to_address = any(${to}::text[]) or customer_id = any(${customers}::text[])`.execute(tx);
  note('messages', told.numAffectedRows);
  for (const table of ['kept_mails', 'waitlist_entries', 'message_stops', 'rate_counters'] as const) {
    const column = {
      kept_mails: 'to_address',
      waitlist_entries: 'email',
      message_stops: 'address',
      rate_counters: 'subject',
    }[table];
    const gone =
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${to}::text[])`.execute(tx);
    note(table, gone.numAffectedRows);
  }
  const chats = await sql`delete from whatsapp_notices where contact in
    (select contact from whatsapp_contacts where number = any(${person.numbers}::text[]))`.execute(tx);
  note('whatsapp_notices', chats.numAffectedRows);
  const met = await sql`delete from whatsapp_contacts where number = any(${person.numbers}::text[])
    and contact not in (select contact from whatsapp_owners)`.execute(tx);
  note('whatsapp_contacts', met.numAffectedRows);
}

async function eraseRecords(ctx: SystemCtx, person: Person, note: Note): Promise<void> {
  const { tx, now } = ctx;
  for (const { businessId, id } of person.customers) {
    const of = sql`business_id = ${businessId} and customer_id = ${id}`;
    const nobody = `${id}@erased.invalid`;
    await sql`update customers set name = ${NOBODY}, email = ${nobody}, phone = null, is_active = false, whatsapp_consent_at = null,
      language = null, reminders_off = true, updated_at = ${now} where business_id = ${businessId} and id = ${id}`.execute(
      tx,
    );
    note('customers', 1);
    const billed =
      await sql`update invoices set customer_name = ${NOBODY}, customer_email = ${nobody} where ${of}`.execute(
        tx,
      );
    note('invoices', billed.numAffectedRows);
    const reminded = await sql`update reminders set address = '' where ${of}`.execute(tx);
    note('reminders', reminded.numAffectedRows);
    const promised = await sql`update promises set note = '' where ${of}`.execute(tx);
    note('promises', promised.numAffectedRows);
    await eraseConsents(ctx, businessId, id);
  }
  for (const email of person.emails) await eraseConsents(ctx, '', email);
  const paid =
    await sql`update withdrawals set staff_name = ${NOBODY}, staff_email = null, staff_phone = null, account_name = null
    where staff_email = any(${person.emails}::text[]) or whatsapp_number(staff_phone) = any(${person.numbers}::text[])`.execute(
      tx,
    );
  note('withdrawals', paid.numAffectedRows);
  for (const { businessId, id } of person.payees)
    await sql`update staff set name = ${NOBODY}, email = ${`${id}@erased.invalid`}, phone = null, account_name = ${NOBODY},
      account_number_sealed = '', account_number_last4 = '', archived_at = coalesce(archived_at, ${now}), updated_at = ${now}
      where business_id = ${businessId} and id = ${id}`.execute(tx);
  note('staff', person.payees.length);
}

// What was typed about them anywhere in these businesses' records, in the queue and in what providers told.
async function eraseTexts(
  { tx }: SystemCtx,
  pattern: string,
  businesses: string[],
  note: Note,
): Promise<void> {
  if (pattern === '') return;
  await sql`delete from pgboss.job where data::text ~* ${pattern}`.execute(tx);
  await sql`update payment_notices set raw = '' where raw ~* ${pattern} and state <> 'received'`.execute(tx);
  const places = await placesOf(tx);
  const ofBusiness = new Set(
    places.flatMap(({ schema, table, column }) => (column === 'business_id' ? [`${schema}.${table}`] : [])),
  );
  for (const place of places) {
    if (KEPT.has(place.table) || place.schema === 'pgboss' || /(^|_)id$|_hash$|_sealed$/.test(place.column))
      continue;
    const column = sql.ref(place.column);
    const scope = ofBusiness.has(`${place.schema}.${place.table}`)
      ? sql`and business_id = any(${businesses}::text[])`
      : sql``;
    const erased = sql`regexp_replace(${column}::text, ${pattern}, ${GONE}, 'gi')`;
    const changed =
      await sql`update ${tableOf(place)} set ${column} = ${place.type === 'jsonb' ? sql`(${erased})::jsonb` : erased}
      where ${holds(place, pattern)} ${scope}`.execute(tx);
    note(place.table, changed.numAffectedRows);
  }
}

// Somebody's own account, trail and answers end with the account; what is sealed holds no text.
const KEPT = new Set([
  'users',
  'security_events',
  'consents',
  'privacy_requests',
  'payment_notices',
  'service_keys',
  'data_keys',
  'business_profiles',
]);
