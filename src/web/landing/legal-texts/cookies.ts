import type { LegalText } from './types.ts';

export const cookies: LegalText = {
  path: '/cookies',
  title: 'Cookies',
  since: '2026-11-01',
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
        'These stay on your device, in the storage of your browser. We read them only to run the service for you.',
      ],
      table: {
        caption: 'Kept in your browser',
        head: ['Name', 'What for', 'How long'],
        rows: [
          ['vite-ui-theme', 'Your choice of light, dark or system.', 'Until you clear it'],
          [
            'less-data, single-keys, money-sound',
            'Switches you have set in the app.',
            'Until you clear them',
          ],
          ['token', 'Keeps you signed in.', 'Until you log out'],
          [
            'userData, businessProfile and the like',
            'A copy of your own details, so that your dashboard is there at once.',
            'Until you log out',
          ],
          [
            'duewell-offline',
            'Your latest invoices, customers and payments, to be read without a network.',
            'Until you log out',
          ],
          ['currency', 'The currency you look at.', 'Until you clear it'],
          ['loggedOut', 'Keeps open pages from saving anything after you log out.', 'Until you log in'],
          [
            'draft:…, outbox',
            'What you typed and have not sent, and reminders that wait for a network.',
            'Until it is sent, you log out, or you clear it',
          ],
          [
            'auth, toast',
            'The e-mail address you last typed, and a message to show on the next page.',
            'Until you close the tab',
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
