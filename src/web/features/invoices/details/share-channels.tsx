import { useQuery } from '@tanstack/react-query';
import { Copy, Download, Mail, MessageCircle, QrCode, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { customers } from '#contract/customers.ts';
import { useRemindInvoice } from '#web/lib/invoices/delivery.ts';
import { call } from '#web/lib/api.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Money } from '#web/ui/money.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type InvoiceDetail, useDownloadPdf, useRecordShare } from '../api.ts';
import { askedOf, shareText, whatsappLink } from './share-text.ts';
import { detailsTexts as texts } from './texts.ts';

/** One way to hand an invoice to its customer: a link to another app, or something done here. */
export type ShareChannel = { label: string; icon: ReactNode } & (
  | { href: string; onOpen: () => void }
  | { run: () => void }
);

/** The phone number of an invoice's customer: null when there is none or the customer has left the list, undefined until that is known. */
export function useCustomerPhone({ customerId: id }: InvoiceDetail): string | null | undefined {
  const currency = useCurrency();
  const { data, isError } = useQuery({
    queryKey: ['customers.phone', currency, id],
    queryFn: async ({ signal }) =>
      (await call(customers.details, { params: { currency, id } }, { signal })).data.phone,
    retry: false,
  });
  return isError ? null : data;
}

/** Every way to hand the pay page to the customer, the most used first, and the dialog that shows its QR code. */
export function useShareChannels(
  invoice: InvoiceDetail,
  url: string,
): { channels: ShareChannel[]; qrDialog: ReactNode } {
  const [showsQr, setShowsQr] = useState(false);
  const remind = useRemindInvoice();
  const download = useDownloadPdf();
  const recordShare = useRecordShare(invoice.id);
  const phone = useCustomerPhone(invoice) ?? null;
  const text = shareText(invoice, url);
  const shared = { title: `${texts.invoice} ${invoice.invoiceNumber}`, text };
  const nativeShare: ShareChannel = {
    label: texts.more,
    icon: <Share2 aria-hidden />,
    run: () => {
      void openShareSheet(shared);
      recordShare('other');
    },
  };
  const byEmail: ShareChannel = {
    label: texts.email,
    icon: <Mail aria-hidden />,
    run: () => !remind.isPending && remind.mutate({ invoiceId: invoice.id, channels: ['email'] }),
  };
  const channels: ShareChannel[] = [
    {
      label: texts.whatsapp,
      icon: <MessageCircle aria-hidden />,
      href: whatsappLink(text, phone),
      onOpen: () => recordShare('whatsapp'),
    },
    {
      label: texts.copy,
      icon: <Copy aria-hidden />,
      run: () => void copy(url).then((copied) => copied && recordShare('link')),
    },
    {
      label: texts.showQr,
      icon: <QrCode aria-hidden />,
      run: () => {
        setShowsQr(true);
        recordShare('qr');
      },
    },
    ...(canUseShareSheet(shared) ? [nativeShare] : []),
    ...(invoice.customerEmail === '' ? [] : [byEmail]),
    {
      label: texts.pdf,
      icon: <Download aria-hidden />,
      run: () => !download.isPending && download.mutate(invoice),
    },
  ];
  const qrDialog = <QrDialog invoice={invoice} open={showsQr} onClose={() => setShowsQr(false)} />;
  return { channels, qrDialog };
}

type QrDialogProps = { invoice: InvoiceDetail; open: boolean; onClose: () => void };

/** The code large enough for a phone held across a counter. */
function QrDialog({ invoice, open, onClose }: QrDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${texts.invoice} ${invoice.invoiceNumber}`}
      description={texts.qrHint}
      width="sm"
    >
      <div className="grid justify-items-center gap-4 text-center">
        <img src={invoice.qrCode} alt={texts.qr} className="w-full max-w-xs rounded-card bg-white p-3" />
        <Money amount={askedOf(invoice)} currency={invoice.currency} className="font-bold text-3xl" />
        <Button variant="outline" onClick={() => void savePicture(invoice)}>
          <Download aria-hidden />
          {texts.qrPicture}
        </Button>
      </div>
    </Dialog>
  );
}

/** Wide enough to print. */
const SIDE_PX = 1024;

/** Saves a drawn code as PNG: what can be sent and printed anywhere. Throws where the browser cannot draw it. */
async function saveQrPicture(drawing: string, name: string): Promise<void> {
  const image = new Image(SIDE_PX, SIDE_PX);
  image.src = drawing;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  canvas.getContext('2d')?.drawImage(image, 0, 0, SIDE_PX, SIDE_PX);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  saveBlob(blob, name);
}

async function savePicture({ qrCode, invoiceNumber }: InvoiceDetail): Promise<void> {
  try {
    await saveQrPicture(qrCode, `${invoiceNumber}-qr.png`);
  } catch {
    toast.error(texts.qrPictureFailed);
  }
}

async function copy(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(texts.copied);
    return true;
  } catch {
    toast.error(texts.copyFailed);
    return false;
  }
}

// Some browsers have the system's sheet without a way to ask what it takes; text is what all of them take.
function canUseShareSheet(shared: ShareData): boolean {
  if (!('share' in navigator)) return false;
  return !('canShare' in navigator) || navigator.canShare(shared);
}

// Closing the system's own sheet is an answer, not a failure.
async function openShareSheet(shared: ShareData): Promise<void> {
  await navigator.share(shared).catch(() => undefined);
}
