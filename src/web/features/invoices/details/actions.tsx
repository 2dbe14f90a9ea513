import { Link } from '@tanstack/react-router';
import {
  BellRing,
  Download,
  Ellipsis,
  ExternalLink,
  MessageCircle,
  MonitorCheck,
  Send,
  Trash2,
} from 'lucide-react';
import { useRemindInvoice, useSendInvoice } from '#web/lib/invoices/delivery.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { type InvoiceDetail, useDeleteInvoice, useDownloadPdf } from '../api.ts';
import { isDeletable, isPayable, isUnpaid, payLinkOf } from '../status.ts';
import { ShareMenu } from './share-menu.tsx';
import { detailsTexts as texts } from './texts.ts';

type DetailsActionsProps = { invoice: InvoiceDetail; onDeleted: () => void };

/**
 * The actions that the invoice's status allows, the next step last; on phones the secondary ones are in a
 * menu.
 */
export function DetailsActions({ invoice, onDeleted }: DetailsActionsProps) {
  const { status } = invoice;
  return (
    <>
      <SecondaryActions invoice={invoice} onDeleted={onDeleted} />
      {status === 'pending' && <SendActions invoice={invoice} />}
      {isUnpaid(invoice) && <CollectActions invoice={invoice} />}
    </>
  );
}

function SecondaryActions({ invoice, onDeleted }: DetailsActionsProps) {
  const download = useDownloadPdf();
  const remove = useDeleteInvoice();
  const link = payLinkOf(invoice);
  const canDelete = isDeletable(invoice);
  const canOpenPos = isPayable(invoice);
  const save = () => download.mutate(invoice);
  const deleteInvoice = () => {
    remove.mutate(invoice);
    onDeleted();
  };
  return (
    <>
      {canDelete && (
        <Button variant="ghost" className="mr-auto px-3 text-bad max-md:hidden" onClick={deleteInvoice}>
          <Trash2 aria-hidden />
          {texts.remove}
        </Button>
      )}
      <Button
        variant="outline"
        pending={download.isPending}
        onClick={save}
        className={cn((canDelete || canOpenPos) && 'max-md:hidden', 'max-md:flex-1')}
      >
        <Download aria-hidden />
        {texts.download}
      </Button>
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', className: 'max-md:hidden' })}
        >
          <ExternalLink aria-hidden />
          {texts.payLink}
        </a>
      )}
      {(canDelete || canOpenPos) && (
        <PhoneMenu
          link={link}
          posInvoiceId={canOpenPos ? invoice.id : null}
          onDownload={save}
          onDelete={canDelete ? deleteInvoice : null}
        />
      )}
    </>
  );
}

type PhoneMenuProps = {
  link: string | null;
  /** The invoice that can be shown at the counter. */
  posInvoiceId: string | null;
  onDownload: () => void;
  onDelete: (() => void) | null;
};

function PhoneMenu({ link, posInvoiceId, onDownload, onDelete }: PhoneMenuProps) {
  return (
    <DropdownMenu
      align="start"
      label={texts.otherActions}
      trigger={
        <Button variant="outline" aria-label={texts.otherActions} className="px-3 md:hidden">
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={<Download aria-hidden />} onSelect={onDownload}>
        {texts.download}
      </MenuItem>
      {posInvoiceId && (
        <MenuItem asChild>
          <Link to="/dashboard/invoices/$id/counter" params={{ id: posInvoiceId }}>
            <MonitorCheck aria-hidden />
            {texts.counter}
          </Link>
        </MenuItem>
      )}
      {link && (
        <MenuItem asChild>
          <a href={link} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            {texts.payLink}
          </a>
        </MenuItem>
      )}
      {onDelete && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
            {texts.remove}
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

function SendActions({ invoice }: { invoice: InvoiceDetail }) {
  const send = useSendInvoice();
  const byWhatsapp = () => {
    // Opened by the press itself: a window opened after the answer would be blocked.
    const chat = open('', '_blank');
    if (chat) chat.opener = null;
    send.mutate(
      { invoiceId: invoice.id, channels: ['whatsapp'] },
      {
        onSuccess: ({ whatsappUrl }) =>
          whatsappUrl && chat ? chat.location.replace(whatsappUrl) : chat?.close(),
        onError: () => chat?.close(),
      },
    );
  };
  return (
    <>
      <Button
        variant="outline"
        disabled={send.isPending}
        onClick={byWhatsapp}
        className="max-md:order-last max-md:w-full"
      >
        <MessageCircle aria-hidden />
        {texts.sendByWhatsapp}
      </Button>
      <Button
        pending={send.isPending}
        onClick={() => send.mutate({ invoiceId: invoice.id })}
        className="max-md:flex-1"
      >
        <Send aria-hidden />
        {texts.send}
      </Button>
    </>
  );
}

function CollectActions({ invoice }: { invoice: InvoiceDetail }) {
  const remind = useRemindInvoice();
  return (
    <>
      <Button
        variant="outline"
        pending={remind.isPending}
        onClick={() => remind.mutate({ invoiceId: invoice.id })}
        className="max-md:flex-1 max-md:px-3"
      >
        <BellRing aria-hidden />
        {texts.remind}
      </Button>
      {invoice.checkoutUrl && (
        <ShareMenu invoice={invoice} url={invoice.checkoutUrl} className="max-md:flex-1 max-md:px-3" />
      )}
    </>
  );
}
