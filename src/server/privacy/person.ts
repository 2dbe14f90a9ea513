import { sql } from 'kysely';
import type { Db } from '../db.ts';

/** Somebody who asks about the data held on them, by what is known of them; all of it as it is kept. */
export type Person = {
  emails: string[];
  /** International digits. */
  numbers: string[];
  /** As they were typed into records. */
  phones: string[];
  names: string[];
  customers: { businessId: string; id: string }[];
  payees: { businessId: string; id: string }[];
};

/** Finds somebody by an e-mail address or a phone number, in the records of every business. */
export async function findPerson(db: Db, asked: string): Promise<Person> {
  const text = asked.trim();
  const isEmail = text.includes('@');
  const email = isEmail ? text.toLowerCase() : null;
  const { rows: known } = await sql<Known>`
    select 'customer' as kind, business_id, id, name, email, phone from customers
      where email = ${email} or whatsapp_number(phone) = whatsapp_number(${isEmail ? null : text})
    union all select 'payee', business_id, id, name, email, phone from staff
      where email = ${email} or whatsapp_number(phone) = whatsapp_number(${isEmail ? null : text})`.execute(
    db,
  );
  const phones = distinct([isEmail ? null : text, ...known.map(({ phone }) => phone)]);
  const idsOf = (kind: Known['kind']) =>
    known.filter((one) => one.kind === kind).map(({ business_id: businessId, id }) => ({ businessId, id }));
  const found = {
    phones,
    emails: distinct([email, ...known.map((one) => one.email)]),
    names: distinct(known.map(({ name }) => name)),
    customers: idsOf('customer'),
    payees: idsOf('payee'),
  };
  return { ...found, numbers: await digitsOf(db, phones) };
}

type Known = {
  kind: 'customer' | 'payee';
  business_id: string;
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
};

const distinct = (texts: (string | null)[]): string[] => [
  ...new Set(texts.filter((text): text is string => Boolean(text))),
];

async function digitsOf(db: Db, phones: string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string | null }>`
    select whatsapp_number(phone) as number from unnest(${phones}::text[]) as phone`.execute(db);
  return distinct(rows.map(({ number }) => number));
}

const SHORTEST_NAME = 5;

/**
 * The texts that stand for a person wherever they are found. A name of one word may be anything, a rice or a shop, and is
 * looked for only where the person is a customer or payee.
 */
export function signsOf(person: Person): string[] {
  const written = person.numbers.flatMap((number) =>
    number.startsWith('234') ? [number, `0${number.slice(3)}`] : [number],
  );
  const names = person.names.filter((name) => name.length >= SHORTEST_NAME && /\S\s+\S/.test(name));
  return distinct([...person.emails, ...person.phones, ...written, ...names]).sort(
    (a, b) => b.length - a.length,
  );
}
