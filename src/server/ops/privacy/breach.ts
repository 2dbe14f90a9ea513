import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import type { Db } from '#server/kernel/db.ts';

/** Time limit of the report to the Commission, Nigeria Data Protection Act 2023, section 40. */
const REPORT_WITHIN_MS = 72 * HOUR_MS;

/** Events that read or disclose records, as named in the audit trail. */
const READS = [
  'signed_in',
  'data_exported',
  'report_exported',
  'trail_exported',
  'document_read',
  'extension_connected',
  'whatsapp_linked',
  'passkey_added',
  'google_linked',
  'operator_acted',
];
const DISCLOSURE_EVENTS = new Set(['data_exported', 'report_exported', 'document_read']);

type Touched = {
  businessId: string;
  business: string;
  email: string;
  events: { event: string; detail: string; from: string; at: Date }[];
  /** Number of people in the records within reach. */
  customers: number;
  payees: number;
  papers: number;
  /** Whether records are known to have left. */
  left: boolean;
};

/**
 * Owners of the records read or disclosed in a span of time, by the audit trail; optionally only from one
 * address.
 */
export async function touchedBetween(
  db: Db,
  span: { since: Date; until: Date; from?: string | undefined },
): Promise<Touched[]> {
  const { rows } = await sql<Omit<Touched, 'left'>>`
    select e.business_id as "businessId", coalesce(b.business_name, '') as business, u.email,
      (select count(*)::int from customers c where c.business_id = e.business_id) as customers,
      (select count(*)::int from staff s where s.business_id = e.business_id) as payees,
      (select count(*)::int from files f where f.business_id = e.business_id and f.purpose = 'kyc') as papers,
      jsonb_agg(jsonb_build_object('event', e.event, 'detail', e.detail, 'from', e.client_address, 'at', e.created_at)
        order by e.position) as events
    from security_events e join users u on u.business_id = e.business_id
    left join business_profiles b on b.business_id = e.business_id
    where e.created_at >= ${span.since} and e.created_at < ${span.until} and e.event = any(${READS}::text[])
      and (${span.from ?? null}::text is null or e.client_address = ${span.from ?? null})
    group by e.business_id, b.business_name, u.email order by e.business_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    events: row.events.map((one) => ({ ...one, at: new Date(one.at) })),
    left: row.events.some(({ event }) => DISCLOSURE_EVENTS.has(event)),
  }));
}

/** The report of a breach: the deadline, the people affected, and the two notifications to send. */
export function breachReport(
  touched: readonly Touched[],
  about: { since: Date; until: Date; knownAt: Date; now: Date },
): string {
  const due = plusMs(about.knownAt, REPORT_WITHIN_MS);
  const hoursLeft = Math.floor((due.getTime() - about.now.getTime()) / HOUR_MS);
  const peopleCount = touched.reduce((sum, one) => sum + one.customers + one.payees, 0);
  return [
    `Records that were read or handed out from ${about.since.toISOString()} to ${about.until.toISOString()}`,
    `Known since ${about.knownAt.toISOString()}: tell the Commission before ${due.toISOString()} (${hoursLeft} hours left)`,
    `${touched.length} businesses, ${peopleCount} of their customers and payees, ${touched.reduce((sum, one) => sum + one.papers, 0)} identity papers in reach`,
    '',
    ...touched.flatMap(linesOf),
    '--- Notice to the Nigeria Data Protection Commission ---',
    regulatorNotice(touched, peopleCount, about),
    '',
    '--- Notice to each owner above ---',
    ownerNotice(about),
    '',
  ].join('\n');
}

const linesOf = (one: Touched): string[] => [
  `${one.businessId}  ${one.business}  <${one.email}>  ${one.left ? 'RECORDS LEFT' : 'in reach'}: ${one.customers} customers, ${one.payees} payees, ${one.papers} papers`,
  ...one.events.map(({ event, detail, from, at }) => `    ${at.toISOString()}  ${event}  ${from}  ${detail}`),
];

const regulatorNotice = (
  touched: readonly Touched[],
  peopleCount: number,
  { since, until, knownAt }: { since: Date; until: Date; knownAt: Date },
): string =>
  [
    'Under section 40 of the Nigeria Data Protection Act 2023 we report a personal data breach.',
    `What happened: [describe]. It took place between ${since.toISOString()} and ${until.toISOString()}; we learned of it on ${knownAt.toISOString()}.`,
    `Whom it concerns: ${touched.length} account holders and up to ${peopleCount} customers and payees of theirs.`,
    'Kinds of data: names, email addresses, phone numbers, invoices and payments; identity papers where named above. Bank account numbers and BVN are sealed and were not readable in the records [strike this where the master key may be known].',
    'Likely consequences: [describe]. Measures taken: [sessions ended, keys rotated, …]. Contact: [name, telephone, email].',
  ].join('\n');

const ownerNotice = ({ since, until }: { since: Date; until: Date }): string =>
  [
    'Subject: Somebody may have read your records at Duewell',
    `Between ${since.toISOString()} and ${until.toISOString()} somebody who should not have been able to may have read records of your business: your own details, your customers and their invoices.`,
    'What to do now: choose a new password, look through Settings, Security for sessions and events you do not know, and be wary of messages that ask for money or codes. Your customers may have to be told; we help you with that.',
    'What we did: [describe]. You can write to us, or to the Nigeria Data Protection Commission.',
  ].join('\n');
