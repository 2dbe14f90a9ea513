import type { Customer } from '../table.ts';

type Contact = { email: string; phone?: string | null | undefined };
type Known = Pick<Customer, 'name' | 'email' | 'phone' | 'is_active'>;

/** A contact that is another customer's; `name` is null where it is not known whose. */
export type TakenContact = { path: 'email' | 'phone'; name: string | null };

const hasEmail = (contact: Contact) => (one: Known) => contact.email !== '' && one.email === contact.email;
const hasPhone = (contact: Contact) => (one: Known) => Boolean(contact.phone) && one.phone === contact.phone;

/** The active customer whom a contact reaches: by its address, without one by its number. */
export const holderOf = <T extends Known>(known: readonly T[], contact: Contact): T | null =>
  known.find((one) => one.is_active && (contact.email === '' ? hasPhone : hasEmail)(contact)(one)) ?? null;

/** Which part of a contact an active customer has already; null for none. */
export function contactTaken(known: readonly Known[], contact: Contact): TakenContact | null {
  const active = known.filter(({ is_active }) => is_active);
  const byEmail = active.find(hasEmail(contact));
  if (byEmail) return { path: 'email', name: byEmail.name };
  const byPhone = active.find(hasPhone(contact));
  return byPhone ? { path: 'phone', name: byPhone.name } : null;
}

/** The removed customer that comes back with a contact: of the same address, or without any of the same number. */
export const returning = <T extends Known>(known: readonly T[], contact: Contact): T | null =>
  known.find(
    (one) =>
      !one.is_active &&
      (contact.email === '' ? one.email === '' && hasPhone(contact)(one) : hasEmail(contact)(one)),
  ) ?? null;
