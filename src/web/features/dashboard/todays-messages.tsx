import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import * as z from 'zod/mini';
import { reminders } from '#contract/reminders.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { readSnapshot, saveSnapshot } from '#web/lib/figures/snapshot.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import type { PanelContext } from './panel-context.ts';
import { texts } from './texts.ts';

/** How many messages wait to be sent; the number seen last stands in until the new one is there. */
const messagesToSend = (currency: Currency, businessId: string) =>
  queryOptions({
    queryKey: ['reminders.count', currency, businessId],
    queryFn: async ({ signal }) => {
      const { page } = await call(reminders.today, { params: { currency }, query: { limit: 0 } }, { signal });
      saveSnapshot('messagesToSend', `${businessId} ${currency}`, z.number(), page.total);
      return page.total;
    },
    ...readSnapshot('messagesToSend', `${businessId} ${currency}`, z.number()),
  });

/** How many messages wait for their owner to send them today; nothing while there are none. */
export function TodaysMessages({ currency, businessId }: Pick<PanelContext, 'currency' | 'businessId'>) {
  const { data = 0 } = useQuery(messagesToSend(currency, businessId));
  if (data === 0) return null;
  return (
    <Notice
      icon={<BellRing aria-hidden />}
      action={
        <Link
          to="/dashboard/reminders"
          className={buttonClass({ variant: 'outline', size: 'sm', className: 'shrink-0' })}
        >
          {texts.toSend.see}
        </Link>
      }
    >
      <b className="font-semibold">{texts.toSend.count(data)}</b>
    </Notice>
  );
}
