import { BellRing, Download, Eye, Send, Trash2 } from 'lucide-react';
import { type RowAction, RowActions } from '../../ui/row-actions.tsx';
import {
  type InvoiceSummary,
  useDeleteInvoice,
  useDownloadPdf,
  useRemindInvoice,
  useSendInvoice,
} from './api.ts';
import { texts } from './texts.ts';

type ListActionsProps = { invoice: InvoiceSummary; onView: () => void };

/** What can be done with an invoice where it stands in the list; the status decides. */
export function ListActions({ invoice, onView }: ListActionsProps) {
  const next = useNextStep(invoice);
  const download = useDownloadPdf();
  const remove = useDeleteInvoice();
  const actions: RowAction[] = [
    { label: texts.actions.view, icon: <Eye aria-hidden />, run: onView },
    ...next,
    {
      label: texts.actions.download,
      icon: <Download aria-hidden />,
      run: () => download.mutate(invoice),
    },
  ];
  if (invoice.status !== 'paid')
    actions.push({
      label: texts.actions.remove,
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => remove.mutate(invoice),
    });
  return (
    <RowActions
      label={texts.actions.of(invoice.invoiceNumber)}
      title={`${invoice.invoiceNumber}, ${invoice.customerName}`}
      actions={actions}
    />
  );
}

const unpaid = ['sent', 'due', 'overdue'];

/** The one step a status asks for: sending what is pending, reminding of what is not paid. */
function useNextStep({ id, status }: InvoiceSummary): RowAction[] {
  const send = useSendInvoice();
  const remind = useRemindInvoice();
  if (status === 'pending')
    return [
      {
        label: texts.actions.send,
        icon: <Send aria-hidden />,
        run: () => !send.isPending && send.mutate({ invoiceId: id }),
      },
    ];
  if (!unpaid.includes(status)) return [];
  return [
    {
      label: texts.actions.remind,
      icon: <BellRing aria-hidden />,
      run: () => !remind.isPending && remind.mutate({ invoiceId: id }),
    },
  ];
}
