/** Every text of sharing a customer's page. */
export const texts = {
  action: 'Share their page',
  title: (name: string) => `Share the page of ${name}`,
  shows:
    'They see what they owe you, what they paid, their receipts, credit notes and statement. Nobody else’s, and nothing of other businesses.',
  anybody: 'Whoever has the link can open the page. Send it to them alone.',
  byThemselves:
    'They can also ask for it by themselves with their email, at the foot of every invoice and receipt.',
  loading: 'Loading the link',
  failed: 'The link could not be loaded.',
  none: 'No link is open now. A new one works for 7 days.',
  until: (moment: string) => `A link you shared works until ${moment}.`,
  replaces: 'A new link ends that one.',
  make: 'Make a link',
  again: 'Make a new link',
  link: 'Link',
  copy: 'Copy link',
  copied: 'Copied',
  whatsapp: 'Send on WhatsApp',
  message: (business: string, url: string) =>
    `${business}: see all your invoices, what is left to pay, and your receipts: ${url}`,
  end: 'End it',
  ended: 'The link was ended. The page is closed for whoever had it.',
  makeFailed: 'The link could not be made',
  endFailed: 'The link could not be ended',
  close: 'Close',
};
