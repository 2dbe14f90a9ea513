import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { openServer } from '#server/kernel/db.ts';
import { allHold, checkLedger, printFindings } from '#server/ops/ledger-checks/check.ts';
import { PIN } from '../../tests/money.ts';
import type { Query } from '../raw-database.ts';
import { createDataset, type Dataset, type Size } from './dataset.ts';
import type { Service } from './service-processes.ts';

/**
 * A dataset whose ledger checks hold, so that the service monitors it as in production: seeded invoices are unpaid, for their
 * payments never were in the ledger. Those at work have a PIN and a confirmed address.
 */
export async function createSoakDataset(
  service: Service,
  databaseUrl: string,
  query: Query,
  size: Size,
): Promise<Dataset> {
  const market = await createDataset(service, query, size);
  for (const statement of UNPAID) await query(statement);
  const stalls = [market.large, ...market.others];
  for (const { token } of stalls) {
    const call = createClient({ baseUrl: service.url, token: () => token });
    await call(api.business.createPin, { params: { currency: 'NGN' }, body: { pin: PIN } });
  }
  await query('update users set email_verified_at = now() where business_id = any($1)', [
    stalls.map(({ businessId }) => businessId),
  ]);
  const store = openServer(databaseUrl, 1);
  const findings = await checkLedger(store.db);
  await store.close();
  if (!allHold(findings)) throw new Error(`the market's books do not hold:\n${printFindings(findings)}`);
  return market;
}

const UNPAID = [
  'alter table allocations disable trigger allocations_append_only',
  'delete from allocations',
  'alter table allocations enable trigger allocations_append_only',
  'delete from payments',
  'update invoices set paid_minor = 0, paid_at = null where paid_minor > 0',
  `insert into invoice_items (business_id, invoice_id, position, description, quantity_micro, rate_minor, total_minor)
    select i.business_id, i.id, 0, 'Catering', 1000000, i.subtotal_minor, i.subtotal_minor from invoices i
    where i.business_id like 'biz_beside_%'
      and not exists (select 1 from invoice_items l where l.business_id = i.business_id and l.invoice_id = i.id)`,
  `update business_profiles b set next_invoice_number = 1 + (select count(*) from invoices i where i.business_id = b.business_id)
    where b.business_id like 'biz_beside_%'`,
  'vacuum analyze',
];
