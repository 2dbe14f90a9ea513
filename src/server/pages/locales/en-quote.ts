/** Texts of the public page of a quote, and of its check. */
export const quote = {
  notFound: {
    title: 'This link does not lead to a quote',
    text: 'Please check the address, or ask the business for a new link.',
  },
  again: {
    title: 'Please open the link once more',
    text: 'Nothing was sent.',
  },
  failure: 'Nothing was sent. Please try again in a moment.',
  title: '{kind} {number} from {business}',
  states: {
    open: 'Waiting for your answer',
    expired: 'Ended',
    accepted: 'Accepted',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
  },
  until: 'Valid until {date}',
  replaced: 'Changed on {date}. This replaces the earlier one.',
  changed: '{number} was changed by {business} while you were reading. Please look again.',
  earlier: 'What it said before',
  accept: {
    title: 'Accept',
    name: 'Your full name',
    mayAccept: 'I may accept this for {customer}',
    orderNumber: 'Your order number (optional)',
    button: 'Accept {amount}',
    note: 'Nothing is paid now. Your name, the time, your network address and your browser are kept with your answer.',
  },
  sign: {
    title: 'Sign by hand (optional)',
    hint: 'Draw your signature in the box with a finger, a pen or the mouse. Your typed name is enough. What you draw is kept with your answer.',
    clear: 'Clear',
  },
  code: {
    title: 'First, a code',
    first:
      '{business} asks for a code before you accept. We send 6 digits to {email}, and you type them here.',
    send: 'Send me the code',
    sent: 'A code is on its way to {email}. It works for 15 minutes.',
    label: 'The code from the email',
    none: 'No code there? Look among your spam, or ask for a new one. Only the newest one works.',
    again: 'Send a new code',
  },
  pay: {
    button: 'Pay {amount}',
    note: 'When you press this, you accept it. Next, you pay its invoice.',
  },
  decline: { title: 'Decline', reason: 'Why? (optional)', button: 'Decline this quote' },
  ask: {
    title: 'Ask a question',
    question: 'Your question',
    button: 'Send the question',
    sent: 'Your question is on its way to {business}.',
  },
  problems: {
    name: 'Type your full name, 2 to 120 letters',
    mayAccept: 'Tick this box to accept',
    signature: 'Draw your signature again, or leave it out',
    orderNumber: 'Keep this to 60 characters',
    code: 'That code is not right, or too old. You can ask for a new one.',
    question: 'Type your question, up to 1,000 characters',
    reason: 'Keep this to 500 characters',
    tooMany: 'That was a lot for one day. Please write to {email}.',
    tooManyCodes: 'That was a lot of codes. Try again in an hour, or write to {email}.',
  },
  closed: {
    accepted: { title: 'Accepted', text: '{name} accepted {number} on {date}.' },
    declined: { title: 'Declined', text: 'You can ask {business} for a new one.' },
    withdrawn: { title: 'Withdrawn', text: '{business} withdrew {number}. Ask them for a new one.' },
    expired: { title: 'This quote ended on {day}', text: 'Ask {business} to extend it.' },
  },
  acceptedOtherwise: '{business} has noted that {number} is agreed.',
  verify: {
    genuine: {
      title: 'This document is genuine',
      text: '{business} made {number}. It is an offer: nothing is owed before it is accepted.',
    },
    accepted: { title: 'Genuine, and accepted', text: '{name} accepted {number} on {date}.' },
    over: {
      title: 'Genuine, but no longer open',
      text: '{business} made {number}. Nobody can accept it any more.',
    },
    acceptedBy: 'Accepted by',
    confirmedBy: 'Confirmed by',
    code: 'A code sent to {email}',
    orderNumber: 'Order number',
  },
};

export type QuoteTexts = typeof quote;
