import { Copy, Mail, MessageCircle, QrCode, Share2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { type InvoiceDetail, useRemindInvoice } from '../api.ts';
import { detailsTexts as texts } from './texts.ts';

/** Every way to hand the pay page to the customer, the most used first. */
export function ShareMenu({ invoice, url }: { invoice: InvoiceDetail; url: string }) {
  const [showsQr, setShowsQr] = useState(false);
  const remind = useRemindInvoice();
  const text = messageOf(invoice, url);
  return (
    <>
      <DropdownMenu
        label={texts.share}
        trigger={
          <Button>
            <Share2 aria-hidden />
            {texts.share}
          </Button>
        }
      >
        <MenuItem
          icon={<MessageCircle aria-hidden />}
          onSelect={() =>
            window.open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener')
          }
        >
          {texts.whatsapp}
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
      <Dialog open={showsQr} onClose={() => setShowsQr(false)} title={texts.qrHint} width="sm">
        <img
          src={invoice.qrCode}
          alt={texts.qr}
          className="mx-auto w-full max-w-xs rounded-card bg-white p-3"
        />
      </Dialog>
    </>
  );
}

function messageOf(invoice: InvoiceDetail, url: string): string {
  return texts.shareText({
    business: invoice.businessId.businessName,
    number: invoice.invoiceNumber,
    amount: formatMoney(invoice.balance, invoice.currency),
    due: formatDate(invoice.dueDate),
    url,
  });
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
