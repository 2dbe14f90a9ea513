import { Link } from '@tanstack/react-router';
import { Ban, Hourglass } from 'lucide-react';
import { timeIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import type { Currency } from '#core/money.ts';
import { formatDay } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, Notice } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

/** Stands where the form would, in a currency nobody sends out. */
export function NotConfigured({ currency }: { currency: Currency }) {
  return (
    <Card>
      <EmptyState
        title={texts.sending.notConfigured(texts.currencyNames[currency])}
        text={texts.sending.notConfiguredText}
        icon={<Ban />}
      />
    </Card>
  );
}

/** Said before anybody types: nothing leaves while the books are looked into. */
export function PausedNotice() {
  return (
    <div className="mb-5">
      <Notice tone="warn" icon={<Hourglass aria-hidden />}>
        {texts.sending.paused}
      </Notice>
    </div>
  );
}

/** `You changed your payout account today. To protect you, withdrawals to it open tomorrow at 14:05.` */
export function CoolingNotice({ opensAt, now }: { opensAt: Date; now: Date }) {
  const changedAt = new Date(opensAt.getTime() - DAY_MS);
  return (
    <Notice tone="warn" icon={<Hourglass aria-hidden />}>
      {texts.cooling.text(
        formatDay(changedAt) === formatDay(now) ? texts.cooling.today : texts.cooling.yesterday,
        texts.cooling.at(
          formatDay(opensAt) === formatDay(now) ? texts.cooling.today : texts.cooling.tomorrow,
          timeIn(opensAt),
        ),
      )}{' '}
      <Link
        to="/dashboard/settings/security"
        className="font-semibold text-primary underline underline-offset-4"
      >
        {texts.cooling.notYou}
      </Link>
    </Notice>
  );
}
