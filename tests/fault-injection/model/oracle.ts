// The expected place of every naira, kept as simple as possible: plain records, no database, no product code.
// All amounts are kobo.

export type Invoice = {
  id: string;
  total: number;
  paid: number;
  credited: number;
  writtenOff: number;
  withheld: number;
  tax: Tax | null;
  /** The most that is given up of what a payment leaves, and what of `writtenOff` was. */
  forgives: number;
  forgiven: number;
  deleted: boolean;
  references: string[];
};
export const newInvoice = (id: string, total: number, forgives = 0): Invoice => ({
  id,
  total,
  paid: 0,
  credited: 0,
  writtenOff: 0,
  withheld: 0,
  tax: null,
  forgives,
  forgiven: 0,
  deleted: false,
  references: [],
});
/** Tax the customer keeps of an invoice; settled while it is more than declared. */
export type Tax = { id: string; bps: number; state: 'declared' | 'pending' | 'received'; amount: number };
export type Payment = {
  transactionId: string;
  /** Its id at our API, once it is asked for. */
  id: string | null;
  /** Of money that was recorded. */
  invoiceId?: string;
  amount: number;
  refunded: number;
  /** Allocations in order; a negative amount reverses one. */
  allocations: { invoice: Invoice; amount: number }[];
};
/** An alert somebody showed. */
export type Claim = { id: string; invoice: Invoice; amount: number; open: boolean };
/** A credit note; `paid` of it was paid already, by one payment, and is its credit. */
export type Note = {
  id: string;
  invoice: Invoice;
  amount: number;
  paid: number;
  payment: Payment | null;
  withdrawn: boolean;
};
export type Refund = {
  id: string;
  payment: Payment;
  amount: number;
  open: boolean;
  actual: 'processing' | 'completed' | 'failed';
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
  /** Debt after money was refunded that it no longer had. */
  owed: number;
  wrongPins: number;
  /** The setting of the business. */
  forgives: number;
  invoices: Invoice[];
  payments: Payment[];
  /** Money that came without the provider; one that was undone has no credit. */
  records: Payment[];
  notes: Note[];
  claims: Claim[];
  refunds: Refund[];
  payouts: Payout[];
  keys: Key[];
};

export const emptyWallet = (): Wallet => ({
  available: 0,
  owed: 0,
  wrongPins: 0,
  forgives: 0,
  invoices: [],
  payments: [],
  records: [],
  notes: [],
  claims: [],
  refunds: [],
  payouts: [],
  keys: [],
});

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

export const onItsWayBack = (wallet: Wallet, payment: Payment): number =>
  sum(
    wallet.refunds.filter((refund) => refund.open && refund.payment === payment).map(({ amount }) => amount),
  );

const appliedOf = ({ allocations }: Payment) => sum(allocations.map(({ amount }) => amount));

/** Part of a payment that is neither on an invoice nor refunded. */
export const creditOf = (payment: Payment): number => payment.amount - appliedOf(payment) - payment.refunded;
/** The part of it that can be used: not on its way back, and nothing once all went back. */
export const freeCredit = (wallet: Wallet, payment: Payment): number =>
  payment.refunded === payment.amount ? 0 : Math.max(0, creditOf(payment) - onItsWayBack(wallet, payment));

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

/** The rate tax is kept at: half of it where the seller's tax ID was known after all, by what is owed. */
export const rateOf = (invoice: Invoice, bps: number): number =>
  [bps, bps / 2].find((rate) => taxOf(invoice, rate) === owedOn(invoice)) ?? bps;

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
  if (!invoice.deleted && owedOn(invoice) === 0 && invoice.tax?.state === 'declared') invoice.tax = null;
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

/** A payment for an invoice arrived. Applied once for each transaction, however often it is reported. */
export function recordPayment(
  wallet: Wallet,
  invoice: Invoice,
  reported: { transactionId: string; amount: number; fee: number; refunded: number },
): void {
  let payment = wallet.payments.find(({ transactionId }) => transactionId === reported.transactionId);
  if (!payment) {
    payment = {
      transactionId: reported.transactionId,
      id: null,
      amount: reported.amount,
      refunded: 0,
      allocations: [],
    };
    wallet.payments.push(payment);
    creditWallet(wallet, reported.amount - reported.fee);
    apply(payment, invoice, reported.amount);
  }
  const news = reported.refunded - payment.refunded - onItsWayBack(wallet, payment);
  if (news <= 0) return;
  const there = Math.min(wallet.available, news);
  wallet.available -= there;
  wallet.owed += news - there;
  recordReversal(payment, news);
}

/** The credit goes back first, then what was put on invoices, the last one first. */
function recordReversal(payment: Payment, amount: number): void {
  let left = Math.max(0, amount - creditOf(payment));
  payment.refunded += amount;
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
  const left = payment.amount - payment.refunded - onItsWayBack(wallet, payment);
  if (left === 0) return 'conflict';
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

/** Amount of a credit that can be used for an invoice; 0 where it is refused. */
export function useCredit(wallet: Wallet, payment: Payment, invoice: Invoice): number {
  const credit = creditOf(payment) - onItsWayBack(wallet, payment);
  return credit > 0 && payment.refunded < payment.amount ? apply(payment, invoice, credit) : 0;
}

/** Somebody typed that cash came: it settles the invoice as far as it goes, and is in no wallet. */
export function recordCash(wallet: Wallet, invoice: Invoice, { id, amount }: { id: string; amount: number }) {
  const record: Payment = {
    transactionId: id,
    id,
    amount,
    refunded: 0,
    allocations: [],
    invoiceId: invoice.id,
  };
  wallet.records.push(record);
  apply(record, invoice, amount);
}

/** Its invoices owe again. False for one that was undone already. */
export function undoCash(record: Payment): boolean {
  if (record.amount === 0) return false;
  for (const invoice of new Set(record.allocations.map((one) => one.invoice)))
    if (onInvoice(record, invoice) > 0) takeOff(invoice, onInvoice(record, invoice));
  record.allocations = [];
  record.amount = 0;
  return true;
}

export const onInvoice = (payment: Payment, invoice: Invoice): number =>
  sum(payment.allocations.filter((one) => one.invoice === invoice).map(({ amount }) => amount));

/** The payments that now pay a part of an invoice, and those that ever did. */
export const paymentsOn = ({ payments, records }: Wallet, invoice: Invoice): Payment[] =>
  [...payments, ...records].filter((payment) => onInvoice(payment, invoice) > 0);
export const everPaid = ({ payments, records }: Wallet, invoice: Invoice): Payment[] =>
  [...payments, ...records].filter(({ allocations }) => allocations.some((one) => one.invoice === invoice));

/** Credits an amount, `paid` of which is taken off the invoice as credit of its one payment. */
export function creditInvoice(invoice: Invoice, amount: number, paid: number, payment: Payment | null): void {
  takeBackWriteOff(invoice, Math.min(invoice.writtenOff, Math.max(0, amount - owedOn(invoice))));
  invoice.credited += amount;
  invoice.paid -= paid;
  endTax(invoice);
  payment?.allocations.push({ invoice, amount: -paid });
}

/** False where it was taken back already, or its credit was used. */
export function withdrawNote(wallet: Wallet, note: Note): boolean {
  const { invoice, amount, paid, payment } = note;
  if (note.withdrawn) return false;
  if (payment && creditOf(payment) - onItsWayBack(wallet, payment) < paid) return false;
  note.withdrawn = true;
  invoice.credited -= amount;
  invoice.paid += paid;
  payment?.allocations.push({ invoice, amount: paid });
  return true;
}
