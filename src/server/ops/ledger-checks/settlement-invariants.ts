import { UNDATED } from '#core/dates.ts';
import type { Invariant } from './invariant.ts';

const withAdjustments = (
  ...kinds: string[]
) => `(select business_id, invoice_id, source_id, sum(amount_minor) as settled
  from adjustments where kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}) group by 1, 2, 3)`;

/** Invariants of what settles an invoice beside a provider's money: its own records say the same. */
export const settlement: readonly Invariant[] = [
  {
    id: 'CRN-1',
    promise:
      'a credit note is the sum of its lines, discount and tax, and what it settles; taken back it settles nothing',
    breaches: `select coalesce(n.id, s.source_id) as id from credit_notes n
      join invoices i on i.business_id = n.business_id and i.id = n.invoice_id
      left join (select business_id, credit_note_id, sum(total_minor) as sum from credit_note_lines group by 1, 2) l
        on l.business_id = n.business_id and l.credit_note_id = n.id
      full join ${withAdjustments('credit_note', 'early_discount')} s on s.business_id = n.business_id and s.source_id = n.id and s.invoice_id = n.invoice_id
      where n.id is null
        or (n.withdrawn_at is null and n.total_minor is distinct from l.sum - n.discount_minor + case when i.prices_include_tax then 0 else n.tax_minor end)
        or coalesce(s.settled, 0) <> case when n.withdrawn_at is null then n.total_minor else 0 end`,
  },
  {
    id: 'CRN-2',
    promise: 'no line of an invoice is credited for more than it was',
    breaches: `select n.invoice_id as id from credit_note_lines l
      join credit_notes n on n.business_id = l.business_id and n.id = l.credit_note_id
      left join invoice_items t on t.business_id = n.business_id and t.invoice_id = n.invoice_id and t.position = l.position
      where n.withdrawn_at is null group by n.business_id, n.invoice_id, l.position, t.total_minor, t.quantity_micro
      having t.total_minor is null or sum(l.total_minor) > t.total_minor or sum(l.quantity_micro) > t.quantity_micro`,
  },
  {
    id: 'CRN-3',
    promise: "a business's credit note numbers have no gap and no repeat",
    breaches: `select business_id as id from credit_notes group by 1
      having count(*) <> count(distinct number) or min(number) <> 1 or max(number) <> count(*)`,
  },
  {
    id: 'CRN-4',
    promise:
      'the discount for paying early is credited at most once, by the credit note money made, and is offered no more then',
    breaches: `select coalesce(n.invoice_id, a.invoice_id) as id
      from (select business_id, invoice_id, id from credit_notes where made_by is null) n
      full join (select business_id, invoice_id, source_id, count(*) filter (where amount_minor > 0) as taken from adjustments
          where kind = 'early_discount' group by 1, 2, 3) a
        on a.business_id = n.business_id and a.invoice_id = n.invoice_id and a.source_id = n.id
      left join invoices i on i.business_id = n.business_id and i.id = n.invoice_id
      where n.id is null or a.source_id is null or a.taken <> 1 or i.early_bps is null or i.early_discount_minor > 0
        or exists (select from credit_notes o where o.business_id = n.business_id and o.invoice_id = n.invoice_id
          and o.made_by is null and o.id <> n.id)`,
  },
  {
    id: 'WHT-1',
    promise: 'withholding tax that was kept settles its amount, and any other settles nothing',
    breaches: `select coalesce(w.id, s.source_id) as id from withholdings w
      full join ${withAdjustments('withholding')} s on s.business_id = w.business_id and s.source_id = w.id and s.invoice_id = w.invoice_id
      where w.id is null
        or coalesce(s.settled, 0) <> case when w.state in ('pending', 'received', 'used') then w.amount_minor else 0 end`,
  },
  {
    id: 'PRT-1',
    promise:
      'the parts of an invoice are its total, and it is due on the day of the first that is not settled',
    breaches: `select i.id from invoices i, lateral (
        select (part->>'sum')::bigint as amount, coalesce((part->>'day')::date, date '${UNDATED}') as day,
          sum((part->>'sum')::bigint) over (order by at) as reached, sum((part->>'sum')::bigint) over () as whole
        from jsonb_array_elements(i.schedule) with ordinality as parts (part, at)) p
      where i.schedule is not null and (p.whole <> i.total_minor
        or (i.total_minor - i.balance_minor >= p.reached - p.amount and i.total_minor - i.balance_minor < p.reached
          and i.due_date <> p.day))`,
  },
  {
    id: 'QUO-1',
    promise:
      'the invoices of a quote in parts are of no more than the quote and its lines, all by lines or none, and it has none as a whole',
    breaches: `select coalesce(q.id, i.quote_id) as id from (select business_id, quote_id, sum(total_minor) as total, sum(tax_minor) as tax,
          count(distinct quote_lines is null) as kinds
        from invoices where quote_id is not null and deleted_at is null group by 1, 2) i
      left join quotes q on q.business_id = i.business_id and q.id = i.quote_id
      left join quote_revisions r on r.business_id = q.business_id and r.quote_id = q.id and r.revision = q.revision
      where r.quote_id is null or q.invoice_id is not null or i.total > q.total_minor
        or i.tax > (r.content->>'tax_minor')::bigint or i.kinds > 1
        or exists (select from invoices p, jsonb_to_recordset(p.quote_lines) as l (item integer, quantity bigint)
          where p.business_id = i.business_id and p.quote_id = i.quote_id and p.deleted_at is null
          group by l.item
          having sum(l.quantity) > coalesce((r.content->'items'->l.item->>'quantity_micro')::bigint, 0))`,
  },
  {
    id: 'STM-1',
    promise: 'a payment seen in a bank statement is of the amount of its line',
    breaches: `select p.id from payments p
      join statement_lines l on l.business_id = p.business_id and l.id = p.statement_line_id
      where p.status <> 'cancelled' and p.amount_minor <> l.amount_minor`,
  },
  {
    id: 'CLM-1',
    promise: 'a claim is confirmed exactly when a payment of its invoice, or a share of one, says so',
    breaches: `select c.id from payment_claims c
      left join payments p on p.business_id = c.business_id and p.id = c.payment_id
      where (c.state = 'confirmed') <> (p.id is not null)
        or (p.invoice_id <> c.invoice_id and not exists (select from allocations a where a.business_id = c.business_id
          and a.payment_id = p.id and a.invoice_id = c.invoice_id))`,
  },
];
