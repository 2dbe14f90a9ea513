import { useState } from 'react';
import { dateIn, formatMonth } from '#core/dates.ts';
import { formatMoney } from '#core/money.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { useStopCard } from '#web/lib/saved-cards.ts';
import { Button } from '#web/ui/button.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { PlanDetail } from './api.ts';
import { attemptWords, calledOffWords } from './charge-words.ts';
import { texts } from './texts.ts';

const labels = texts.plan;

/** The card a plan charges, what came of the last charge, and the button that stops it. */
export function Charging({ plan }: { plan: PlanDetail }) {
  const [asked, setAsked] = useState(false);
  const stop = useStopCard(plan.currency);
  const { card, charge } = plan;
  if (plan.mode !== 'charge' && !card && !charge) return null;
  const stopIt = () => {
    setAsked(false);
    if (!card) return;
    stop.mutate(card.id, {
      onSuccess: () => toast.success(labels.stopped),
      onError: (error) => toastFailure(error, messageOf(error, texts.failed)),
    });
  };
  return (
    <section aria-label={labels.card} className="grid gap-1.5">
      <h3 className="font-semibold">{labels.card}</h3>
      {card ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="mr-auto text-15">
            <span className="num block">{labels.cardWords(card.brand, card.last4)}</span>
            <span className="block text-13 text-muted">
              {[
                labels.upTo(formatMoney(card.cap, plan.currency)),
                card.expires ? labels.until(formatMonth(`${card.expires}-01`)) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
          <Button
            variant="outline"
            size="sm"
            className="text-bad"
            pending={stop.isPending}
            onClick={() => setAsked(true)}
          >
            {labels.stopCard}
          </Button>
        </div>
      ) : (
        <p className="text-muted text-sm">{labels.noCard}</p>
      )}
      {charge && <LastCharge charge={charge} currency={plan.currency} />}
      {asked && (
        <AlertDialog
          open
          onClose={() => setAsked(false)}
          title={labels.stopTitle}
          text={labels.stopText + calledOffWords(charge)}
          confirm={labels.stopCard}
          danger
          onConfirm={stopIt}
        />
      )}
    </section>
  );
}

type LastChargeProps = { charge: NonNullable<PlanDetail['charge']>; currency: PlanDetail['currency'] };

function LastCharge({ charge, currency }: LastChargeProps) {
  const { status, invoiceNumber, amount, attempt, at, reason } = charge;
  const words = labels.charges[status](invoiceNumber, formatDate(dateIn(at)));
  const more = [formatMoney(amount, currency), attemptWords({ status, attempt }), reason ?? ''].filter(
    Boolean,
  );
  return (
    <p className="mt-1 text-15">
      <span className="sr-only">{labels.charge}: </span>
      {words}
      <span className="wrap-anywhere block text-13 text-muted">{more.join(' · ')}</span>
    </p>
  );
}
