import { sql } from 'kysely';
import { toE164 } from '#core/phone.ts';
import type { Db } from '#server/kernel/db.ts';

/** A data subject, as known from stored records; values as they are stored. */
export type Person = {
  emails: string[];
  /** International digits. */
  numbers: string[];
  customers: { businessId: string; id: string }[];
  payees: { businessId: string; id: string }[];
  /** Texts that are theirs everywhere: the identifiers of the request. */
  signs: string[];
  /**
   * Texts that are theirs in the records of one business: as that business recorded them. In others' records
   * the same name or number may be another person's.
   */
  signsIn: ReadonlyMap<string, string[]>;
};

/** Finds a person by an email address or a phone number, in the records of every business. */
export async function findPerson(db: Db, identifier: string): Promise<Person> {
  const text = identifier.trim();
  const isEmail = text.includes('@');
  const email = isEmail ? text.toLowerCase() : null;
  const phone = isEmail ? null : (toE164(text) ?? text);
  const { rows: known } = await sql<Known>`
    with records as (
      -- Two customers that were merged are one person.
      select 'customer' as kind, business_id, id, coalesce(merged_into, id) as person, name, email, phone from customers
      union all select 'payee', business_id, id, id, name, email, phone from staff),
    matching as (select kind, business_id, person from records
      where email = ${email} or whatsapp_number(phone) = whatsapp_number(${phone}))
    select kind, business_id, id, name, email, phone, whatsapp_number(phone) as number from records
      where (kind, business_id, person) in (select kind, business_id, person from matching) union all
    select 'asked', '', '', '', ${email}, ${phone}, whatsapp_number(${phone})`.execute(db);
  const idsOf = (kind: Known['kind']) =>
    known.filter((one) => one.kind === kind).map(({ business_id: businessId, id }) => ({ businessId, id }));
  const signs = signsOf(known.filter(({ kind }) => kind === 'asked'));
  const within = Map.groupBy(
    known.filter(({ kind }) => kind !== 'asked'),
    (one) => one.business_id,
  );
  return {
    emails: distinct(known.map((one) => one.email)),
    numbers: distinct(known.map(({ number }) => number)),
    customers: idsOf('customer'),
    payees: idsOf('payee'),
    signs,
    signsIn: new Map([...within].map(([id, records]) => [id, distinct([...signs, ...signsOf(records)])])),
  };
}

type Known = {
  kind: 'customer' | 'payee' | 'asked';
  business_id: string;
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  /** The phone in international digits; null for what is none. */
  number: string | null;
};

const distinct = (texts: (string | null)[]): string[] => [
  ...new Set(texts.filter((text): text is string => Boolean(text))),
];

const SHORTEST_NAME = 5;

// A name of one word may be anything, and is searched only where the person is a customer or payee; a phone
// value that is no number is not searched at all.
const signsOf = (records: readonly Known[]): string[] =>
  distinct(
    records.flatMap(({ name, email, phone, number }) => [
      email,
      ...(number === null ? [] : [phone, number]),
      number?.startsWith('234') ? `0${number.slice(3)}` : null,
      name.length >= SHORTEST_NAME && /\S\s+\S/.test(name) ? name : null,
    ]),
  ).sort((a, b) => b.length - a.length);
