import { BellRing, Download, ExternalLink, Send, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import {
  type InvoiceDetail,
  useDeleteInvoice,
  useDownloadPdf,
  useRemindInvoice,
  useSendInvoice,
} from '../api.ts';
import { ShareMenu } from './share-menu.tsx';
import { detailsTexts as texts } from './texts.ts';

const unpaid = ['sent', 'due', 'overdue'];

/** What the status of the invoice allows, the next step first. */
export function DetailsActions({ invoice, onDeleted }: { invoice: InvoiceDetail; onDeleted: () => void }) {
  const send = useSendInvoice();
  const remind = useRemindInvoice();
  const download = useDownloadPdf();
  const remove = useDeleteInvoice();
  const { status, checkoutUrl } = invoice;
  const erase = () => {
    remove.mutate(invoice);
    onDeleted();
  };
  return (
    <>
      {status !== 'paid' && invoice.amountPaid === 0 && (
        <Button look="ghost" className="mr-auto text-bad" onClick={erase}>
          <Trash2 aria-hidden />
          {texts.remove}
        </Button>
      )}
      <Button look="outline" pending={download.isPending} onClick={() => download.mutate(invoice)}>
        <Download aria-hidden />
        {texts.download}
      </Button>
      {checkoutUrl && status !== 'paid' && status !== 'due' && (
        <Button look="outline" asChild>
          <a href={checkoutUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {texts.payLink}
          </a>
        </Button>
      )}
      {unpaid.includes(status) && (
        <Button
          look="outline"
          pending={remind.isPending}
          onClick={() => remind.mutate({ invoiceId: invoice.id })}
        >
          <BellRing aria-hidden />
          {texts.remind}
        </Button>
      )}
      {checkoutUrl && unpaid.includes(status) && <ShareMenu invoice={invoice} url={checkoutUrl} />}
      {status === 'pending' && (
        <Button pending={send.isPending} onClick={() => send.mutate({ invoiceId: invoice.id })}>
          <Send aria-hidden />
          {texts.send}
        </Button>
      )}
    </>
  );
}
