// The records of the oracle. All amounts are kobo.

export type Customer = 'person' | 'company';
export type Invoice = {
  id: string;
  customer: Customer;
  total: number;
  paid: number;
  credited: number;
  writtenOff: number;
  withheld: number;
  tax: Tax | null;
  /** Those that are kept no more. */
  pastTaxes: PastTax[];
  /** Nobody but the seller may say any more that tax is kept of it. */
  taxDecided: boolean;
  /** The most that is given up of what a payment leaves, and what of `writtenOff` was. */
  forgives: number;
  forgiven: number;
  sent: boolean;
  deleted: boolean;
  references: string[];
};
/** Tax the customer keeps of an invoice; settled while it is more than declared. */
export type Tax = {
  id: string;
  bps: number;
  by: 'owner' | 'payer';
  state: 'declared' | 'pending' | 'received' | 'used';
  amount: number;
};
export type PastTax = { id: string; state: 'refused' | 'withdrawn' };
export type Payment = {
  transactionId: string;
  /** Its id at our API, once it is asked for. */
  id: string | null;
  customer: Customer;
  /** Of money that was recorded. */
  invoiceId?: string;
  day?: string;
  evidence: 'provider' | 'hand' | 'statement';
  amount: number;
  refunded: number;
  /** Handed back, by a note of that or by a credit note. */
  givenBack: number;
  cancelled: boolean;
  /** Allocations in order; a negative amount reverses one. */
  allocations: { invoice: Invoice; amount: number }[];
};
/** An alert somebody showed. */
export type Claim = {
  id: string;
  invoice: Invoice;
  amount: number;
  day: string;
  state: 'open' | 'confirmed' | 'dismissed';
  /** The money it was of. */
  payment: Payment | null;
};
/** The paid part of a credit note, by where it went. */
export type Division = { credit: number; refund: number; gaveBack: number };
export type Note = Division & { id: string; invoice: Invoice; amount: number; withdrawn: boolean };
/** A line of the bank's statement, and the payment it is the money of. */
export type Line = { id: string; day: string; amount: number; ignored: boolean; payment: Payment | null };
/** `lines` is null once it was thrown away. */
export type Statement = { id: string; content: string; lines: Line[] | null };
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
  /** Checkouts of several invoices, each in the order in which its money goes to them. */
  together: { reference: string; invoices: [Invoice, ...Invoice[]] }[];
  payments: Payment[];
  /** Money that came without the provider; one that was undone has no credit. */
  records: Payment[];
  notes: Note[];
  claims: Claim[];
  statements: Statement[];
  refunds: Refund[];
  payouts: Payout[];
  keys: Key[];
  customerIds: Partial<Record<Customer, string>>;
};

export const emptyWallet = (): Wallet => ({
  available: 0,
  owed: 0,
  wrongPins: 0,
  forgives: 0,
  invoices: [],
  together: [],
  payments: [],
  records: [],
  notes: [],
  claims: [],
  statements: [],
  refunds: [],
  payouts: [],
  keys: [],
  customerIds: {},
});

/** An invoice as it was sent. */
export const newInvoice = (
  id: string,
  total: number,
  { customer = 'person', forgives = 0 }: Partial<Pick<Invoice, 'customer' | 'forgives'>> = {},
): Invoice => ({
  id,
  customer,
  total,
  paid: 0,
  credited: 0,
  writtenOff: 0,
  withheld: 0,
  tax: null,
  pastTaxes: [],
  taxDecided: false,
  forgives,
  forgiven: 0,
  sent: true,
  deleted: false,
  references: [],
});

export const newPayment = (id: string, { customer }: Invoice, amount: number): Payment => ({
  transactionId: id,
  id: null,
  customer,
  evidence: 'provider',
  amount,
  refunded: 0,
  givenBack: 0,
  cancelled: false,
  allocations: [],
});
