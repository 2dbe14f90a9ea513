import type { FormTexts } from './en-forms.ts';

export const forms: FormTexts = {
  shop: {
    notFound: {
      title: 'This address no lead to any shop',
      text: 'Abeg look the poster again, or scan the code wey dey on top.',
    },
    elsewhere: {
      title: 'This form come from another page',
      text: 'No money comot. Abeg scan the code for the poster again.',
    },
    tooLarge: {
      title: 'The text don too much',
      text: 'No money comot. Abeg type small.',
    },
    busy: 'Plenty payment dey open here now. No money comot. Abeg try am again for few minutes.',
    title: 'Make you pay {business}',
    titleAgain: 'Abeg check am: Make you pay {business}',
    description: 'Type wetin you wan pay {business} for the counter.',
    wrongField: 'No money comot. Abeg look the place wey we mark for down.',
    wrongFields: 'No money comot. Abeg look the places wey we mark for down.',
    amount: 'How much for naira',
    amountHint: 'From ₦100 reach ₦10,000,000',
    purpose: 'Wetin e be for (no be must)',
    name: 'Your name (no be must)',
    submit: 'Continue go pay',
    next: 'Next, you go choose how you wan pay: bank transfer, card or USSD. No money go comot before that.',
    problems: {
      amount_missing: 'Type how much you wan pay',
      amount_unreadable: 'Type the money for naira, like 2500',
      amount_fraction: 'Type kobo with only two numbers, like 2500.50',
      amount_too_small: 'The smallest wey you fit pay here na {limit}',
      amount_too_large: 'The biggest wey you fit pay here at once na {limit}',
      too_long: 'Make e no pass {limit} characters',
      characters: 'This text get characters wey we no fit keep',
    },
    ended: {
      title: 'Dem no dey use this poster again',
      text: '{business} get new one. Abeg ask dem for am, and no pay here.',
    },
  },
  verify: {
    failure: 'We no fit check the paper. Abeg no pay before you fit check am. Try am again small time.',
    title: 'Check invoice or receipt',
    titleFound: 'How we check paper wey come from {business}',
    description: 'Whether invoice or receipt na original, by the code wey dem print for body.',
    another: 'Check another one',
    ask: 'This paper na original?',
    askText: 'Type the code wey dem print for the invoice or receipt, near the QR code.',
    typo: 'No be so dem dey write our code.',
    typoText:
      'Look the paper again: twelve characters for three groups, only from these ones: {letters}. Letter O no dey, and number 0 or 1 no dey. If the paper really get another code, no be our own: no pay.',
    unknown: 'No paper of ours get this code',
    unknownWarning: 'If na person give you, no pay.',
    unknownText:
      'Ask the business by yourself, for number wey you know before this paper reach your hand, no be the one wey dem print for body.',
    code: 'The code for the paper',
    codeAgain: 'Type am again',
    submit: 'Check am',
    known: 'Dem don confirm im email address and im profile complete. We no fit swear for wetin e dey sell.',
    unfinished: 'This business never finish to register with Duewell. Make you shine your eye.',
    compare: 'Compare am with your paper',
    different:
      'Anything dey different? Then somebody don change the paper: no pay, and ask the business for number wey you know before.',
    differentReceipt:
      'Anything dey different? Then somebody don change the paper: no trust am, and ask the business for number wey you know before.',
    account: 'The account wey dey for the original paper',
    points: {
      account: 'The bank, the account number and the name of the account, number by number',
      invoice: 'The number {number}, the total and the day to pay',
      receipt: 'The number {number}, how much and the day',
      paidInvoice: 'The invoice {number} wey the money pay',
      paidInvoices: 'The invoice dem {number} wey the money pay',
      business: 'The name {business} and im cloth, as e dey for top of this page',
    },
    verdicts: {
      open: {
        title: 'This invoice na original',
        text: 'Na {business} use Duewell make am. Pay am only if all this one dey your paper too.',
      },
      paid: {
        title: 'Na original, and e don pay already',
        text: 'Invoice {number} don pay. Nothing remain for am: no pay am again.',
      },
      paidOn: 'Invoice {number} don pay on {date}. Nothing remain for am: no pay am again.',
      cancelled: {
        title: 'Dem don cancel this invoice',
        text: 'Na {business} make invoice {number}, but dem don take am back. No pay am.',
      },
      settled: {
        title: 'Na original, and nothing remain to pay',
        text: 'Na {business} make invoice {number}, and dem no dey ask for anything again.',
      },
      asked: {
        title: 'Nobody pay anything for this one',
        text: 'Somebody ask to pay {business} for im counter, where anybody fit type name and wetin e be for. No be invoice wey {business} write: no trust am.',
      },
      draft: {
        title: 'Dem never send this invoice',
        text: '{business} make invoice {number} but dem never send am. Tell dem make dem send am before you pay.',
      },
      receipt: 'This receipt na original',
      receiptPartRefunded: 'Na original, but part of the money don go back',
      receiptRefunded: 'Na original, but the money don go back',
      creditNote: {
        title: 'This credit note na original',
        text: 'Na {business} issue credit note {number} for invoice {invoice}.',
      },
      withdrawn: {
        title: 'Dem don take back this credit note',
        text: '{business} issue credit note {number}, then dem take am back. E no count again.',
      },
    },
  },
  portal: {
    ask: {
      title: 'See all your invoice dem',
      text: 'Type the email wey your invoice dey come. We go send am the link to your page.',
      label: 'Your own email',
      button: 'Send me the link abeg',
      wrong: 'Type your email well, like ngozi@example.com',
    },
    asked: {
      title: 'Go check your email',
      text: 'If any business for here sabi this email, the link dey come. E go work one time, for 15 minutes. Nothing come? Check spam, or tell the business make dem give you link.',
    },
    open: {
      title: 'Your invoice dem from {business}',
      text: 'Press the button make you see dem. E go dey open for this phone for 24 hours.',
      button: 'Make I see my invoice',
    },
    gone: {
      title: 'Ask for another one',
      text: 'Dem don use this link before, e don too old, or dem don end am.',
      button: 'Ask for new link',
    },
    failure: 'If you just pay or use your credit, abeg no do am again. Open your page again small time.',
    description: 'Wetin you owe {business}, wetin you don pay, and your receipt dem.',
    owes: {
      one: 'You still get {amount} to pay {business} for 1 invoice.',
      other: 'You still get {amount} to pay {business} for {count} invoice.',
    },
    pay: {
      ticked: 'Pay the invoice dem wey you mark',
      one: 'Make you pay 1 invoice, {amount}',
      other: 'Pay {count} invoice, {amount}',
      most: 'You fit mark reach {most} make you pay dem one time.',
      none: 'Abeg mark at least one invoice wey money still remain for.',
      down: 'The payment company no dey answer. Abeg try again small time.',
      credit: 'Use your {amount} credit pay',
      creditUsed: 'We don use {amount} of your credit for {invoices}.',
      noCredit: 'You no get credit again to use.',
      leftOut: {
        one: 'We comot 1 invoice. E no dey ask for anything now, or e no be your own.',
        other: 'We comot {count} invoice. Dem no dey ask for anything now, or dem no be your own.',
      },
      paid: 'Thank you. {business} don hear. All the invoice dem wey you mark don pay.',
      all: 'Go back to all your invoice dem',
    },
    quotes: 'Quote dem',
    receipts: 'Receipt dem',
    creditNotes: 'Credit note dem',
    statement: 'Your own statement',
    movements: 'Invoices and money wey you don pay (PDF)',
    openItems: 'Wetin remain to pay (PDF)',
    older: 'The old ones dey for your statement.',
    logOut: 'Comot for here',
  },
  unsubscribe: {
    notFound: {
      title: 'This link no lead anywhere',
      text: 'Abeg open am from the message again. Some apps dey cut the end of long address.',
    },
    failure: 'Nothing change. Abeg try am again small time.',
    reminders: {
      asked: {
        title: 'Make {business} no send reminder again?',
        text: '{business} no go remind {to} about invoice by email again. Invoice and receipt go still dey come.',
        button: 'Make dem stop the reminder',
      },
      ended: {
        title: 'No more reminder',
        text: '{business} no go remind {to} by email again. Invoice and receipt go still dey come.',
        button: 'Change am back: make reminder dey come',
      },
      undone: {
        title: 'Reminder go dey come again',
        text: '{business} fit remind {to} about invoice by email, like before.',
        button: 'Make dem stop the reminder',
      },
    },
    notifications: {
      asked: {
        title: 'No more email like this one?',
        text: '{subject} of {business} no go come {to} by email again.',
        button: 'Stop this kind email',
      },
      ended: {
        title: 'No more of this kind email',
        text: '{subject} of {business} no go come {to} again. You fit change am for your settings too.',
        button: 'Change am back: make dem dey come',
      },
      undone: {
        title: 'This kind email go dey come again',
        text: '{subject} of {business} go come {to}, like before.',
        button: 'Stop this kind email',
      },
    },
    subjects: {
      payment_received: 'News about money wey enter',
      payment_refunded: 'News about money wey go back',
      withdrawal_finished: 'News about money wey you withdraw',
      invoice_overdue: 'News about invoice wey don pass the day',
      quote_answered: 'News about quote',
      message_failed: 'News about message wey no reach',
      weekly_summary: 'Wetin happen for the week',
    },
  },
};
