import type { QuoteTexts } from './en-quote.ts';

export const quote: QuoteTexts = {
  notFound: {
    title: 'This link no lead to any quote',
    text: 'Abeg check the address, or ask the business for new link.',
  },
  again: {
    title: 'Abeg open the link again',
    text: 'Nothing go out.',
  },
  failure: 'Nothing go out. Abeg try again small time.',
  title: '{kind} {number} from {business}',
  states: {
    open: 'Dem dey wait for your answer',
    expired: 'E don end',
    accepted: 'Dem don agree',
    declined: 'Dem say no',
    withdrawn: 'Dem don take am back',
  },
  until: 'E good reach {date}',
  replaced: 'E change on {date}. This one take the place of the one before.',
  changed: '{business} change {number} as you dey read am. Abeg look am again.',
  earlier: 'Wetin e talk before',
  accept: {
    title: 'Agree',
    name: 'Your complete name',
    mayAccept: 'I get right to agree to this one for {customer}',
    orderNumber: 'Your order number (if you get am)',
    button: 'Agree to {amount}',
    note: 'You no dey pay anything now. We go keep your name, the time, your network address and your browser with your answer.',
  },
  sign: {
    title: 'Sign with your hand (if you want)',
    hint: 'Draw your sign inside the box with finger, pen or mouse. The name wey you type don do. We go keep wetin you draw with your answer.',
    clear: 'Clean am',
  },
  code: {
    title: 'First, the code',
    first: '{business} want code before you agree. We go send 6 numbers to {email}, you go type am here.',
    send: 'Send the code give me',
    sent: 'Code dey go {email}. E go work for 15 minutes.',
    label: 'The code wey dey the email',
    none: 'You no see code? Check your spam, or ask for new one. Na only the latest one dey work.',
    again: 'Send new code',
  },
  pay: {
    button: 'Pay {amount}',
    note: 'As you press this one, you don agree. Next, you go pay the invoice.',
  },
  decline: { title: 'Say no', reason: 'Why? (if you wan talk)', button: 'Say no to this quote' },
  ask: {
    title: 'Ask question',
    question: 'Wetin you wan ask',
    button: 'Send am go',
    sent: 'Your question dey go meet {business}.',
  },
  problems: {
    name: 'Write your name complete, 2 to 120 letters',
    mayAccept: 'Tick this box make you agree',
    signature: 'Draw your sign again, or leave am',
    orderNumber: 'No pass 60 letters',
    code: 'That code no correct, or e don old. You fit ask for new one.',
    question: 'Type your question, no pass 1,000 letters',
    reason: 'No pass 500 letters',
    tooMany: 'That one don plenty for one day. Abeg write to {email}.',
    tooManyCodes: 'The code don plenty. Try again after one hour, or write to {email}.',
  },
  closed: {
    accepted: { title: 'Dem don agree', text: '{name} agree to {number} on {date}.' },
    declined: { title: 'Dem say no', text: 'You fit ask {business} for new one.' },
    withdrawn: {
      title: 'Dem don take am back',
      text: '{business} don take back {number}. Ask dem for new one.',
    },
    expired: { title: 'This quote end on {day}', text: 'Ask {business} make dem give am more time.' },
  },
  acceptedOtherwise: '{business} don write say dem agree on {number}.',
  verify: {
    genuine: {
      title: 'This paper na original',
      text: 'Na {business} make {number}. Na price dem give: nobody owe anything before dem agree.',
    },
    accepted: { title: 'Na original, and dem don agree', text: '{name} agree to {number} on {date}.' },
    over: {
      title: 'Na original, but e don close',
      text: 'Na {business} make {number}. Nobody fit agree to am again.',
    },
    acceptedBy: 'Who agree',
    confirmedBy: 'Wetin confirm am',
    code: 'Code wey go {email}',
    orderNumber: 'Number of the order',
  },
};
