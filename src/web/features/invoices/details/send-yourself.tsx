import { MessageCircle } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { type InvoiceDetail, useRecordShare } from '../api.ts';
import { useCustomerPhone } from './share-channels.tsx';
import { shareText, whatsappLink } from './share-text.ts';
import { detailsTexts as texts } from './texts.ts';

/** Opens the owner's own WhatsApp with the invoice, in place of a message that did not go. */
export function SendYourself({ invoice, url }: { invoice: InvoiceDetail; url: string }) {
  const phone = useCustomerPhone(invoice) ?? null;
  const recordShare = useRecordShare(invoice.id);
  return (
    <a
      href={whatsappLink(shareText(invoice, url), phone)}
      target="_blank"
      rel="noreferrer"
      onClick={() => recordShare('whatsapp')}
      className={buttonClass({ variant: 'outline', size: 'sm' })}
    >
      <MessageCircle aria-hidden />
      {texts.sendYourself}
    </a>
  );
}
