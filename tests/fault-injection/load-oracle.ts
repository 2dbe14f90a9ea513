import { type Kysely, sql } from 'kysely';
import type { Database, Db } from '#server/kernel/db.ts';
import type { LoadRequest } from './load.ts';
import type { Problem } from './result.ts';

/** The trace of a request in the database: the record it made or changed, and what it moved in kobo (null: nothing). */
export type Effect = { name: string; id: string; amount: number | null };

// One row for each time something happened, under the name of the request it came of. A share that its payment's own call gave
// bears the payment's moment. Another is a use of credit: also an earlier one, as a request that waited for its turn has the moment
// it came in.
const traces = sql<Effect>`
  select title as name, id, null::bigint as amount from invoices
  union all select description, id, null from withdrawals
  union all select reason, id, null from refunds where origin = 'owner'
  union all select case when evidence = 'statement' then 'line ' || statement_line_id when note like 'claim-%' then 'money of ' || note
    else note end, id, amount_minor from payments where evidence <> 'provider'
  union all select cancelled_reason, id, null from payments where evidence <> 'provider' and status = 'cancelled'
  union all select note, invoice_id, case when amount_minor > 0 then amount_minor end from adjustments
    where kind = 'write_off' and made_by is not null
  union all select n.note, n.id, a.amount_minor from credit_notes n
    join adjustments a on a.business_id = n.business_id and a.source_id = n.id and a.amount_minor > 0
  union all select 'withdrawn ' || source_id, source_id, null from adjustments where kind = 'credit_note' and amount_minor < 0
  union all select 'tax of ' || invoice_id, id, null from withholdings
  union all select certificate_no, id, certificate_minor from withholdings where certificate_no is not null
  union all select i.file_name, i.id, sum(l.amount_minor)::bigint from statement_imports i
    join statement_lines l on l.business_id = i.business_id and l.import_id = i.id group by 1, 2
  union all select note, id, amount_minor from payment_claims
  union all select 'credit to ' || a.invoice_id, a.invoice_id, sum(a.amount_minor)::bigint from allocations a
    join payments p on p.business_id = a.business_id and p.id = a.payment_id
    where a.amount_minor > 0 and a.invoice_id <> p.invoice_id and a.created_at <> p.created_at group by 1, 2`;

/** The traces in a database, by the name of the request they came of. */
export async function effectsIn(db: Kysely<Database>): Promise<Map<string, Effect[]>> {
  const { rows } = await traces.execute(db);
  return Map.groupBy(rows, ({ name }) => name ?? '');
}

/** Every success that was answered has its one effect in full, and nothing is there that nobody asked for. */
export async function checkAnswers(db: Db, requests: readonly LoadRequest[]): Promise<Problem[]> {
  const effects = await effectsIn(db);
  const problems: Problem[] = [];
  for (const one of requests) {
    problems.push(...compare(one, effects.get(one.effect) ?? []));
    effects.delete(one.effect);
  }
  const unasked = [...effects.keys()];
  return [
    ...problems,
    ...unasked.map((name) => ({ kind: 'wrong' as const, text: `nobody asked for ${name}` })),
  ];
}

function compare(one: LoadRequest, made: readonly Effect[]): Problem[] {
  const { key, answer, sentAt, amount, isNameless } = one;
  const problems: Problem[] = [];
  const found = (kind: Problem['kind'], what: string) =>
    void problems.push({ kind, key, text: `${key} ${what}` });
  const [first] = made;
  if (made.length > 1) found('doubled', `made ${made.map(({ id }) => id).join(', ')}`);
  if (first && sentAt === null) found('wrong', 'was never sent');
  const text = answer && answer.status < 300 ? answer.text : null;
  if (text && !first) found('lost', `was answered ${text}`);
  if (text && first && !isNameless && !text.includes(`"${first.id}"`))
    found('wrong', `was answered with another record than ${first.id}`);
  if (answer && answer.status >= 300 && first) found('wrong', `was refused (${answer.text}) and is there`);
  if (first && amount !== null && first.amount !== null && first.amount !== amount)
    found(first.amount > amount ? 'doubled' : 'lost', `moved ${first.amount} instead of ${amount}`);
  return problems;
}
