/** Texts of the public pages with a form: shop, check, unsubscribe and a customer’s own page. */
export const forms = {
  shop: {
    notFound: {
      title: 'This address does not lead to a shop',
      text: 'Please look at the poster once more, or scan the code on it.',
    },
    elsewhere: {
      title: 'This form came from another page',
      text: 'Nothing was charged. Please scan the code on the poster again.',
    },
    tooLarge: { title: 'That is too much text', text: 'Nothing was charged. Please type less.' },
    busy: 'Many payments are open here right now. Nothing was charged. Please try again in a few minutes.',
    title: 'Pay {business}',
    titleAgain: 'Please check: Pay {business}',
    description: 'Type what to pay {business} at the counter.',
    wrongField: 'Nothing was charged. Please look at the field marked below.',
    wrongFields: 'Nothing was charged. Please look at the fields marked below.',
    amount: 'Amount in naira',
    amountHint: 'From ₦100 to ₦10,000,000',
    purpose: 'What for (optional)',
    name: 'Your name (optional)',
    submit: 'Continue',
    next: 'You pay on the next page, by bank transfer, card or USSD.',
    problems: {
      amount_missing: 'Type the amount to pay',
      amount_unreadable: 'Type the amount in naira, such as 2500',
      amount_fraction: 'Type kobo with at most two digits, such as 2500.50',
      amount_too_small: 'The least that can be paid here is {limit}',
      amount_too_large: 'The most that can be paid here at once is {limit}',
      too_long: 'Keep this to {limit} characters',
      characters: 'This text has characters we cannot store',
    },
    ended: {
      title: 'This poster is no longer in use',
      text: '{business} has a new one. Please ask there for it, and do not pay here.',
    },
  },
  verify: {
    failure: 'We could not check it. Please do not pay until you have checked it. Try again in a moment.',
    title: 'Check an invoice or receipt',
    titleFound: 'Check of a document from {business}',
    description: 'Whether an invoice or receipt is genuine, by the code that is printed on it.',
    another: 'Check another code',
    ask: 'Is this invoice genuine?',
    askText: 'Type the code that is printed on the invoice or receipt, beside the QR code.',
    typo: 'This is not how our codes are written.',
    typoText:
      'Look at the code once more: twelve characters in three groups, of these only: {letters}. There is no letter O and no digit 0 or 1. If the code is really written another way, the document is not ours: do not pay.',
    unknown: 'We know no invoice or receipt with this code',
    unknownWarning: 'If somebody gave it to you, do not pay.',
    unknownText:
      'Ask the business yourself, on a number you knew before, not on one that is printed on the document.',
    code: 'Printed code',
    codeAgain: 'Type it again',
    submit: 'Check',
    known: 'Its email address is confirmed and its profile is complete. We do not vouch for what it sells.',
    unfinished: 'This business has not finished its registration with Duewell. Be careful.',
    compare: 'Compare with yours',
    different:
      'Is anything different? Then yours was changed: do not pay, and ask the business on a number you knew before.',
    differentReceipt:
      'Is anything different? Then yours was changed: do not rely on it, and ask the business on a number you knew before.',
    account: 'The account on the genuine one',
    points: {
      account: 'The bank, the account number and the name of the account, digit by digit',
      invoice: 'The number {number}, the total and the due date',
      receipt: 'The number {number}, the amount and the date',
      paidInvoice: 'The invoice {number} it was paid for',
      paidInvoices: 'The invoices {number} it was paid for',
      business: 'The name {business} and its cloth, as at the top of this page',
    },
    verdicts: {
      open: {
        title: 'This invoice is genuine',
        text: '{business} made it with Duewell. Pay it only if all of this is on yours too.',
      },
      paid: {
        title: 'Genuine, and already paid',
        text: 'Invoice {number} was paid. Nothing is owed on it: do not pay it again.',
      },
      paidOn: 'Invoice {number} was paid on {date}. Nothing is owed on it: do not pay it again.',
      cancelled: {
        title: 'This invoice was cancelled',
        text: '{business} made invoice {number} and took it back. Do not pay it.',
      },
      settled: {
        title: 'Genuine, and nothing is left to pay',
        text: '{business} made invoice {number} and asks for nothing more on it.',
      },
      asked: {
        title: 'Nothing was paid for this',
        text: 'Somebody asked to pay {business} at its counter, where anybody can type a name and what it is for. It is no invoice that {business} wrote: do not rely on it.',
      },
      draft: {
        title: 'This invoice was not sent yet',
        text: '{business} made invoice {number} but has not sent it. Ask them to send it before you pay.',
      },
      receipt: 'This receipt is genuine',
      receiptPartRefunded: 'Genuine, but a part went back',
      receiptRefunded: 'Genuine, but the money went back',
      creditNote: {
        title: 'This credit note is genuine',
        text: '{business} issued credit note {number} for invoice {invoice}.',
      },
      withdrawn: {
        title: 'This credit note was taken back',
        text: '{business} issued credit note {number} and took it back. It no longer counts.',
      },
    },
  },
  portal: {
    ask: {
      title: 'See all your invoices',
      text: 'Type the email address your invoices come to. We send it a link to your page.',
      label: 'Your email',
      button: 'Send me the link',
      wrong: 'Type your email address, such as ngozi@example.com',
    },
    asked: {
      title: 'Check your email',
      text: 'If a business here knows this address, a link is on its way. It works once, for 15 minutes. Nothing came? Look in spam, or ask the business for a link.',
    },
    open: {
      title: 'Your invoices from {business}',
      text: 'Press the button to see them. They stay open on this device for 24 hours.',
      button: 'See my invoices',
    },
    gone: {
      title: 'Ask for a new one',
      text: 'This link was used before, is too old, or was ended.',
      button: 'Ask for a new link',
    },
    failure:
      'If you have just paid or used your credit, please do not do it again. Open your page once more in a moment.',
    description: 'What you owe {business}, what you paid, and your receipts.',
    owes: {
      one: 'You owe {business} {amount} on 1 invoice.',
      other: 'You owe {business} {amount} on {count} invoices.',
    },
    pay: {
      ticked: 'Pay the ticked invoices',
      one: 'Pay 1 invoice, {amount}',
      other: 'Pay {count} invoices, {amount}',
      most: 'Tick up to {most} to pay at once.',
      none: 'Tick at least one invoice that is still to pay.',
      down: 'The payment provider does not answer. Please try again in a moment.',
      credit: 'Use your credit of {amount}',
      creditUsed: '{amount} of your credit was used for {invoices}.',
      noCredit: 'You have no credit left to use.',
      leftOut: {
        one: '1 invoice was left out. It asks for nothing now, or it is not yours.',
        other: '{count} invoices were left out. They ask for nothing now, or are not yours.',
      },
      paid: 'Thank you. {business} has been told. All the invoices you ticked are paid.',
      all: 'Back to all your invoices',
    },
    quotes: 'Quotes',
    receipts: 'Receipts',
    creditNotes: 'Credit notes',
    statement: 'Your statement',
    movements: 'Invoices and payments (PDF)',
    openItems: 'Still to pay (PDF)',
    older: 'Older ones are in your statement.',
    logOut: 'Log out',
  },
  unsubscribe: {
    notFound: {
      title: 'This link does not lead anywhere',
      text: 'Please open it from the message once more. Some programs cut off the end of a long address.',
    },
    failure: 'Nothing was changed. Please try again in a moment.',
    reminders: {
      asked: {
        title: 'No more reminders from {business}?',
        text: '{business} will no longer remind {to} of invoices by email. Invoices and receipts still come.',
        button: 'Stop the reminders',
      },
      ended: {
        title: 'No more reminders',
        text: '{business} will not remind {to} by email any more. Invoices and receipts still come.',
        button: 'Undo: let reminders come again',
      },
      undone: {
        title: 'Reminders come again',
        text: '{business} may remind {to} of invoices by email, as before.',
        button: 'Stop the reminders',
      },
    },
    notifications: {
      asked: {
        title: 'No more emails like this?',
        text: '{subject} of {business} will no longer come to {to} by email.',
        button: 'Stop these emails',
      },
      ended: {
        title: 'No more of these emails',
        text: '{subject} of {business} will not come to {to} any more. Your settings have the switch for it too.',
        button: 'Undo: let them come again',
      },
      undone: {
        title: 'These emails come again',
        text: '{subject} of {business} will come to {to}, as before.',
        button: 'Stop these emails',
      },
    },
    subjects: {
      payment_received: 'News of payments',
      payment_refunded: 'News of refunds',
      withdrawal_finished: 'News of withdrawals',
      invoice_overdue: 'News of overdue invoices',
      quote_answered: 'News of quotes',
      message_failed: 'News of messages that did not arrive',
      weekly_summary: 'The weekly summary',
    },
  },
};

export type FormTexts = typeof forms;
