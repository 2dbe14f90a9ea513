/** Every string of the page that lets a browser extension in. */
export const texts = {
  page: 'Connect the browser extension',
  title: (browser: string) => `Connect Duewell in ${browser}?`,
  asks: 'The browser extension asks to work for',
  signedInAs: (email: string) => `Signed in as ${email}`,
  may: 'It may',
  mayList: [
    'make invoices from text and pictures you choose, after you have checked them',
    'send invoices and copy their pay links',
    'see your unpaid invoices and the money that came in',
  ],
  mayNot: 'It may not',
  mayNotList: ['withdraw money or pay anybody', 'change your bank account, PIN, password or settings'],
  end: 'You can end it at any time in Settings, under Security.',
  connect: 'Connect',
  notNow: 'Not now',
  checking: 'Checking the extension',
  failed: 'Failed to connect. Please try again.',
  refusedTitle: 'This is not our extension',
  refusedText:
    'The address that asked to be connected does not belong to the Duewell extension, so nothing was connected. Open the extension and press Connect there.',
  unreachable: 'Failed to check the extension',
  connected: 'Connected. This window closes by itself.',
  toApp: 'Go to Duewell',
} as const;
