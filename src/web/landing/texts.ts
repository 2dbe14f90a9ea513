export const brand = 'Duewell';

export const meta = {
  title: 'AI Business Invoicing Platform',
  description:
    'Photograph a paper invoice. Duewell reads it, sends it with a link to pay, and tells you the moment the money lands. Made for Nigerian business.',
  shareAlt: 'Duewell: from paper invoice to credit alert',
};

export const sections = [
  { id: 'how-it-works', label: 'How it works' },
  { id: 'features', label: 'Features' },
  { id: 'use-cases', label: 'Use cases' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'faq', label: 'FAQ' },
] as const;

export const header = {
  home: 'Duewell, to the front page',
  skip: 'Skip to content',
  sections: 'Sections',
  theme: 'Change theme',
  themes: [
    { value: 'light', label: 'Light' },
    { value: 'dark', label: 'Dark' },
    { value: 'system', label: 'System' },
  ],
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Menu',
  signIn: 'Sign In',
  start: 'Get Started Free',
} as const;

export const trial = ['14-day free trial', 'No setup fees', 'Cancel anytime'] as const;

export const hero = {
  eyebrow: 'Invoices that get you paid, made for Nigeria',
  headline: { start: 'From paper invoice to', end: 'credit alert' },
  lead: 'Photograph a paper invoice. Duewell reads it, sends it with a link to pay, and helps you follow up politely until the money lands.',
  more: 'See how it works',
  picture:
    'A drawing: an order of 120,000 naira by hand, the Duewell assistant that asks how it can help, and the alert when the money comes',
  assistant: 'Assistant',
  modes: { on: 'AI mode', off: 'Standard' },
  welcome: 'How can I help you today?',
  tasks: ['Generate my weekly sales report', 'Generate a projection of sales after 1 year'],
  box: 'Start typing a business task...',
  alert: { when: 'Credit alert, just now', what: 'Mrs Bello paid INV-0042' },
} as const;

export const comparison = {
  heading: 'The work is done. The chasing should be too.',
  lead: 'You cooked, drove, sewed or advised. Getting paid should not be a second job.',
  before: {
    title: 'The old way',
    points: [
      'The order is on a page in the book, and the book is in the other bag.',
      'You type your account number into a chat and hope that it is copied right.',
      '“I have paid.” Now scroll through your alerts to find out which one.',
      'You call to remind, feel bad about it, and stop calling.',
      'At month end you add up the book and still do not know who owes you.',
    ],
  },
  after: {
    title: 'With Duewell',
    points: [
      'Photograph the page. It becomes a proper invoice that you check.',
      'Your customer gets one link with the exact amount in it.',
      'Each payment finds its own invoice, to the kobo.',
      'A polite reminder goes out at one press, with the link to pay.',
      'Who has paid, who has not, and how much: always added up.',
    ],
  },
} as const;

export const howItWorks = {
  heading: 'How it works',
  lead: 'Three steps, from the page in your order book to the money in your balance.',
  steps: [
    {
      title: 'Upload invoice',
      text: 'A photo, a PDF or an image. Printed invoices and receipts are read best, handwriting where it is clear. You need no template.',
    },
    {
      title: 'AI digitizes',
      text: 'Duewell finds the customer, the items and the amounts. What it is not sure of is marked, and you check every field.',
    },
    {
      title: 'Send and get paid',
      text: 'Share it on WhatsApp, by email or as a QR code. You see the payment the moment it comes in.',
    },
  ],
  read: {
    title: 'Read from your photo',
    rows: [
      { name: 'Customer', value: 'Mrs Bello' },
      { name: '2 × Tray of jollof', value: '90,000.00' },
      { name: '1 × Small chops', value: '30,000.00' },
    ],
    doubt: 'Is this a 3?',
    total: 'Total',
  },
  chat: {
    message: 'Good afternoon Mrs Bello. Your invoice from Mama Ngozi is ready:',
    link: 'INV-0042, pay here',
    paid: 'Paid by transfer',
  },
  bonus: {
    label: 'Bonus',
    title: 'QR payments, face to face',
    text: 'Every invoice has a QR code. Show it on your phone or print it and put it on the counter: your customer points a camera at it and the exact amount is there to pay.',
    caption: 'Point a camera here to pay',
    picture: 'Illustration: a printed QR code with the cloth of a business around it',
  },
} as const;

export const features = {
  heading: 'Everything between the work and the money',
  cards: [
    {
      title: 'AI-Generated Invoices',
      text: 'From a photo or a sentence to a finished draft. Nothing is sent before you have read it and pressed the button.',
    },
    {
      title: 'Seamless Payment Links',
      text: 'Each invoice has its own page to pay: bank transfer, card, USSD, QR code or wallet. Your customer needs no account.',
    },
    {
      title: 'WhatsApp, email or QR',
      text: 'Send it where your customers already are. The message says who, how much and by when, and carries the link.',
    },
    {
      title: 'Polite Reminders',
      text: 'See what is due and what is late. One press sends a kind reminder, so that you need not make the call.',
    },
    {
      title: 'Smart Analytics & Tracking',
      text: 'Payments show up while you watch. Revenue, best customers and open invoices, in naira and in dollars.',
    },
    {
      title: 'Secure & Reliable',
      text: 'Withdrawals need your PIN. Card details never reach us. Every naira is booked in a ledger that has to balance to the kobo.',
    },
  ],
} as const;

export const businesses = {
  heading: 'Every business wears its own cloth',
  lead: 'Choose two colours and Duewell weaves a pattern that is yours alone. It runs along your invoices and your pay page, so your customers know that it is you.',
  note: 'Invented businesses, real cloth.',
} as const;

export const pricing = {
  label: 'Pricing',
  heading: 'Try it on real invoices first',
  text: 'Use all of Duewell for 14 days. There is nothing to pay to begin and no card to give. If a payment or a withdrawal costs anything, you see how much before you confirm it.',
  start: 'Start your free trial',
} as const;

export const waitlist = {
  heading: 'Your next credit alert starts here',
  lead: 'Open your free account now, or leave your email: we write when there is something new, and answer if you have a question. Unsubscribe any time.',
  label: 'Email',
  placeholder: 'you@business.ng',
  submit: 'Join the waitlist',
  working: 'Working',
  noScript: 'This form needs JavaScript. Your free account is one link away all the same.',
} as const;

export const footer = {
  line: 'Invoices that wear your cloth, and the alert that follows.',
  columns: [
    {
      title: 'Product',
      links: [
        { label: 'How it works', href: '/#how-it-works' },
        { label: 'Features', href: '/#features' },
        { label: 'Use cases', href: '/#use-cases' },
        { label: 'Pricing', href: '/#pricing' },
      ],
    },
    {
      title: 'Company',
      links: [
        { label: 'Why Duewell', href: '/#why' },
        { label: 'Join the waitlist', href: '/#waitlist' },
        { label: 'For developers', href: '/api/docs' },
      ],
    },
    {
      title: 'Support',
      links: [
        { label: 'FAQ', href: '/#faq' },
        { label: 'Contact Our Team', href: '/#waitlist' },
        { label: 'Check a receipt', href: '/verify' },
        { label: 'Reset your password', href: '/auth/forgot-password' },
      ],
    },
  ],
  legal: [
    { label: 'Privacy', href: '/privacy' },
    { label: 'Terms', href: '/terms' },
    { label: 'Cookies', href: '/cookies' },
  ],
  legalLabel: 'Legal',
  rights: '© Duewell',
} as const;

export const notFound = {
  title: 'Page not found',
  heading: 'Oops! Page not found',
  text: 'The address may be old, or a letter may be missing.',
  home: 'Return to Home',
} as const;
