/** The palette's words. */
export const texts = {
  title: 'Search or jump to',
  placeholder: 'Search invoices, customers and pages',
  choosePaid: 'Which invoice was paid?',
  groups: {
    actions: 'Actions',
    invoices: 'Invoices',
    unpaid: 'Unpaid invoices',
    customers: 'Customers',
    pages: 'Pages',
    theme: 'Theme',
  },
  actions: {
    invoice: 'Create invoice',
    take: 'Take a payment',
    record: 'Record payment',
    customer: 'Add customer',
    withdraw: 'Withdraw',
  },
  shortcuts: 'Keyboard shortcuts',
  themes: { light: 'Light theme', dark: 'Dark theme', system: 'Theme of this device' },
  searching: 'Searching…',
  none: (search: string) => `Nothing found for “${search}”`,
  offline: 'You need a connection to search.',
  noneUnpaid: 'No invoice waits for payment.',
  failed: 'Invoices and customers could not be searched.',
  hints: { move: 'move', open: 'open', close: 'close' },
};
