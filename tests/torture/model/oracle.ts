// What should become of every naira, told as simply as it can be: plain records, no database, nothing of the product.
// All amounts are kobo.

export type Invoice = { id: string; total: number; paid: number; deleted: boolean; references: string[] };
export type Payment = {
  transactionId: string;
  /** Its id at our API, once it is asked for. */
  id: string | null;
  amount: number;
  refunded: number;
  /** What went where, in order; a negative amount took it back. */
  allocations: { invoice: Invoice; amount: number }[];
};
export type Refund = {
  id: string;
  payment: Payment;
  amount: number;
  open: boolean;
  truth: 'processing' | 'completed' | 'failed';
};
export type Payout = {
  id: string;
  reference: string;
  amount: number;
  fee: number;
  state: 'processing' | 'completed' | 'failed' | 'reversed';
};
export type Key = { key: string; amount: number; answer: string };

/** One business. */
export type Wallet = {
  available: number;
  /** What it owes after money went back that it no longer had. */
  owed: number;
  wrongPins: number;
  invoices: Invoice[];
  payments: Payment[];
  refunds: Refund[];
  payouts: Payout[];
  keys: Key[];
};

export const emptyWallet = (): Wallet => ({
  available: 0,
  owed: 0,
  wrongPins: 0,
  invoices: [],
  payments: [],
  refunds: [],
  payouts: [],
  keys: [],
});

/** What sending an amount costs: ₦10 up to ₦5,000, ₦25 up to ₦50,000, then ₦50. */
export function payoutFee(amount: number): number {
  if (amount <= 500_000) return 1_000;
  return amount <= 5_000_000 ? 2_500 : 5_000;
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What is on its way out: payouts with their fee, and refunds. */
export const heldOf = ({ payouts, refunds }: Wallet): number =>
  sum(payouts.filter(({ state }) => state === 'processing').map(({ amount, fee }) => amount + fee)) +
  sum(refunds.filter(({ open }) => open).map(({ amount }) => amount));

export const onItsWayBack = (wallet: Wallet, payment: Payment): number =>
  sum(
    wallet.refunds.filter((refund) => refund.open && refund.payment === payment).map(({ amount }) => amount),
  );

const appliedOf = ({ allocations }: Payment) => sum(allocations.map(({ amount }) => amount));

/** What of a payment is neither on an invoice nor given back. */
export const creditOf = (payment: Payment): number => payment.amount - appliedOf(payment) - payment.refunded;

export const isPaid = (invoice: Invoice): boolean => invoice.paid === invoice.total;
export const owedOn = (invoice: Invoice): number =>
  invoice.deleted || isPaid(invoice) ? 0 : invoice.total - invoice.paid;

function apply(payment: Payment, invoice: Invoice, most: number): number {
  const amount = Math.min(most, owedOn(invoice));
  if (amount === 0) return 0;
  invoice.paid += amount;
  payment.allocations.push({ invoice, amount });
  return amount;
}

/** Money comes into the wallet; what the business owes is settled of it. */
function comeIn(wallet: Wallet, amount: number): void {
  wallet.available += amount;
  const settled = Math.min(wallet.available, wallet.owed);
  wallet.available -= settled;
  wallet.owed -= settled;
}

/** Money came for an invoice. Once for each transaction, however often it is told. */
export function arrive(
  wallet: Wallet,
  invoice: Invoice,
  told: { transactionId: string; amount: number; fee: number; refunded: number },
): void {
  let payment = wallet.payments.find(({ transactionId }) => transactionId === told.transactionId);
  if (!payment) {
    payment = {
      transactionId: told.transactionId,
      id: null,
      amount: told.amount,
      refunded: 0,
      allocations: [],
    };
    wallet.payments.push(payment);
    comeIn(wallet, told.amount - told.fee);
    apply(payment, invoice, told.amount);
  }
  const news = told.refunded - payment.refunded - onItsWayBack(wallet, payment);
  if (news <= 0) return;
  const there = Math.min(wallet.available, news);
  wallet.available -= there;
  wallet.owed += news - there;
  wentBack(payment, news);
}

/** The credit goes back first, then what was put on invoices, the last one first. */
function wentBack(payment: Payment, amount: number): void {
  let left = Math.max(0, amount - creditOf(payment));
  payment.refunded += amount;
  const touched = [...new Set(payment.allocations.toReversed().map(({ invoice }) => invoice))];
  for (const invoice of touched) {
    const there = sum(
      payment.allocations.filter((one) => one.invoice === invoice).map(({ amount: put }) => put),
    );
    const taken = Math.min(left, there);
    if (taken <= 0) continue;
    invoice.paid -= taken;
    payment.allocations.push({ invoice, amount: -taken });
    left -= taken;
  }
}

/** Why a refund is refused; null when it is taken, and then its amount is held. */
export function refundRefusal(wallet: Wallet, payment: Payment, amount: number): string | null {
  const left = payment.amount - payment.refunded - onItsWayBack(wallet, payment);
  if (left === 0) return 'conflict';
  if (amount > left) return 'invalid_input';
  return amount > wallet.available ? 'insufficient_balance' : null;
}

export function holdRefund(wallet: Wallet, refund: Refund): void {
  wallet.available -= refund.amount;
  wallet.refunds.push(refund);
}

/** The provider said how a refund ended, or that it has not. */
export function learnRefund(wallet: Wallet, refund: Refund): void {
  if (!refund.open || refund.truth === 'processing') return;
  refund.open = false;
  if (refund.truth === 'failed') comeIn(wallet, refund.amount);
  else wentBack(refund.payment, refund.amount);
}

export function withdrawalRefusal(wallet: Wallet, amount: number): string | null {
  return amount + payoutFee(amount) > wallet.available ? 'insufficient_balance' : null;
}

export function holdPayout(wallet: Wallet, payout: Payout): void {
  wallet.available -= payout.amount + payout.fee;
  wallet.payouts.push(payout);
}

/** The provider said how a payout stands. */
export function learnPayout(wallet: Wallet, payout: Payout, truth: Payout['state']): void {
  const before = payout.state;
  if (before === 'failed' || before === 'reversed' || truth === 'processing' || truth === before) return;
  if (before === 'completed' && truth === 'failed') return;
  payout.state = truth;
  if (truth !== 'completed') comeIn(wallet, payout.amount + payout.fee);
}

/** What of a credit can be used for an invoice; 0 where it is refused. */
export function useCredit(wallet: Wallet, payment: Payment, invoice: Invoice): number {
  const credit = creditOf(payment) - onItsWayBack(wallet, payment);
  return credit > 0 && payment.refunded < payment.amount ? apply(payment, invoice, credit) : 0;
}
