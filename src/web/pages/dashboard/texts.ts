/** Every string of the shell around the signed-in pages. */
export const texts = {
  skip: 'Skip to content',
  nav: {
    dashboard: 'Dashboard',
    chat: 'AI chat',
    invoices: 'Invoices',
    withdrawals: 'Withdrawals',
    customers: 'Customers',
    payments: 'Payments',
    analytics: 'Analytics',
    main: 'Main',
    settings: 'Settings',
    logout: 'Logout',
  },
  settings: {
    profile: 'Business Profile',
    account: 'Account',
    notifications: 'Notifications',
    reminders: 'Reminders',
    whatsapp: 'WhatsApp',
    security: 'Security',
    privacy: 'Privacy',
  },
  bar: { label: 'Quick', home: 'Home', withdraw: 'Withdraw', create: 'Create invoice' },
  header: {
    toggle: 'Toggle sidebar',
    create: 'Create invoice',
    take: 'Take a payment',
    addCustomer: 'Add customer',
    withdraw: 'Withdraw',
    greeting: (greeting: string, name: string) => `${greeting}, ${name}`,
    nobody: 'there',
  },
  sidebar: {
    label: 'Sidebar',
    sheet: 'Menu',
    home: 'Duewell, to the dashboard',
    search: 'Search or jump to',
    cloth: 'Your cloth. Customers see it on every invoice.',
  },
  trial: {
    testMode: 'Test mode: payments here move no real money.',
    database: 'Its built-in database is for trying out, not for real money.',
    mailbox: 'Mailbox',
    bank: 'Test bank',
  },
  reach: {
    offline: 'You are offline.',
    unreachable: 'The service cannot be reached.',
    asOf: (time: string) => `Last updated: ${time}.`,
    changes: 'Changes need a connection.',
    waiting: (state: string, count: number) =>
      `${state}: ${count === 1 ? '1 reminder' : `${count} reminders`}.`,
  },
  broken: {
    offline: {
      title: 'This page needs a connection',
      text: 'It has not been opened on this device yet. What you have opened before can be read without one.',
    },
    failed: {
      title: 'This page could not be shown',
      text: 'Your records are safe. Load the page again; if it still fails, come back in a few minutes.',
    },
    again: 'Load again',
  },
};
