import type { LegalText } from '../legal-texts.ts';

export const cookies: LegalText = {
  path: '/cookies',
  title: 'Cookies',
  lead: 'One cookie, and a few things kept in your own browser so that Duewell works. Nothing follows you around, so there is no banner to click away.',
  sections: [
    {
      id: 'cookie',
      title: 'The cookie',
      table: {
        caption: 'Cookies',
        head: ['Name', 'What for', 'How long'],
        rows: [['sidebar_state', 'Remembers whether the sidebar of your dashboard is open.', '7 days']],
      },
    },
    {
      id: 'kept',
      title: 'Kept in your browser',
      paragraphs: [
        'These stay on your device, in what browsers call local storage. We read them only to run the service for you.',
      ],
      table: {
        caption: 'Kept in local storage',
        head: ['Name', 'What for', 'How long'],
        rows: [
          ['vite-ui-theme', 'Your choice of light, dark or system.', 'Until you clear it'],
          ['token', 'Keeps you signed in.', 'Until you log out'],
          [
            'userData, businessProfile, businessPaymentInfo, businessActivity',
            'A copy of your own details, so that your dashboard is there at once.',
            'Until you log out',
          ],
          ['currency', 'The currency you look at.', 'Until you clear it'],
          [
            'draft:…',
            'What you typed into a form and have not sent, so that it is not lost.',
            'Until you send it or clear it',
          ],
        ],
      },
    },
    {
      id: 'not-there',
      title: 'What is not there',
      points: [
        'No advertising and no tracking, by us or by others.',
        'No fonts, scripts or pictures from other companies: everything on these pages comes from us.',
        'Passwords, PINs and bank verification numbers are never kept in the browser by us.',
      ],
    },
    {
      id: 'clearing',
      title: 'Clearing it',
      paragraphs: [
        'Clear the data of this site in your browser and everything above is gone. You then sign in again; your invoices and payments are untouched.',
      ],
    },
  ],
};
