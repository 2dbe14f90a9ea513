// Credit notes and what becomes of the money they take off an invoice. Amounts are kobo.
import * as oracle from './oracle.ts';

type Part = { payment: oracle.Payment; amount: number };

/** Where each part of a credit note's money comes from. */
export type Release = { refunds: Part[]; given: Part[]; credits: Part[] };

/**
 * How the money of a credit note is taken off the payments of its invoice, the latest first; null where so much cannot go back in
 * the ways asked for.
 */
function releaseOf(
  wallet: oracle.Wallet,
  invoice: oracle.Invoice,
  { refund, gaveBack, credit }: oracle.Division,
): Release | null {
  const paying = oracle.paymentsOn(wallet, invoice);
  const on = new Map(paying.map((payment) => [payment, oracle.onInvoice(payment, invoice)]));
  const back = new Map(paying.map((payment) => [payment, oracle.returnable(wallet, payment)]));
  const take = (from: oracle.Payment[], amount: number, isBack: boolean): Part[] | null => {
    let left = amount;
    const parts: Part[] = [];
    for (const payment of from) {
      const there = on.get(payment) ?? 0;
      const part = Math.min(left, isBack ? Math.min(there, back.get(payment) ?? 0) : there);
      if (part <= 0) continue;
      on.set(payment, there - part);
      if (isBack) back.set(payment, (back.get(payment) ?? 0) - part);
      parts.push({ payment, amount: part });
      left -= part;
    }
    return left > 0 ? null : parts;
  };
  const isCash = ({ evidence }: oracle.Payment) => evidence !== 'provider';
  const refunds = take(
    paying.filter((payment) => !isCash(payment)),
    refund,
    true,
  );
  const byHand = [...paying.filter(isCash), ...paying.filter((payment) => !isCash(payment))];
  const given = refunds && take(byHand, gaveBack, true);
  const credits = given && take(paying, credit, false);
  return credits ? { refunds, given, credits } : null;
}

/** Why a credit note is refused; null when it is issued. */
export function noteRefusal(
  wallet: oracle.Wallet,
  invoice: oracle.Invoice,
  amount: number,
  division: oracle.Division,
): string | null {
  return mayCredit(invoice) ? partRefusal(wallet, invoice, amount, division) : 'conflict';
}

export const mayCredit = (invoice: oracle.Invoice): boolean =>
  !invoice.deleted && (invoice.sent || oracle.owedOn(invoice) === 0);

/** The same of an invoice that may be credited. */
export function partRefusal(
  wallet: oracle.Wallet,
  invoice: oracle.Invoice,
  amount: number,
  division: oracle.Division,
): string | null {
  if (amount > invoice.total - invoice.credited) return 'invalid_input';
  const paid = Math.max(0, amount - oracle.collectible(invoice));
  const { credit, refund, gaveBack } = division;
  if (paid > invoice.paid || credit + refund + gaveBack !== paid) return 'invalid_input';
  const release = releaseOf(wallet, invoice, division);
  if (!release) return 'invalid_input';
  return refund > wallet.available ? 'insufficient_balance' : null;
}

/** Issues one that is not refused; its refunds are the caller's to hold. */
export function issueNote(
  wallet: oracle.Wallet,
  { id, invoice, amount, ...division }: Omit<oracle.Note, 'withdrawn'>,
): Release {
  const release = releaseOf(wallet, invoice, division);
  if (!release) throw new Error('it would be refused');
  const { refunds, given, credits } = release;
  const over = Math.max(0, amount - oracle.owedOn(invoice));
  oracle.takeBackWriteOff(invoice, Math.min(invoice.writtenOff, over));
  for (const part of [...refunds, ...given, ...credits]) {
    invoice.paid -= part.amount;
    part.payment.allocations.push({ invoice, amount: -part.amount });
  }
  for (const part of given) part.payment.givenBack += part.amount;
  invoice.credited += amount;
  oracle.endTax(invoice);
  wallet.notes.push({ id, invoice, amount, ...division, withdrawn: false });
  return release;
}

/** False where it was taken back already, its money went back, or its credit was used. */
export function withdrawNote(wallet: oracle.Wallet, note: oracle.Note): boolean {
  const { invoice, amount, credit, refund, gaveBack } = note;
  if (note.withdrawn || refund > 0 || gaveBack > 0) return false;
  let left = credit;
  const parts: Part[] = [];
  for (const payment of oracle.everPaid(wallet, invoice)) {
    const part = Math.min(left, oracle.freeCredit(wallet, payment));
    if (part <= 0) continue;
    parts.push({ payment, amount: part });
    left -= part;
  }
  if (left > 0) return false;
  for (const part of parts) part.payment.allocations.push({ invoice, amount: part.amount });
  note.withdrawn = true;
  invoice.credited -= amount;
  invoice.paid += credit;
  return true;
}

/** Why money of a recorded payment cannot be handed back; null when it was. */
export function giveBack(payment: oracle.Payment, amount: number): string | null {
  if (payment.evidence === 'provider' || payment.cancelled) return 'conflict';
  const left = payment.amount - payment.givenBack;
  if (left === 0) return 'conflict';
  if (amount > left) return 'invalid_input';
  oracle.takeBack(
    payment,
    Math.min(oracle.appliedOf(payment), Math.max(0, amount - oracle.creditOf(payment))),
  );
  payment.givenBack += amount;
  return null;
}

/** Uses a customer's credit for an invoice, the oldest first; how much, or why not. */
export function applyCredit(
  wallet: oracle.Wallet,
  customer: oracle.Customer,
  invoice: oracle.Invoice,
  amount: number | undefined,
): { used: number } | { refusal: string } {
  if (invoice.deleted || !invoice.sent) return { refusal: 'not_found' };
  if (invoice.customer !== customer) return { refusal: 'invalid_input' };
  const credits = oracle.creditsOf(wallet, customer);
  const all = credits.reduce((sum, payment) => sum + oracle.freeCredit(wallet, payment), 0);
  if (all === 0) return { refusal: 'conflict' };
  if (amount !== undefined && amount > all) return { refusal: 'invalid_input' };
  let used = 0;
  for (const payment of credits) used += oracle.useCredit(wallet, payment, invoice, (amount ?? all) - used);
  return used > 0 ? { used } : { refusal: 'conflict' };
}
