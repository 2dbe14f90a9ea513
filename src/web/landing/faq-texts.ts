export const faq = {
  heading: 'Questions people ask',
  more: 'Still wondering about something?',
  contact: 'Contact Our Team',
  questions: [
    {
      question: 'What is Duewell?',
      answer:
        'A way to make an invoice, send it and be paid. You photograph a paper invoice, say it in a sentence or fill in a short form, your customer gets a link, and you see the money arrive. It is made for small businesses in Nigeria.',
    },
    {
      question: 'Can it read my handwriting?',
      answer:
        'Printed invoices and receipts are what it reads best. Handwriting is read as well as it can be: clear, separate letters have a chance, a hurried note may not. You check every field, what it is not sure of is marked, and nothing is made or sent before that. You can always say the invoice in a sentence instead.',
    },
    {
      question: 'What can I upload?',
      answer:
        'A photo from your phone, an image or a PDF. It need not follow any template: a printed invoice, a till receipt or a page of figures will do. Photos are made smaller before they are sent, so that they do not eat your data.',
    },
    {
      question: 'How do my customers pay?',
      answer:
        'They open the link or scan the QR code and choose bank transfer, card, USSD, QR code or wallet. The amount is already there. They need no account, and they get a receipt.',
    },
    {
      question: 'When do I get my money?',
      answer:
        'A payment is in your balance as soon as the payment provider says it came. You can then take it out to your bank at any time, with your 4-digit PIN.',
    },
    {
      question: 'Which papers do you need from me?',
      answer:
        'You can make your first invoice right after signing up. To check your business we ask for four papers: your CAC paper, a valid ID, a bill with your business address and a bank statement of the last 3 months.',
    },
    {
      question: 'What does it cost?',
      answer:
        'The first 14 days are free, there are no setup fees, and you can cancel anytime. If a payment or a withdrawal costs anything, the amount is shown before you confirm.',
    },
    {
      question: 'Is my information safe?',
      answer:
        'We seal your bank details and numbers, and nobody else sees your papers. Card details go straight to the payment provider. Your data is yours by law: you can take it with you or have it deleted.',
    },
  ],
} as const;
