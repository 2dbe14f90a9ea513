import type { WithholdingKind } from '#core/tax-rates.ts';
import type { Customer } from '../table.ts';
import { holderOf, returning } from './contacts.ts';

/** A row of an import that passed its checks; the phone is E.164. */
export type NormalizedRow = {
  name: string;
  email: string;
  phone: string | null;
  withholdingKind: WithholdingKind | null;
};

type Known = Pick<Customer, 'id' | 'name' | 'email' | 'phone' | 'is_active' | 'withholding_kind'>;
type Before = {
  /** Customers who have the row's address or number. */
  known: readonly Known[];
  /** Contacts of the rows before it, as `contactsOf` gives them. */
  seen: ReadonlySet<string>;
  onExisting: 'skip' | 'update';
};

type Outcome =
  /** `id`: the customer that is changed or comes back; null for a new one. */
  { status: 'created' | 'updated'; id: string | null } | { status: 'skipped' | 'failed'; message: string };

const labels = { email: 'email', phone: 'phone number' } as const;

/** The address and the number of a row, each under a name of its own. */
export const contactsOf = ({ email, phone }: Pick<NormalizedRow, 'email' | 'phone'>): string[] => [
  ...(email ? [`email ${email}`] : []),
  ...(phone ? [`phone ${phone}`] : []),
];

/** The outcome of a row. */
export function outcomeOf(row: NormalizedRow, { known, seen, onExisting }: Before): Outcome {
  const repeated = (['email', 'phone'] as const).find((path) => seen.has(`${path} ${row[path]}`));
  if (repeated) return { status: 'skipped', message: `An earlier row has the same ${labels[repeated]}` };
  const byEmail = row.email === '' ? null : holderOf(known, row);
  const byPhone = holderOf(known, { email: '', phone: row.phone });
  const holder = byEmail ?? byPhone;
  if (!holder) return { status: 'created', id: returning(known, row)?.id ?? null };
  const label = byEmail ? labels.email : labels.phone;
  if (onExisting === 'skip') return { status: 'skipped', message: `This ${label} is a customer already` };
  if (byPhone && (byPhone !== holder || hasOtherEmail(byPhone, row)))
    return { status: 'failed', message: `${byPhone.name} already has this phone number` };
  return differs(holder, row)
    ? { status: 'updated', id: holder.id }
    : { status: 'skipped', message: 'Nothing has changed' };
}

const hasOtherEmail = (before: Known, { email }: NormalizedRow) =>
  email !== '' && before.email !== '' && before.email !== email;

// A list says nothing of what it leaves blank.
const differs = (before: Known, { name, email, phone, withholdingKind }: NormalizedRow) =>
  before.name !== name ||
  (phone !== null && before.phone !== phone) ||
  (email !== '' && before.email !== email) ||
  (withholdingKind !== null && before.withholding_kind !== withholdingKind);
