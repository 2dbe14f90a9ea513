import { sql } from 'kysely';
import { responseSealContext } from '#server/kernel/idempotency.ts';
import { lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { keyIdOf } from '#server/kernel/vault.ts';
import { tables } from '#server/modules/all.ts';
import { eraseConsents } from '#server/modules/consents/commands.ts';
import { eraseCards } from '#server/modules/saved-cards/commands/erase.ts';
import { type Count, ERASED_TEXT, eraseTexts, eraseUnissued, without } from './erase-texts.ts';
import type { Person } from './person.ts';
import { patternOf } from './text-columns.ts';

/** Placeholder for an erased person. */
const ERASED_NAME = 'Erased person';

/** Unpaid invoices, by business: while there are any the business has to know its debtor. */
export async function openDebts(
  { tx }: Pick<SystemCtx, 'tx'>,
  person: Person,
): Promise<{ businessId: string; numbers: string[] }[]> {
  const { rows } = await sql<{ businessId: string; numbers: string[] }>`
    select business_id as "businessId", array_agg(number order by number) as numbers from invoices
    where customer_id = any(${person.customers.map(({ id }) => id)}::text[])
      and sent_at is not null and paid_at is null and deleted_at is null and state = 'active' group by 1`.execute(
    tx,
  );
  return rows;
}

/**
 * Erases a person from the records of every business. Amounts, dates and the ledger stay as they are. Returns
 * the number of rows changed in each table, and the keys of the files to delete.
 */
export async function erasePerson(
  ctx: SystemCtx,
  person: Person,
): Promise<{ done: Record<string, number>; fileKeys: string[] }> {
  const businesses = [...person.signsIn].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [businessId] of businesses) await lockBusiness(ctx.tx, businessId);
  const done: Record<string, number> = {};
  const count = (table: string, rows: bigint | number | undefined) => {
    if (rows) done[table] = (done[table] ?? 0) + Number(rows);
  };
  const fileKeys: string[] = [];
  for (const [businessId, signs] of businesses)
    fileKeys.push(...(await erasePictures(ctx, patternOf(signs), businessId, count)));
  fileKeys.push(...(await eraseProofs(ctx, person, count)));
  await eraseNotes(ctx, person, count);
  await eraseMessages(ctx, person, count);
  await eraseUnissued(ctx, person, count);
  await eraseRecords(ctx, person, count);
  for (const [businessId, signs] of businesses) {
    await eraseLearned(ctx, patternOf(signs), businessId, count);
    await closeTasks(ctx, patternOf(signs), businessId, count);
    await eraseTexts(ctx, signs, businessId, count);
    await eraseAnswers(ctx, signs, businessId, count);
  }
  await eraseTexts(ctx, person.signs, null, count);
  return { done, fileKeys };
}

async function erasePictures(
  ctx: SystemCtx,
  pattern: string,
  businessId: string,
  count: Count,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; storage_key: string }>`
    delete from files where business_id = ${businessId} and purpose in ('invoice', 'attachment') and (name ~* ${pattern} or exists (
      select 1 from thread_messages m where m.business_id = files.business_id and m.image->>'imagePath' = '/api/files/' || files.id
        and (m.content ~* ${pattern} or m.extraction::text ~* ${pattern} or m.outcome::text ~* ${pattern})))
    returning id, storage_key`.execute(ctx.tx);
  count('files', rows.length);
  const paths = rows.map(({ id }) => `/api/files/${id}`);
  await sql`update thread_messages set image = null where image->>'imagePath' = any(${paths}::text[])`.execute(
    ctx.tx,
  );
  return rows.map((row) => row.storage_key);
}

// A picture cannot be searched for somebody's name, so all slips of their payments and all their certificates go.
async function eraseProofs({ tx }: SystemCtx, person: Person, count: Count): Promise<string[]> {
  const keys: string[] = [];
  for (const { businessId, id } of person.customers) {
    const invoices = sql`invoice_id in (select i.id from invoices i where i.business_id = ${businessId} and i.customer_id = ${id})`;
    const proofs = [
      { table: 'payments', column: 'slip_file_id', theirs: sql`customer_id = ${id}` },
      { table: 'payment_claims', column: 'slip_file_id', theirs: invoices },
      { table: 'withholdings', column: 'certificate_file_id', theirs: invoices },
    ];
    for (const { table, column, theirs } of proofs) {
      const { rows } = await sql<{ storage_key: string }>`
        with freed as (update ${sql.table(table)} t set ${sql.ref(column)} = null
          from (select id, ${sql.ref(column)} as file from ${sql.table(table)}
            where business_id = ${businessId} and ${theirs} and ${sql.ref(column)} is not null) old
          where t.business_id = ${businessId} and t.id = old.id returning old.file)
        delete from files where business_id = ${businessId} and purpose in ('slip', 'certificate') and id in (select file from freed)
        returning storage_key`.execute(tx);
      count('files', rows.length);
      keys.push(...rows.map((row) => row.storage_key));
    }
  }
  return keys;
}

// A note of somebody's payment calls them by a first name, a nickname or "your sister", so all of these go.
async function eraseNotes({ tx }: SystemCtx, person: Person, count: Count): Promise<void> {
  for (const { businessId, id } of person.customers) {
    const of = sql`business_id = ${businessId} and customer_id = ${id}`;
    const invoices = sql`business_id = ${businessId} and invoice_id in (select id from invoices where ${of})`;
    const quotes = sql`business_id = ${businessId} and quote_id in (select id from quotes where ${of})`;
    const noted = {
      payments: sql`update payments set note = null, cancelled_reason = null,
        given_back_reason = case when given_back_on is null then null else '' end
        where ${of} and num_nonnulls(note, cancelled_reason, given_back_reason) > 0`,
      refunds: sql`update refunds set reason = ${ERASED_TEXT} where business_id = ${businessId} and reason <> ${ERASED_TEXT}
        and payment_id in (select id from payments where ${of})`,
      payment_claims: sql`update payment_claims set note = '' where ${invoices} and note <> ''`,
      adjustments: sql`update adjustments set note = '' where ${invoices} and kind = 'write_off' and note <> ''`,
      quote_events: sql`update quote_events set note = '' where ${quotes} and kind in ('question', 'declined') and note <> ''`,
    };
    for (const [table, update] of Object.entries(noted))
      count(table, (await update.execute(tx)).numAffectedRows);
  }
}

// Queued messages are not sent; the queue's copy of the address is removed too.
async function eraseMessages({ tx, now }: SystemCtx, person: Person, count: Count): Promise<void> {
  const customers = person.customers.map(({ id }) => id);
  const within = [...person.signsIn].map(
    ([id, signs]) => sql`business_id = ${id} and to_address = any(${signs}::text[])`,
  );
  const toThem = sql.join(
    [sql`to_address = any(${person.signs}::text[])`, sql`customer_id = any(${customers}::text[])`, ...within],
    sql` or `,
  );
  await sql`delete from pgboss.job where data->>'key' in (select key from messages where ${toThem})`.execute(
    tx,
  );
  const erasedMessages = await sql`update messages set to_address = '', reason = null,
      customer_name = case when customer_name is null then null else ${ERASED_NAME} end,
      settled_at = case when state in ('queued', 'sending') then ${now} else settled_at end,
      state = case when state in ('queued', 'sending') then 'failed' else state end
    where ${toThem}`.execute(tx);
  count('messages', erasedMessages.numAffectedRows);
  for (const [table, { contact: column }] of Object.entries(tables)) {
    if (!column) continue;
    const erasedContact =
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${person.signs}::text[])`.execute(
        tx,
      );
    count(table, erasedContact.numAffectedRows);
  }
  for (const [businessId, signs] of person.signsIn) {
    const stops =
      await sql`delete from message_stops where business_id = ${businessId} and address = any(${signs}::text[])`.execute(
        tx,
      );
    count('message_stops', stops.numAffectedRows);
  }
  const chats = await sql`delete from whatsapp_notices where contact in
    (select contact from whatsapp_contacts where number = any(${person.numbers}::text[]))`.execute(tx);
  count('whatsapp_notices', chats.numAffectedRows);
  const met = await sql`delete from whatsapp_contacts where number = any(${person.numbers}::text[])
    and contact not in (select contact from whatsapp_owners)`.execute(tx);
  count('whatsapp_contacts', met.numAffectedRows);
}

// Learned words with the person's name left out would mean something else.
async function eraseLearned(
  { tx }: SystemCtx,
  pattern: string,
  businessId: string,
  count: Count,
): Promise<void> {
  const forgotten =
    await sql`delete from learned_words where business_id = ${businessId} and (said ~* ${pattern} or goods ~* ${pattern})`.execute(
      tx,
    );
  count('learned_words', forgotten.numAffectedRows);
}

// A draft in the chat would be left for "[erased]", and a yes would make it: it is open no more.
async function closeTasks(
  { tx, now }: SystemCtx,
  pattern: string,
  businessId: string,
  count: Count,
): Promise<void> {
  const closed = await sql`update assistant_proposals set state = 'withdrawn', decided_at = ${now}
    where business_id = ${businessId} and state = 'open' and arguments::text ~* ${pattern}`.execute(tx);
  count('assistant_proposals', closed.numAffectedRows);
  const forgotten = await sql`update thread_messages set memory = null
    where business_id = ${businessId} and memory::text ~* ${pattern}`.execute(tx);
  count('thread_messages', forgotten.numAffectedRows);
}

async function eraseRecords(ctx: SystemCtx, person: Person, count: Count): Promise<void> {
  const { tx, now } = ctx;
  for (const { businessId, id } of person.customers) {
    const of = sql`business_id = ${businessId} and customer_id = ${id}`;
    await sql`update customers set name = ${ERASED_NAME}, email = '', phone = null, notes = '', is_active = false, whatsapp_consent_at = null,
      language = null, withholding_kind = null, reminders_off = true, updated_at = ${now} where business_id = ${businessId} and id = ${id}`.execute(
      tx,
    );
    count('customers', 1);
    const billed =
      await sql`update invoices set customer_name = ${ERASED_NAME}, customer_email = '' where ${of}`.execute(
        tx,
      );
    count('invoices', billed.numAffectedRows);
    // A quote that is accepted with a code by mail needs an address, so that nobody accepts it without one.
    const quoted = await sql`update quotes set customer_name = ${ERASED_NAME},
        customer_email = case when asks_code then customer_id || '@erased.invalid' else '' end where ${of}`.execute(
      tx,
    );
    count('quotes', quoted.numAffectedRows);
    const written =
      await sql`update quote_revisions set content = content || jsonb_build_object('customer_name', ${ERASED_NAME}::text, 'customer_email', '')
        where business_id = ${businessId} and quote_id in (select id from quotes where ${of})`.execute(tx);
    count('quote_revisions', written.numAffectedRows);
    const accepted =
      await sql`update quote_acceptances set name = ${ERASED_NAME}, signature = null, address = '', browser = '' where business_id = ${businessId}
        and quote_id in (select id from quotes where ${of})`.execute(tx);
    count('quote_acceptances', accepted.numAffectedRows);
    const codes =
      await sql`delete from quote_codes where business_id = ${businessId} and quote_id in (select id from quotes where ${of})`.execute(
        tx,
      );
    count('quote_codes', codes.numAffectedRows);
    const reminded = await sql`update reminders set address = '' where ${of}`.execute(tx);
    count('reminders', reminded.numAffectedRows);
    const promised = await sql`update promises set note = '' where ${of}`.execute(tx);
    count('promises', promised.numAffectedRows);
    for (const [table, rows] of Object.entries(await eraseCards(tx, of))) count(table, rows);
    await sql`update saved_cards set brand = null, last4 = null, expires = null where ${of}`.execute(tx);
    for (const table of ['portal_links', 'portal_sessions', 'learned_words'])
      count(table, (await sql`delete from ${sql.table(table)} where ${of}`.execute(tx)).numAffectedRows);
    await eraseConsents(ctx, businessId, id);
  }
  for (const email of person.emails) await eraseConsents(ctx, '', email);
  const ofThem = (signs: readonly string[]) =>
    sql`(staff_email = any(${signs}::text[]) or whatsapp_number(staff_phone) = any(${signs}::text[]))`;
  const paidThem = [
    ofThem(person.signs),
    ...[...person.signsIn].map(([id, signs]) => sql`business_id = ${id} and ${ofThem(signs)}`),
  ];
  const paid =
    await sql`update withdrawals set staff_name = ${ERASED_NAME}, staff_email = null, staff_phone = null, account_name = null
    where ${sql.join(paidThem, sql` or `)}`.execute(tx);
  count('withdrawals', paid.numAffectedRows);
  for (const { businessId, id } of person.payees)
    await sql`update staff set name = ${ERASED_NAME}, email = ${`${id}@erased.invalid`}, phone = null, account_name = ${ERASED_NAME},
      account_number_sealed = '', account_number_last4 = '', archived_at = coalesce(archived_at, ${now}), updated_at = ${now}
      where business_id = ${businessId} and id = ${id}`.execute(tx);
  count('staff', person.payees.length);
}

// Responses stored for repeated requests: a repeat still gets its response, redacted.
async function eraseAnswers(
  { tx, vault }: SystemCtx,
  signs: readonly string[],
  businessId: string,
  count: Count,
): Promise<void> {
  const responses = await tx
    .selectFrom('idempotency_keys')
    .select(['key', 'body'])
    .where('actor', '=', businessId)
    .execute();
  for (const { key, body } of responses) {
    const sealContext = responseSealContext({ actor: businessId, key });
    const plaintext = keyIdOf(body) === null ? body : await vault.open(businessId, sealContext, body);
    const redacted = JSON.stringify(without(JSON.parse(plaintext), signs));
    if (redacted === JSON.stringify(JSON.parse(plaintext))) continue;
    const sealed = await vault.seal(businessId, sealContext, redacted);
    await tx
      .updateTable('idempotency_keys')
      .set({ body: sealed })
      .where('actor', '=', businessId)
      .where('key', '=', key)
      .execute();
    count('idempotency_keys', 1);
  }
}
