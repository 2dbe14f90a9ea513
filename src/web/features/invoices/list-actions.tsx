import { useNavigate } from '@tanstack/react-router';
import {
  BellRing,
  CopyPlus,
  Download,
  Eye,
  Banknote,
  MonitorCheck,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react';
import { type ReactNode } from 'react';
import { useCreditQuestion, useOutgoingCredit } from '#web/lib/customer-credit/ask.tsx';
import { deliver, useRemindInvoice, useSendInvoice } from '#web/lib/invoices/delivery.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import type { SearchParams } from '#web/lib/navigation/search-params.ts';
import { Button } from '#web/ui/button.tsx';
import { RowActions } from '#web/ui/row-actions.tsx';
import type { RowAction } from '#web/ui/row-actions-menu.tsx';
import { type InvoiceSummary, useDeleteInvoice, useDownloadPdf, useDuplicateInvoice } from './api.ts';
import { texts as recordTexts } from '#web/lib/record-payment/texts.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { isDeletable, isPayable, isRecordable, isUnpaid } from './status.ts';
import { texts } from './texts.ts';

const RecordPaymentDialog = lazyDialog(
  async () => (await import('#web/lib/record-payment/dialog.tsx')).RecordPaymentDialog,
);

type ListActionsProps = { invoice: InvoiceSummary; onView: () => void };

/** Where the next step stands in the row itself; elsewhere it is in the menu. */
const roomy = 'max-[1399px]:hidden';

/** The actions of an invoice in the list, by its status. */
export function ListActions({ invoice, onView }: ListActionsProps) {
  const { step, pending, question } = useNextStep(invoice);
  const download = useDownloadPdf();
  const remove = useDeleteInvoice();
  const duplicate = useDuplicateInvoice();
  const [recording, setRecording] = useOpened(`record ${invoice.id}`);
  const navigate = useNavigate();
  const change = () =>
    void navigate({
      to: '.',
      search: (before: SearchParams) => ({ ...before, edit: invoice.id }),
      resetScroll: false,
    });
  const actions: RowAction[] = [
    { label: texts.actions.view, icon: <Eye aria-hidden />, run: onView },
    ...(step ? [step] : []),
    ...(isRecordable(invoice)
      ? [{ label: recordTexts.action, icon: <Banknote aria-hidden />, run: () => setRecording(true) }]
      : []),
    {
      label: invoice.status === 'pending' ? texts.actions.edit : texts.actions.revise,
      icon: <Pencil aria-hidden />,
      run: change,
    },
    { label: texts.actions.duplicate, icon: <CopyPlus aria-hidden />, run: () => duplicate.mutate(invoice) },
    ...(isPayable(invoice)
      ? [
          {
            label: texts.actions.counter,
            icon: <MonitorCheck aria-hidden />,
            run: () => void navigate({ to: '/dashboard/invoices/$id/counter', params: { id: invoice.id } }),
          },
        ]
      : []),
    {
      label: texts.actions.download,
      icon: <Download aria-hidden />,
      run: () => download.mutate(invoice),
    },
  ];
  if (isDeletable(invoice))
    actions.push({
      label: texts.actions.remove,
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => remove.mutate(invoice),
    });
  return (
    <span className="inline-flex items-center gap-1">
      {step && (
        <Button
          variant="ghost"
          size="sm"
          pending={pending}
          onClick={step.run}
          className={`text-primary ${roomy}`}
        >
          {step.label}
        </Button>
      )}
      <RowActions
        label={texts.actions.of(invoice.invoiceNumber)}
        title={`${invoice.invoiceNumber}, ${invoice.customerName}`}
        actions={actions}
      />
      {question}
      {recording && <RecordPaymentDialog invoice={invoice} onClose={() => setRecording(null)} />}
    </span>
  );
}

/** The next step by status: sending a pending invoice, reminding of an unpaid one. */
function useNextStep(invoice: InvoiceSummary): {
  step: RowAction | null;
  pending: boolean;
  question: ReactNode;
} {
  const { status } = invoice;
  const { ask, question } = useCreditQuestion();
  const creditFor = useOutgoingCredit(status === 'pending');
  const send = useSendInvoice();
  const remind = useRemindInvoice();
  const pending = send.isPending || remind.isPending;
  const once = (run: () => void) => () => {
    if (!pending) run();
  };
  if (status === 'pending') {
    const run = once(() => ask(creditFor([invoice]), (useCredit) => deliver(send, invoice, { useCredit })));
    return { step: { label: texts.actions.send, icon: <Send aria-hidden />, run }, pending, question };
  }
  if (!isUnpaid({ status })) return { step: null, pending, question };
  const run = once(() => deliver(remind, invoice));
  return { step: { label: texts.actions.remind, icon: <BellRing aria-hidden />, run }, pending, question };
}
