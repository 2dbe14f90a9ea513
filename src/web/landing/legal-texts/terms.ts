import { legalVersions } from '#core/legal.ts';
import type { LegalText } from './types.ts';

export const terms: LegalText = {
  path: '/terms',
  title: 'Terms',
  since: legalVersions.terms,
  lead: 'What you and we promise each other when you use Duewell. We wrote it to be read.',
  sections: [
    {
      id: 'service',
      title: 'What Duewell does',
      paragraphs: [
        'Duewell helps a business make invoices, send them, see what is paid and withdraw what it earned. Payments are carried by licensed payment providers. We are not a bank, and we lend no money.',
      ],
    },
    {
      id: 'account',
      title: 'Your account',
      points: [
        'You are at least 18 and may act for the business you register.',
        'You give us true details of yourself and the business, and keep them up to date.',
        'You keep your password and PIN to yourself. Whoever has them can act for you, so tell us at once if you think that somebody else does.',
      ],
    },
    {
      id: 'checks',
      title: 'Checking your business',
      paragraphs: [
        'Before money can be paid out we may have to check your business with the documents we ask for. If a check fails, or something looks like fraud, we may hold a payment or a withdrawal while we look into it. We tell you so, unless the law forbids it.',
      ],
    },
    {
      id: 'invoices',
      title: 'Your invoices and customers',
      paragraphs: [
        'You answer for what your invoices say and for the goods and services behind them, and for having the right to give us your customers’ details. Taxes on your sales are yours to declare and pay.',
      ],
      points: [
        'No invoices for anything that is against the law.',
        'No invoices that mislead the people you bill, or that bill in the name of somebody else.',
        'No attempts to break in, to overload the service or to read what belongs to others.',
      ],
    },
    {
      id: 'assistant',
      title: 'The assistant',
      paragraphs: [
        'The assistant reads pictures and answers questions, and it can be wrong. It marks what it is unsure of, and nothing is made, sent or paid before you confirm it. What you confirm is yours.',
      ],
    },
    {
      id: 'money',
      title: 'Money',
      points: [
        'What a customer pays is booked to your balance once the payment provider confirms it. You withdraw it to a bank account in Nigeria with your PIN.',
        'If a payment or a withdrawal costs a fee, you see the fee before you confirm.',
        'A payment that was made by mistake, or that a bank takes back, is taken off your balance again.',
        'Look at the account number twice: a withdrawal that has arrived at a wrong but existing account may be impossible to bring back.',
      ],
    },
    {
      id: 'trial',
      title: 'Trial, price and cancelling',
      paragraphs: [
        'Your first 14 days are free, there are no setup fees, and no card is needed. Before anything begins to cost money we tell you how much, and it begins only if you agree. You can cancel anytime.',
      ],
    },
    {
      id: 'end',
      title: 'Closing an account',
      paragraphs: [
        'You may close your account whenever you wish, after withdrawing what is yours and taking a copy of your records. We may close or pause an account that breaks these terms or the law. We say why, and pay out what is yours unless the law stops us.',
      ],
    },
    {
      id: 'liability',
      title: 'If something goes wrong',
      paragraphs: [
        'We work to keep Duewell running and your records right, and we put right what we break. We do not answer for what a bank, a network, a payment provider or a customer does, or for profit you did not make. Nothing here takes away rights that the law gives you, among them those under the Federal Competition and Consumer Protection Act.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to these terms',
      paragraphs: [
        'When we change something that matters, we write to you at least 30 days before it counts. If you do not agree, you can close your account before that day.',
      ],
    },
    {
      id: 'law',
      title: 'Law',
      paragraphs: [
        'These terms follow the law of the Federal Republic of Nigeria, and its courts decide. Talk to us first: most things are settled faster that way.',
      ],
    },
  ],
};
