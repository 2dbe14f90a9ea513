import { counted, formatCount } from '#core/english.ts';
import type { Certainty, Reason } from '#core/bank-statement/matching/model.ts';
import type { ColumnRole, DateOrder } from '#core/bank-statement/model.ts';

const rows = (numbers: readonly number[]) => {
  const shown = numbers.slice(0, 8).join(', ');
  const more = numbers.length > 8 ? ` and ${numbers.length - 8} more` : '';
  return numbers.length === 1 ? `Row ${shown}` : `Rows ${shown}${more}`;
};

/** Every text of bank statements. */
export const texts = {
  title: 'Bank statements',
  subtitle: 'Find what customers paid into your own bank account',
  back: 'All statements',
  payments: 'Payments',
  failed: 'That did not work. Try again',
  retry: 'We could not load your bank statements',
  list: {
    upload: 'Add a statement',
    empty: 'No bank statement yet',
    hint: 'Download it from your bank as CSV or Excel. We show which invoices were paid, and you say what to record.',
    account: (bank: string, last4: string) => `${bank} ···· ${last4}`,
    days: (from: string, to: string) => `${from} to ${to}`,
    open: (count: number) => `${counted(count, 'line', 'lines')} to look at`,
    done: 'All done',
    more: 'Show more statements',
    recorded: (count: number) => `${formatCount(count)} recorded`,
  },
  upload: {
    title: 'Add a bank statement',
    hint: 'CSV or Excel files from your bank, up to 5 MB each. Nothing is recorded yet.',
    choose: 'Choose files',
    drop: 'or drop them here',
    place: (at: number, count: number) => `File ${at} of ${count}`,
    skip: 'Leave this one out',
    done: 'Done',
    other: 'Choose another file',
    cancel: 'Cancel',
    keep: (count: number) => `Add ${counted(count, 'line', 'lines')}`,
    answer: 'Answer the question first',
    nothing: 'No lines found',
    bank: 'Bank',
    bankMissing: 'Choose the bank',
    last4Missing: 'Enter the last 4 digits',
    chooseBank: 'Choose your bank',
    last4: 'Last 4 digits of the account number',
    sum: (count: number, from: string, to: string) => `${counted(count, 'line', 'lines')}, ${from} to ${to}`,
    moneyIn: 'Came in',
    moneyOut: 'Went out',
    breaks: (numbers: readonly number[]) =>
      `${rows(numbers)}: the balance does not add up. Lines may be missing or changed. Check with your bank.`,
    unreadable: (numbers: readonly number[]) => `${rows(numbers)}: we could not read the day or the amount.`,
    order: 'How are the days written?',
    orderHint: (cell: string) => `This file says ${cell}. It can mean two days.`,
    orders: { day_first: 'Day first', month_first: 'Month first' } satisfies Record<DateOrder, string>,
    columns: 'Which column is which?',
    columnsAsk: 'Choose at least the day, the words, and the money that came in.',
    columnsChange: 'Change columns',
    noColumn: 'Not in the file',
    roles: {
      day: 'Day',
      narration: 'Words (narration)',
      payer: 'Who paid',
      reference: 'Reference',
      credit: 'Money in',
      debit: 'Money out',
      amount: 'Amount, in and out in one',
      direction: 'In or out (CR, DR)',
      balance: 'Balance',
    } satisfies Record<ColumnRole, string>,
    preview: 'First lines of the file',
    added: (added: number, known: number) =>
      known === 0
        ? `${counted(added, 'line', 'lines')} added`
        : `${counted(added, 'new line', 'new lines')} added. ${formatCount(known)} were here already`,
    known: 'All of these lines are here already',
  },
  tabs: {
    label: 'Lines',
    open: (count: number) => `To look at (${count})`,
    recorded: (count: number) => `Recorded (${count})`,
    ignored: (count: number) => `Not sales (${count})`,
    settlement: (count: number) => `Counted already (${count})`,
    out: (count: number) => `Money out (${count})`,
  },
  lines: {
    label: 'Lines of the statement',
    keys: 'Up and down to move, Space to tick, Enter to choose the invoice.',
    none: { open: 'Nothing left to look at', other: 'No lines here' },
    noneHint: 'Every line that came in is recorded or put aside.',
    search: 'Search these lines',
    notFound: 'No line has these words',
    notFoundHint: 'Look in the other tabs, or search for something else.',
    settlementHint: 'Settlement of payments already counted. Your provider sent it to you.',
    wasSale: 'It was a sale after all',
    provider: (name: string) =>
      `It names ${name}. What customers paid through ${name} is counted already. Record only what is not part of that.`,
    providerBadge: 'Check',
    more: 'Show more lines',
    tick: (amount: string, day: string) => `Record ${amount} of ${day}`,
    choose: (amount: string, day: string) => `Invoice for ${amount} of ${day}`,
    chooseInvoice: 'Choose an invoice',
    find: 'Find an invoice by number or customer',
    other: 'Another invoice…',
    split: 'Split over several invoices…',
    parts: 'Invoices it pays',
    addInvoice: 'Add an invoice',
    owed: (balance: string) => `${balance} is owed`,
    onlyOwed: (balance: string) => `Only ${balance} is owed`,
    takeOff: (number: string) => `Take ${number} off`,
    toPlace: 'Still to place',
    tooMuch: 'Too much',
    keepRest: (rest: string, customer: string) => `Keep ${rest} as credit of ${customer}`,
    kept: (amount: string, day: string) => `What is short of ${amount} of ${day}`,
    stillOwed: 'The rest is still owed',
    keptFor: (kind: string) => `Tax they kept: ${kind}`,
    keptHint: 'An invoice short by just this tax is settled. Ask for the certificate',
    leave: 'Leave it for now',
    notSale: {
      own: 'Not a sale: my own money',
      loan: 'Not a sale: a loan',
      other: 'Not a sale: something else',
    },
    notes: { own: 'My own money', loan: 'A loan', other: 'Something else' },
    aside: 'Put aside',
    undo: 'Undo',
    putBack: 'Put back',
    asInvoices: (numbers: readonly string[], customer: string) => `${numbers.join(' + ')} · ${customer}`,
    typed: (number: string, customer: string) => `${number} · ${customer}, recorded by you`,
    typedHint: (day: string) => `You recorded this money on ${day}. It is not counted twice.`,
    part: (left: string) => `${left} is still owed after this`,
    over: (more: string) => `${more} is more than is owed. It stays as their credit`,
    credit: (more: string) => `${more} stays as their credit`,
    withheld: (amount: string) => `${amount} may be tax they kept back`,
    declared: (amount: string) => `${amount} is the tax they said they keep. It is settled too`,
    recordedFor: (number: string, customer: string) => `${number} · ${customer}`,
    again: 'Record it anyway',
  },
  certainty: { certain: 'Sure', likely: 'Likely', possible: 'Maybe' } satisfies Record<Certainty, string>,
  reason: {
    number_and_amount: 'Names the invoice, and the amount is right',
    claim_and_amount: 'You were shown an alert of this amount',
    name_and_amount: 'Name and amount fit',
    name_and_sum: 'Name fits, and these invoices add up',
    name_and_withholding: 'Fits, less tax they may have kept back',
    number_alone: 'Names the invoice, but another amount',
    name_alone: 'Only the name fits',
    amount_alone: 'Only the amount fits',
  } satisfies Record<Reason, string>,
  record: {
    label: 'Ticked lines',
    button: (count: number) => `Record ${counted(count, 'payment', 'payments')}`,
    done: (recorded: number, confirmed: number) =>
      [
        recorded > 0 ? `${counted(recorded, 'payment', 'payments')} recorded` : '',
        confirmed > 0 ? `${counted(confirmed, 'payment', 'payments')} found in the bank` : '',
      ]
        .filter(Boolean)
        .join(', '),
    left: (count: number) =>
      count === 0
        ? 'Nothing is left to look at.'
        : `${counted(count, 'line is', 'lines are')} left to look at.`,
    refused: 'Nothing was recorded',
  },
  remove: {
    button: 'Throw away',
    title: 'Throw this statement away?',
    text: 'Its lines go. Your invoices and payments stay as they are.',
    cancel: 'Keep it',
    done: 'Thrown away',
  },
};
