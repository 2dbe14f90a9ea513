import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '#core/money.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { savedCardsQuery, useStopCard } from '#web/lib/saved-cards.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Panel } from '#web/ui/card.tsx';
import { texts } from './texts.ts';

const labels = texts.cards;

/** The cards a customer lets the business charge, each with a button that stops it. Nothing where there are none. */
export function SavedCards({ customerId }: { customerId: string }) {
  const currency = useCurrency();
  const [asked, setAsked] = useState<string | null>(null);
  const { data } = useQuery(savedCardsQuery(currency, customerId));
  const stop = useStopCard(currency);
  if (!data || data.length === 0) return null;
  const stopIt = () => {
    if (asked !== null)
      stop.mutate(asked, {
        onSuccess: () => toast.success(labels.stopped),
        onError: (error) => toastFailure(error, messageOf(error, labels.failed)),
      });
    setAsked(null);
  };
  return (
    <Panel title={labels.title}>
      <ul className="divide-y divide-line">
        {data.map(({ id, brand, last4, title, cap, status }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
            <span className="mr-auto min-w-0">
              <span className="num block font-medium">{labels.name(brand, last4)}</span>
              <span className="wrap-anywhere block text-13 text-muted">
                {[title, labels.upTo(formatMoney(cap, currency))].filter(Boolean).join(' · ')}
              </span>
            </span>
            {status === 'active' ? (
              <Button size="sm" variant="outline" disabled={stop.isPending} onClick={() => setAsked(id)}>
                {labels.stop}
              </Button>
            ) : (
              <Badge>{labels.states[status]}</Badge>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && (
        <AlertDialog
          open
          onClose={() => setAsked(null)}
          title={labels.stopTitle}
          text={labels.stopText}
          confirm={labels.stop}
          danger
          onConfirm={stopIt}
        />
      )}
    </Panel>
  );
}
