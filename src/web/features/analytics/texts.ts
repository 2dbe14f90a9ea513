/** What the analytics screen says. */
export const texts = {
  title: 'Analytics',
  subtitle: 'How your business is doing, month by month',
  period: 'Period',
  periods: { '3': 'Last 3 months', '6': 'Last 6 months', '12': 'Last 12 months' },
  failed: 'Your figures could not be loaded.',
  kpis: {
    revenue: 'Total revenue',
    sent: 'Invoices sent',
    success: 'Success rate',
    average: 'Average value',
    nothing: 'Not known yet',
    successHint: 'of invoices sent are paid',
    against: (months: string) => `on the ${months} months before`,
  },
  revenue: {
    title: 'Revenue Trend',
    empty: 'No Revenue Data Available',
    columns: ['Month', 'Revenue', 'Invoices'],
    point: (month: string, amount: string, invoices: number) =>
      `${month}: ${amount}, ${invoices} ${invoices === 1 ? 'invoice' : 'invoices'}`,
    label: (months: string) => `Revenue of the last ${months} months. Arrow keys read the months.`,
  },
  methods: {
    title: 'Payment Methods',
    empty: 'No Payment Data Available',
    columns: ['Method', 'Amount', 'Share'],
    label: 'Payments by method. Arrow keys read the methods.',
    names: {
      bank_transfer: 'Bank transfer',
      card: 'Card',
      qr_code: 'QR code',
      ussd: 'USSD',
      wallet: 'Wallet',
    },
  },
  status: {
    title: 'Invoice Status',
    empty: 'No Invoice Data Available',
    columns: ['Status', 'Invoices', 'Share'],
    label: 'Invoices by status. Arrow keys read the statuses.',
    names: { paid: 'Paid', pending: 'Pending', overdue: 'Overdue' },
    total: 'invoices',
  },
  top: {
    title: 'Top paying customers',
    empty: 'Nobody has paid yet',
    invoices: (count: number) => `${count} ${count === 1 ? 'invoice' : 'invoices'}`,
    average: 'average',
  },
  table: { asTable: 'View as table', asChart: 'View as chart' },
} as const;
