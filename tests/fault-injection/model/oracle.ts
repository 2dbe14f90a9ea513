// The expected place of every naira, kept as simple as possible: plain records, no database, no product code.
// All amounts are kobo.

import {
  type Claim,
  type Customer,
  type Invoice,
  newPayment,
  type PastTax,
  type Payment,
  type Payout,
  type Refund,
  type Wallet,
  type Line,
} from './records.ts';

export * from './records.ts';

/** Fee of a payout: ₦10 up to ₦5,000, ₦25 up to ₦50,000, then ₦50. */
export function payoutFee(amount: number): number {
  if (amount <= 500_000) return 1_000;
  return amount <= 5_000_000 ? 2_500 : 5_000;
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Money on its way out: payouts with their fee, and refunds. */
export const heldOf = ({ payouts, refunds }: Wallet): number =>
  sum(payouts.filter(({ state }) => state === 'processing').map(({ amount, fee }) => amount + fee)) +
  sum(refunds.filter(({ open }) => open).map(({ amount }) => amount));

const onItsWayBack = (wallet: Wallet, payment: Payment): number =>
  sum(
    wallet.refunds.filter((refund) => refund.open && refund.payment === payment).map(({ amount }) => amount),
  );

export const appliedOf = ({ allocations }: Payment): number => sum(allocations.map(({ amount }) => amount));

/** Part of a payment that is neither on an invoice nor went back. */
export const creditOf = (payment: Payment): number =>
  payment.cancelled
    ? 0
    : Math.max(0, payment.amount - appliedOf(payment) - payment.refunded - payment.givenBack);

/** Credit that can be used now. */
export const freeCredit = (wallet: Wallet, payment: Payment): number =>
  payment.refunded === payment.amount ? 0 : Math.max(0, creditOf(payment) - onItsWayBack(wallet, payment));

/** The part of a payment that can still go back, on whichever way. */
export const returnable = (wallet: Wallet, payment: Payment): number =>
  payment.amount - payment.refunded - payment.givenBack - onItsWayBack(wallet, payment);

export const owedOn = ({ total, paid, credited, writtenOff, withheld, deleted }: Invoice): number =>
  deleted ? 0 : total - paid - credited - writtenOff - withheld;

/** As far as money can still settle it: what is owed, and what was written off. */
export const collectible = (invoice: Invoice): number =>
  invoice.deleted ? 0 : owedOn(invoice) + invoice.writtenOff;

/** How an invoice stands once nothing is owed; null while something is. */
export function settledAs(invoice: Invoice): 'paid' | 'credited' | 'written_off' | null {
  const { credited, writtenOff } = invoice;
  const kept = invoice.paid + invoice.withheld;
  if (owedOn(invoice) > 0) return null;
  if (kept === 0 && credited > 0 && credited >= writtenOff) return 'credited';
  return writtenOff > kept ? 'written_off' : 'paid';
}

function apply(payment: Payment, invoice: Invoice, most: number): number {
  const amount = Math.min(most, collectible(invoice));
  if (amount === 0) return 0;
  takeBackWriteOff(invoice, Math.min(amount, invoice.writtenOff));
  invoice.paid += amount;
  payment.allocations.push({ invoice, amount });
  keepTax(invoice);
  forgiveRest(invoice);
  endTax(invoice);
  return amount;
}

/** A forgiven rest comes off before a write-off of somebody. */
export function takeBackWriteOff(invoice: Invoice, amount: number): void {
  invoice.writtenOff -= amount;
  invoice.forgiven = Math.max(0, invoice.forgiven - amount);
}

/** A payment left less than its owner forgives, less than was paid, no declared tax, and nothing is written off. */
function forgiveRest(invoice: Invoice): void {
  const rest = owedOn(invoice);
  const isSmall = rest > 0 && rest <= invoice.forgives && rest < invoice.paid && invoice.writtenOff === 0;
  if (!isSmall || invoice.tax?.state === 'declared' || invoice.tax?.state === 'pending') return;
  invoice.writtenOff = rest;
  invoice.forgiven = rest;
}

/** The tax at a rate on what is left of an invoice without VAT. */
export const taxOf = ({ total, credited }: Invoice, bps: number): number =>
  Math.floor(((total - credited) * bps + 5_000) / 10_000);

/** The rate tax is kept at: half of it where the seller's tax ID was known after all, by what is short. */
export const rateOf = (invoice: Invoice, bps: number, short = owedOn(invoice)): number =>
  [bps, bps / 2].find((rate) => taxOf(invoice, rate) === short) ?? bps;

/** Money came and exactly the declared tax is left: that is settled too. */
export function keepTax(invoice: Invoice): void {
  const { tax } = invoice;
  if (tax?.state !== 'declared' || owedOn(invoice) === 0) return;
  const amount = taxOf(invoice, tax.bps);
  if (amount !== owedOn(invoice)) return;
  invoice.withheld = amount;
  Object.assign(tax, { state: 'pending', amount });
}

/** Nothing is left of which declared tax could be kept. */
export function endTax(invoice: Invoice): void {
  if (!invoice.deleted && owedOn(invoice) === 0 && invoice.tax?.state === 'declared')
    dropTax(invoice, 'withdrawn');
}

/** Tax that stands is kept no more. */
export function dropTax(invoice: Invoice, state: PastTax['state']): void {
  if (!invoice.tax) return;
  invoice.pastTaxes = [...invoice.pastTaxes, { id: invoice.tax.id, state }];
  invoice.tax = null;
}

/** An invoice is to be corrected: tax whose certificate is awaited is owed again first. */
export function releaseTax(invoice: Invoice): void {
  if (invoice.tax?.state !== 'pending') return;
  invoice.withheld = 0;
  invoice.taxDecided = true;
  dropTax(invoice, 'withdrawn');
}

/** Money leaves an invoice: a forgiven rest is owed again, tax whose certificate is awaited is only declared again. */
function takeOff(invoice: Invoice, amount: number): void {
  invoice.paid -= amount;
  takeBackWriteOff(invoice, invoice.forgiven);
  if (invoice.tax?.state !== 'pending') return;
  invoice.withheld = 0;
  invoice.tax.state = 'declared';
}

/** Money comes into the wallet; what the business owes is settled of it. */
function creditWallet(wallet: Wallet, amount: number): void {
  wallet.available += amount;
  const settled = Math.min(wallet.available, wallet.owed);
  wallet.available -= settled;
  wallet.owed -= settled;
}

/** The invoices a checkout is for; null for a reference of another business. */
export const invoicesOf = (wallet: Wallet, reference: string): [Invoice, ...Invoice[]] | null => {
  const one = wallet.invoices.find(({ references }) => references.includes(reference));
  const several = wallet.together.find((checkout) => checkout.reference === reference);
  return one ? [one] : (several?.invoices ?? null);
};

/** The part of what is owed that is asked for. */
const askedOf = (invoice: Invoice): number => {
  const owed = owedOn(invoice);
  const kept = invoice.tax?.state === 'declared' ? taxOf(invoice, invoice.tax.bps) : 0;
  return kept < owed ? owed - kept : owed;
};

/** To each what is asked for, in their order, then to each what it still takes. */
function applyToSeveral(payment: Payment, invoices: readonly Invoice[], amount: number): void {
  let left = amount;
  for (const wanted of [askedOf, collectible])
    for (const invoice of invoices) left -= apply(payment, invoice, Math.min(left, wanted(invoice)));
  payment.allocations = invoices
    .map((invoice) => ({ invoice, amount: onInvoice(payment, invoice) }))
    .filter((share) => share.amount > 0);
}

/** A payment for invoices arrived. Applied once for each transaction, however often it is reported. */
export function recordPayment(
  wallet: Wallet,
  [invoice, ...others]: readonly [Invoice, ...Invoice[]],
  reported: { transactionId: string; amount: number; fee: number; refunded: number },
): void {
  let payment = wallet.payments.find(({ transactionId }) => transactionId === reported.transactionId);
  if (!payment) {
    payment = newPayment(reported.transactionId, invoice, reported.amount);
    wallet.payments.push(payment);
    creditWallet(wallet, reported.amount - reported.fee);
    if (others.length === 0) apply(payment, invoice, reported.amount);
    else applyToSeveral(payment, [invoice, ...others], reported.amount);
  }
  const news = reported.refunded - payment.refunded - onItsWayBack(wallet, payment);
  if (news <= 0) return;
  const there = Math.min(wallet.available, news);
  wallet.available -= there;
  wallet.owed += news - there;
  recordReversal(payment, news);
}

function recordReversal(payment: Payment, amount: number): void {
  takeBack(payment, Math.max(0, amount - creditOf(payment)));
  payment.refunded += amount;
}

/** Takes an amount of a payment off the invoices it was put on, the last one first. */
export function takeBack(payment: Payment, amount: number): void {
  let left = amount;
  const touched = [...new Set(payment.allocations.toReversed().map(({ invoice }) => invoice))];
  for (const invoice of touched) {
    const there = sum(
      payment.allocations.filter((one) => one.invoice === invoice).map(({ amount: put }) => put),
    );
    const applied = Math.min(left, there);
    if (applied <= 0) continue;
    takeOff(invoice, applied);
    payment.allocations.push({ invoice, amount: -applied });
    left -= applied;
  }
}

/** Why a refund is refused; null when it is taken, and then its amount is held. */
export function refundRefusal(wallet: Wallet, payment: Payment, amount: number): string | null {
  const left = returnable(wallet, payment);
  if (left <= 0) return 'conflict';
  if (amount > left) return 'invalid_input';
  return amount > wallet.available ? 'insufficient_balance' : null;
}

export function holdRefund(wallet: Wallet, refund: Refund): void {
  wallet.available -= refund.amount;
  wallet.refunds.push(refund);
}

/** The provider reported the end of a refund, or that it is open. */
export function applyRefundState(wallet: Wallet, refund: Refund): void {
  if (!refund.open || refund.actual === 'processing') return;
  refund.open = false;
  if (refund.actual === 'failed') creditWallet(wallet, refund.amount);
  else recordReversal(refund.payment, refund.amount);
}

export function withdrawalRefusal(wallet: Wallet, amount: number): string | null {
  return amount + payoutFee(amount) > wallet.available ? 'insufficient_balance' : null;
}

export function holdPayout(wallet: Wallet, payout: Payout): void {
  wallet.available -= payout.amount + payout.fee;
  wallet.payouts.push(payout);
}

/** The provider reported the state of a payout. */
export function applyPayoutState(wallet: Wallet, payout: Payout, actual: Payout['state']): void {
  const before = payout.state;
  if (before === 'failed' || before === 'reversed' || actual === 'processing' || actual === before) return;
  if (before === 'completed' && actual === 'failed') return;
  payout.state = actual;
  if (actual !== 'completed') creditWallet(wallet, payout.amount + payout.fee);
}

/** Uses a credit for an invoice, at most `most`; gives how much. */
export const useCredit = (
  wallet: Wallet,
  payment: Payment,
  invoice: Invoice,
  most = payment.amount,
): number => apply(payment, invoice, Math.min(most, freeCredit(wallet, payment)));

type Recorded = { id: string; amount: number; day?: string; evidence?: 'hand' | 'statement' };
type Share = { invoice: Invoice; amount: number };

/**
 * Money that came without the provider: it settles the invoice as far as it goes, then the others of the same customer it is
 * for too, and is in no wallet.
 */
export function recordCash(
  wallet: Wallet,
  invoice: Invoice,
  { id, amount, day, evidence = 'hand' }: Recorded,
  also: readonly Share[] = [],
): Payment {
  const record = {
    ...newPayment(id, invoice, amount),
    id,
    evidence,
    invoiceId: invoice.id,
    ...(day && { day }),
  };
  wallet.records.push(record);
  apply(record, invoice, amount - sum(also.map((share) => share.amount)));
  for (const share of also) apply(record, share.invoice, share.amount);
  return record;
}

/** Its invoices owe again. */
export function undoCash(record: Payment): void {
  for (const invoice of new Set(record.allocations.map((one) => one.invoice)))
    if (onInvoice(record, invoice) > 0) takeOff(invoice, onInvoice(record, invoice));
  record.allocations = [];
  record.cancelled = true;
}

/** A bank transfer is the money of an open alert of its amount for one of its invoices, of the nearest day. */
export function confirmClaim({ claims }: Wallet, payment: Payment, invoices: readonly Invoice[]): void {
  const apart = ({ day }: Claim) => Math.abs(Date.parse(day) - Date.parse(payment.day ?? day));
  const [claim] = claims
    .filter(
      ({ state, amount, invoice }) =>
        state === 'open' && amount === payment.amount && invoices.includes(invoice),
    )
    .toSorted((a, b) => apart(a) - apart(b) || (a.id < b.id ? -1 : 1));
  if (claim) Object.assign(claim, { state: 'confirmed', payment });
}

/** Money of an alert was taken back: it is to be looked for again. */
export function reopenClaim({ claims }: Wallet, payment: Payment): void {
  for (const claim of claims)
    if (claim.payment === payment) Object.assign(claim, { state: 'open', payment: null });
}

export const onInvoice = (payment: Payment, invoice: Invoice): number =>
  sum(payment.allocations.filter((one) => one.invoice === invoice).map(({ amount }) => amount));

// Ids are in the order of time.
const latestFirst = (a: Payment, b: Payment): number => ((a.id ?? '') < (b.id ?? '') ? 1 : -1);

/** The payments that pay a part of an invoice now, and those that ever did; the latest first, all by their ids. */
export const paymentsOn = ({ payments, records }: Wallet, invoice: Invoice): Payment[] =>
  [...payments, ...records].filter((payment) => onInvoice(payment, invoice) > 0).toSorted(latestFirst);
export const everPaid = ({ payments, records }: Wallet, invoice: Invoice): Payment[] =>
  [...payments, ...records]
    .filter(({ allocations }) => allocations.some((one) => one.invoice === invoice))
    .toSorted(latestFirst);
export const creditsOf = (wallet: Wallet, customer: Customer): Payment[] =>
  [...wallet.payments, ...wallet.records]
    .filter((payment) => payment.customer === customer && freeCredit(wallet, payment) > 0)
    .toSorted(latestFirst)
    .toReversed();

/** The payment a line was recorded as, unless that was undone. */
export const paymentOf = ({ payment }: Line): Payment | null => (payment?.cancelled ? null : payment);
