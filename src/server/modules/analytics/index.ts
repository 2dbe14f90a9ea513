import type { Module } from '#server/kernel/module.ts';
import { sendWeeklySummaries } from './flows/weekly-summary.ts';
import { routes, todayRoutes } from './routes.ts';
import type { AnalyticsTables } from './table.ts';

export const analytics = {
  uses: ['business', 'identity', 'invoices', 'ledger', 'notifications', 'quotes', 'reminders'],
  routes: { analytics: routes, today: todayRoutes },
  schedules: [{ name: 'summaries', every: 'minute', alone: true, run: sendWeeklySummaries }],
  tables: {
    invoice_figures: { owner: 'business_id', export: 'counted from the invoices', erase: 'keep' },
    invoice_days: { owner: 'business_id', export: 'counted from the invoices', erase: 'keep' },
    payment_days: { owner: 'business_id', export: 'counted from the payments', erase: 'keep' },
    customer_figures: { owner: 'business_id', export: 'counted from invoices and payments', erase: 'keep' },
  },
} satisfies Module<AnalyticsTables>;
