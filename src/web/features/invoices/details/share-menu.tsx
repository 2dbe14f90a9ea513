import { Copy, Mail, MessageCircle, QrCode, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/menu.tsx';
import { Money } from '../../../ui/money.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { type InvoiceDetail, useRemindInvoice } from '../api.ts';
import { shareText, whatsappLink } from './share-text.ts';
import { detailsTexts as texts } from './texts.ts';
import { useCustomerPhone } from './use-customer-phone.ts';

type ShareMenuProps = { invoice: InvoiceDetail; url: string; className?: string };

/** Every way to hand the pay page to the customer, the most used first. */
export function ShareMenu({ invoice, url, className }: ShareMenuProps) {
  const [showsQr, setShowsQr] = useState(false);
  const remind = useRemindInvoice();
  const phone = useCustomerPhone(invoice);
  const text = shareText(invoice, url);
  return (
    <>
      <DropdownMenu
        label={texts.share}
        trigger={
          <Button className={className}>
            <Share2 aria-hidden />
            {texts.share}
          </Button>
        }
      >
        <MenuItem asChild>
          <a href={whatsappLink(text, phone)} target="_blank" rel="noreferrer">
            <MessageCircle aria-hidden />
            {texts.whatsapp}
          </a>
        </MenuItem>
        <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy(url)}>
          {texts.copy}
        </MenuItem>
        <MenuItem icon={<QrCode aria-hidden />} onSelect={() => setShowsQr(true)}>
          {texts.showQr}
        </MenuItem>
        {'share' in navigator && (
          <MenuItem icon={<Share2 aria-hidden />} onSelect={() => void handOn(text)}>
            {texts.more}
          </MenuItem>
        )}
        <MenuItem icon={<Mail aria-hidden />} onSelect={() => remind.mutate({ invoiceId: invoice.id })}>
          {texts.email}
        </MenuItem>
      </DropdownMenu>
      <Dialog
        open={showsQr}
        onClose={() => setShowsQr(false)}
        title={`${texts.invoice} ${invoice.invoiceNumber}`}
        description={texts.qrHint}
        width="sm"
      >
        <div className="grid justify-items-center gap-4 text-center">
          <img src={invoice.qrCode} alt={texts.qr} className="w-full max-w-xs rounded-card bg-white p-3" />
          <Money amount={invoice.balance} currency={invoice.currency} className="font-bold text-3xl" />
        </div>
      </Dialog>
    </>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.copyFailed);
  }
}

// Closing the system's own sheet is an answer, not a failure.
async function handOn(text: string): Promise<void> {
  await navigator.share({ text }).catch(() => undefined);
}
