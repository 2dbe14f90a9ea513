import { type CalendarDate, UNDATED } from '#core/dates.ts';
import { type Currency, least, type Minor } from '#core/money.ts';
import { internationalDigits } from '#core/phone.ts';
import { formatDate, formatMoney } from '#web/lib/format.ts';

const LONGEST = 290;

type Shared = {
  businessId: { businessName: string };
  invoiceNumber: string;
  balance: Minor;
  /** Tax its customer keeps of it; `net` is asked for then. */
  withholding?: { net: Minor } | null;
  /** The parts it is paid in: the open one is asked for. */
  schedule?: { state: string; left: Minor }[];
  /** The discount for paying early: while it is open, `net` is asked for until a day. */
  earlyPayment?: { state: string; net: Minor; until: CalendarDate } | null;
  currency: Currency;
  dueDate: CalendarDate;
};

/** The sum an invoice asks its customer for: less than what is owed, where they keep tax of it or pay in parts. */
export function askedOf({
  balance,
  withholding,
  schedule = [],
}: Pick<Shared, 'balance' | 'withholding' | 'schedule'>): Minor {
  const toPay = withholding?.net ?? balance;
  return least(toPay, schedule.find(({ state }) => state === 'open')?.left ?? toPay);
}

/**
 * The message prefilled when an invoice is shared: business, amount, due date and link in under 300
 * characters.
 */
export function shareText(invoice: Shared, url: string): string {
  const amount = formatMoney(askedOf(invoice), invoice.currency);
  const { invoiceNumber, dueDate, earlyPayment: early, currency } = invoice;
  const due = dueDate === UNDATED ? '' : `, due ${formatDate(dueDate)}`;
  const less =
    early?.state === 'open' ? `, or ${formatMoney(early.net, currency)} by ${formatDate(early.until)}` : '';
  const said = `: ${amount} for invoice ${invoiceNumber}${due}${less}. Pay here: ${url}`;
  return `${nameBefore(said, invoice.businessId.businessName)}${said}`;
}

/** The message prefilled when a receipt is sent: business, amount, invoice and link. */
export function receiptText(
  { businessId, invoiceNumber, currency }: Shared,
  paid: Minor,
  url: string,
): string {
  const said = `: ${formatMoney(paid, currency)} received for invoice ${invoiceNumber}. Thank you. Your receipt: ${url}`;
  return `${nameBefore(said, businessId.businessName)}${said}`;
}

type SharedNote = { number: string; total: Minor; withdrawnAt: Date | null };

/** The message prefilled when a credit note is sent: business, note, amount, invoice and link. */
export function noteText(
  { businessId, invoiceNumber, currency }: Shared,
  { number, total, withdrawnAt }: SharedNote,
  url: string,
): string {
  const ended = withdrawnAt ? ' was withdrawn' : '';
  const said = `: credit note ${number} of ${formatMoney(total, currency)} for invoice ${invoiceNumber}${ended}. See what is left to pay: ${url}`;
  return `${nameBefore(said, businessId.businessName)}${said}`;
}

const nameBefore = (said: string, name: string) =>
  Array.from(name)
    .slice(0, Math.max(1, LONGEST - said.length))
    .join('');

/** Opens WhatsApp with the text typed in: in the customer's chat when the number is known, else to choose one. */
export function whatsappLink(text: string, phone: string | null): string {
  return `https://wa.me/${internationalDigits(phone)}?text=${encodeURIComponent(text)}`;
}
