import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/states.tsx';
import { messagesToSend } from './api.ts';
import { texts } from './texts.ts';
import type { Whose } from './whose.ts';

/** How many messages wait for their owner to send them today; nothing while there are none. */
export function TodaysMessages({ currency, businessId }: Pick<Whose, 'currency' | 'businessId'>) {
  const { data = 0 } = useQuery(messagesToSend(currency, businessId));
  if (data === 0) return null;
  return (
    <Notice
      icon={<BellRing aria-hidden />}
      action={
        <Link
          to="/dashboard/reminders"
          className={buttonClass({ look: 'outline', size: 'sm', className: 'shrink-0' })}
        >
          {texts.toSend.see}
        </Link>
      }
    >
      <b className="font-semibold">{texts.toSend.count(data)}</b>
    </Notice>
  );
}
