import { Send } from 'lucide-react';
import { useBusiness } from '#web/lib/business-profile.ts';
import { LimitNotice } from '#web/lib/profile/limit-notice.tsx';
import { detailsTexts as texts } from './texts.ts';

const FEW = 3;

/** Said beside an invoice to send, once few new customers can be written to today. */
export function RecipientsNotice() {
  const recipients = useBusiness().data?.recipients;
  if (!recipients || recipients.left > FEW) return null;
  const { most, left, raise } = recipients;
  return <LimitNotice icon={<Send aria-hidden />} text={texts.recipients(most, left)} raise={raise} />;
}
