import { useNavigate } from '@tanstack/react-router';
import { daysBetween } from '#core/dates.ts';
import type { InvoiceDetail } from '../api.ts';
import { draftOf } from '../wizard/edit/start.ts';
import { contentsOf } from './contents.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** Has an invoice repeated: with the same contents, and as many days to pay. */
export function RepeatDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ScheduleDialog
      contents={contentsOf(draftOf(invoice))}
      customerName={invoice.customerName}
      dueDays={invoice.schedule.length > 0 ? 0 : Math.max(0, daysBetween(invoice.date, invoice.dueDate))}
      onClose={onClose}
      onSaved={({ id }) => void navigate({ to: '/dashboard/invoices/repeating', search: { plan: id } })}
    />
  );
}
