import { receiptLabels } from '#core/receipt/labels.ts';
import type { PayScriptTexts } from '#contract/pay-page.ts';
import { en as messages } from '#server/modules/notifications/locales/en.ts';
import { forms } from './en-forms.ts';
import { quote } from './en-quote.ts';

const { days, labels } = messages;
const receipts = receiptLabels.en;

/** Texts of the public pages; other languages have the same keys and the same `{names}`. */
export const en = {
  days,
  methods: receipts.methods,
  page: {
    language: 'Language',
    testMode: 'TEST MODE: no real money moves',
    poweredBy: 'Powered by {duewell}',
    registered: 'Registered with Duewell',
    safe: 'Payments go through a licensed provider. {business} never sees your card or bank details.',
    tryAgain: 'Try again',
    share: 'Share',
    failure: 'Something went wrong on our side',
    tooManyRequests: {
      title: 'Too many requests from this connection',
      text: 'Please wait a minute, then try again.',
    },
  },
  labels: {
    ...receipts.labels,
    invoice: labels.invoice,
    invoices: 'Invoices',
    stillToPay: labels.stillToPay,
    due: labels.due,
    date: 'Date',
    total: 'Total',
    status: 'Status',
    issued: 'Issued',
    paidSoFar: 'Paid so far',
  },
  states: {
    ...receipts.states,
    settled: 'Nothing to pay',
    open: 'Open',
    partPaid: 'Part paid',
    draft: 'Not sent yet',
    asked: 'Not paid',
    dueIn: 'Due in {days}',
    dueTomorrow: 'Due tomorrow',
    dueToday: 'Due today',
    overdue: 'Overdue by {days}',
  },
  numbered: {
    ...receipts.numbered,
    receipt: 'Receipt {number}',
    forCustomer: '{number} for {customer}',
  },
  preview: {
    title: 'Invoice from {business}',
    text: 'See it, pay it, and get your receipt at once.',
    image: '{title}, on its own cloth',
  },
  /** Of an invoice that is paid in parts. */
  parts: {
    title: 'How much do you pay now?',
    now: 'Pay {amount} now ({part})',
    all: 'Pay everything: {amount}',
    other: 'Another amount ({currency})',
    use: 'Use this amount',
    range: 'From {least} to {most}.',
    wrong: 'Type an amount from {least} to {most}.',
    waits: '{business} has not asked for {part} yet. You can pay it before that.',
    notDue: 'Nothing is due now',
  },
  pay: {
    notFound: {
      title: 'This payment link does not exist or is no longer available',
      text: 'Please check the address, or ask the business for a new link.',
    },
    failure: 'If you have already paid, please do not pay again. Open this page once more in a moment.',
    titles: {
      open: 'Pay {amount} to {business}',
      paid: 'Receipt: {amount} to {business}',
      cancelled: 'Invoice {number} was cancelled',
      settled: 'Nothing to pay on invoice {number}',
    },
    descriptions: {
      open: 'Invoice {number} from {business}, due {due}.',
      undated: 'Invoice {number} from {business}.',
      paid: 'Invoice {number} from {business} is paid.',
      cancelled: '{business} has cancelled this invoice.',
      settled: 'Invoice {number} from {business}: nothing is left to pay.',
    },
    amounts: {
      open: 'To pay:',
      left: 'Left to pay:',
      paid: 'Paid:',
      cancelled: 'Cancelled:',
      settled: 'To pay:',
    },
    progress: { paid: 'Paid {paid} of {total}', left: 'Left {amount}' },
    history: { soFar: 'Paid so far', before: 'Paid before', receipts: 'Your receipts' },
    pending: {
      provider: 'The payment provider',
      updates: 'This page updates by itself.',
      notPaid: 'If you have not paid, you can pay below.',
      checkAgain: 'Check again',
    },
    replaced: 'Changed on {date}. This invoice replaces the earlier one.',
    credited: '{business} took {amount} off this invoice.',
    early: '{amount} ({percent}%) is taken off if you pay by {date}. After that day you pay {full}.',
    withholding: {
      title: 'My company deducts tax',
      hint: 'Withholding tax (WHT): pay less and send the certificate',
      choice: '{kind}, {rate}%: pay {amount}',
      kept: '{tax} is withholding tax that you keep. Pay exactly {amount}, and send the certificate to {business}.',
      keptLater: '{tax} is withholding tax to keep out of your last payment. For now pay exactly {amount}.',
      undo: 'We do not deduct tax',
      pending: 'You kept {tax} as withholding tax. Please send the certificate to {business}.',
      kinds: {
        goods: 'Goods',
        services: 'Services',
        construction: 'Roads, bridges and buildings',
        other_construction: 'Other construction',
        professional: 'Consultancy, professional work, commission',
        rent: 'Rent, hire or lease',
        royalty: 'Royalty to a company',
        royalty_person: 'Royalty to a person',
        dividend: 'Dividend or interest',
        director: 'Director’s fee',
      },
    },
    attempts: {
      started: {
        title: 'We are checking for your payment',
        text: '{provider} has not confirmed it yet. If you have paid, please do not pay again.',
      },
      waiting: {
        title: '{amount} is on its way',
        text: '{provider} has not confirmed it yet. If you have paid, please do not pay again.',
      },
      declined: {
        title: 'Your card was declined',
        text: 'No money was taken. Try another card, or transfer.',
      },
      not_through: {
        title: 'The payment did not go through',
        text: 'No money was taken by us. If your bank shows a debit, it comes back to you. Try again, or pay another way.',
      },
      expired: {
        title: 'Your payment was not confirmed',
        text: 'No money was taken by us. If your bank shows a debit, it comes back to you or is found here. Check with your bank first. No debit? Pay below.',
      },
      abandoned: {
        title: 'The payment was not finished',
        text: 'No money was taken by us. If your bank shows a debit, it comes back to you or is found here. No debit? Pay below.',
      },
      other_currency: {
        title: 'You paid in another currency',
        text: 'It was not used for this invoice. {business} has been told and can refund it. Ask them before you pay again.',
      },
      reversed: {
        title: '{refunded} went back to you',
        text: 'Your bank or the payment provider returned it, so {business} does not have it any more. Left to pay: {left}.',
      },
      refunded: {
        title: '{refunded} was refunded to you',
        text: 'It goes to the card or account you paid with. Some banks take up to ten working days to show it.',
      },
      returning: {
        title: '{back} is on its way back to you',
        text: '{business} is refunding it. Some banks take up to ten working days to show it.',
      },
      given_back: {
        title: '{back} was given back to you',
        text: '{business} says that it gave you this money back. If you did not get it, ask them.',
      },
      late: {
        title: 'You paid {over} more than is owed',
        text: '{business} keeps it for you. Ask them to use it for another invoice, or to refund it.',
      },
      too_much: {
        title: 'You paid {over} more than is owed',
        text: '{business} keeps it for you. Ask them to use it for another invoice, or to refund it.',
      },
      part_paid: {
        title: '{amount} received',
        text: '{left} is left to pay.',
      },
      paid: {
        title: 'Payment received',
        text: 'Thank you. {business} has been told, and there is nothing left to pay.',
      },
    },
    received: {
      receipt: 'Download receipt',
      invoice: 'Download paid invoice',
    },
    cancelled: {
      title: 'This invoice was cancelled',
      text: 'Please do not pay it. If you think that this is a mistake, write to {email}.',
    },
    settled: { title: 'Nothing to pay', text: '{business} asks for nothing more on this invoice.' },
    expired: {
      title: 'This payment link has expired',
      text: 'The invoice was due on {due}. Please do not pay from this page. {business} can send you a new link.',
      button: 'Ask for a new link',
      subject: 'New payment link for invoice {number}',
    },
    unavailable: {
      title: 'Payments are briefly unavailable',
      text: 'We cannot reach the payment provider. If you have already paid, please do not pay again. Try once more in a few minutes, or ask {business} how to pay: {email}.',
      subject: 'Paying invoice {number}',
    },
    share: {
      paid: '{business}: invoice {number}, {amount}, paid',
      open: '{business}: invoice {number}, {amount}, due {due}',
      undated: '{business}: invoice {number}, {amount} to pay',
    },
    downloadPdf: 'Download PDF',
    quick: {
      label: 'Quick pay',
      toPay: 'To pay',
      payNow: 'Pay now',
      seeAccount: 'See account',
      copyAccount: 'Copy account number',
    },
  },
  options: {
    withFee: 'Amount {amount} + fee {fee} = {total}',
    pay: 'Pay {amount}',
    onProviderPage: 'You pay on the secure page of {provider} and come back here.',
    transfer: {
      hint: 'From any bank app',
      exactly: 'Send exactly',
      copyAmount: 'Copy amount',
      accountCopied: 'Copied. The account number is on your clipboard',
      amountCopied: 'Copied. The amount is on your clipboard',
      waiting: 'Waiting for your transfer.',
      reload: 'Reload this page after you send it.',
      until: 'until',
      expired: 'This account number has expired.',
      doNotSend: 'Do not send to it any more.',
      fresh: 'Get a fresh account number',
      practice: 'This is a practice account.',
      practiceTransfer: 'Make a practice transfer',
    },
    card: {
      hint: 'Mastercard or Visa',
      nairaHint: 'Verve, Mastercard or Visa',
      text: "You give your card details on the payment provider's own page and come back here.",
      button: 'Pay {amount} with card',
    },
    ussd: {
      hint: 'Dial a code, no data needed',
      text: 'Choose your bank and get the code to dial from the phone your bank knows.',
      button: 'Get a USSD code',
      dial: 'Dial from the phone your bank knows',
      dialNow: 'Dial now',
      codeCopied: 'Copied. The code is on your clipboard',
      anotherBank: 'Another bank?',
      getCode: 'Get its code',
    },
    qr: {
      name: 'Scan QR',
      hint: 'With another phone',
      nairaHint: 'With your bank app',
      image: 'QR code that opens the payment',
      text: 'Scan it with your bank app, or with the camera of another phone.',
      button: 'Open it on this phone',
    },
    wallet: {
      hint: 'Pay from your balance',
      text: "Choose your wallet on the payment provider's page and come back here.",
      button: 'Pay {amount} from a wallet',
    },
    copy: 'Copy',
  },
  receipt: {
    ...receipts.sentences,
    notFound: {
      title: 'There is no receipt at this address',
      text: 'Please check the address, or ask whoever gave it to you. If you hold a printed receipt, type its code at /verify.',
    },
    failure: 'The receipt is safe. Please try again in a moment.',
    title: 'Receipt from {business}',
    description: 'The receipt of a payment, with what became of it.',
    amount: 'Receipt:',
    partRefunded: 'A part went back',
    refunded: 'This payment went back',
    share: '{business}: receipt {number}',
    check: 'Check a receipt',
    qr: 'QR code of this page',
    checkThis: 'Check this receipt: {address} {code}',
  },
  ...forms,
  quote,
  /** Handed to the script of the page as data. */
  script: {
    copied: 'Copied',
    notCopied: 'Not copied',
    copyFailed: 'Copying did not work. Please copy it by hand',
    linkCopied: 'Link copied',
    linkOnClipboard: 'Copied. The link is on your clipboard',
    linkCopyFailed: 'Copying did not work. Please copy the address of this page',
    fiveMinutesLeft: '5 minutes left to send to this account number',
    oneMinuteLeft: '1 minute left to send to this account number',
    accountExpired: 'This account number has expired. Do not send to it. You can get a fresh account number',
    linkGone: 'This payment link is no longer available',
    cancelled: 'This invoice was cancelled. Please do not pay it',
    received: 'Payment received',
    partReceived: 'Payment received. Part of the invoice is still to pay',
    amountChanged: 'The amount to pay has changed',
    freshAccount: 'There is a fresh account number',
  } satisfies PayScriptTexts,
};

/** All texts of the public pages in one language, by page. */
export type PageTexts = typeof en;
