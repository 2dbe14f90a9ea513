import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, CalendarClock } from 'lucide-react';
import { type ReactNode } from 'react';
import { formatInstant, formatLongDate, formatMoney } from '#web/lib/format.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import type { InvoiceDetail } from '../../api.ts';
import { isUnpaid } from '../../status.ts';
import { type InvoiceReminders, remindersOfInvoice, useSwitchReminders, useWithdrawPromise } from './api.ts';
import { PromiseDialog } from './promise-dialog.tsx';
import { texts } from './texts.ts';

/** The next step for an unpaid invoice: a promise, the next reminder, or why there is none. */
export function RemindersPanel({ invoice }: { invoice: InvoiceDetail }) {
  const [promising, setPromising] = useOpened('promise');
  const query = useQuery({ ...remindersOfInvoice(invoice.currency, invoice.id), enabled: isUnpaid(invoice) });
  if (!isUnpaid(invoice) || (!query.data && query.failureCount > 0)) return null;
  const reminders = query.data;
  return (
    <section
      aria-labelledby="invoice-reminders"
      className="mt-4 grid gap-3 rounded-card border border-line bg-surface p-4 sm:p-5 md:px-7"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="invoice-reminders" className="text-lg">
          {texts.title}
        </h3>
        <Button variant="outline" size="sm" disabled={!reminders} onClick={() => setPromising(true)}>
          <CalendarClock aria-hidden />
          {texts.promise}
        </Button>
      </div>
      {reminders ? (
        <>
          <PromiseLine reminders={reminders} invoice={invoice} onReschedule={() => setPromising(true)} />
          <NextLine reminders={reminders} invoice={invoice} />
        </>
      ) : (
        <Skeleton className="h-11" />
      )}
      {promising && <PromiseDialog invoice={invoice} onClose={() => setPromising(null)} />}
    </section>
  );
}

function PromiseLine({
  reminders,
  invoice,
  onReschedule,
}: {
  reminders: InvoiceReminders;
  invoice: InvoiceDetail;
  onReschedule: () => void;
}) {
  const withdraw = useWithdrawPromise();
  const { promise } = reminders;
  if (!promise) return null;
  const day = formatLongDate(promise.day);
  const part = promise.amount < invoice.balance ? formatMoney(promise.amount, invoice.currency) : null;
  const isOpen = promise.state === 'open';
  return (
    <Line
      icon={<CalendarClock aria-hidden className={isOpen ? 'text-info' : 'text-bad'} />}
      text={isOpen ? texts.promisedFor(day, part) : texts.broken(day)}
      hint={promise.note}
    >
      <Button variant="ghost" size="sm" onClick={onReschedule}>
        {texts.move}
      </Button>
      {isOpen && (
        <Button
          variant="ghost"
          size="sm"
          pending={withdraw.isPending}
          onClick={() => withdraw.mutate(promise.id)}
        >
          {texts.withdraw}
        </Button>
      )}
    </Line>
  );
}

function NextLine({ reminders, invoice }: { reminders: InvoiceReminders; invoice: InvoiceDetail }) {
  const change = useSwitchReminders();
  const { stop, next, prepared } = reminders;
  const toggleButton = (on: boolean, label: string) => (
    <Button
      variant="ghost"
      size="sm"
      pending={change.isPending}
      onClick={() => change.mutate({ id: invoice.id, on })}
    >
      {label}
    </Button>
  );
  const icon = <BellRing aria-hidden className="text-muted" />;
  if (stop === 'off')
    return (
      <Line icon={icon} text={texts.stops.off}>
        <Link to="/dashboard/settings/reminders" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          {texts.settings}
        </Link>
      </Line>
    );
  if (stop)
    return (
      <Line icon={icon} text={texts.stops[stop]}>
        {stop === 'switched_off' && toggleButton(true, texts.switchOn)}
        {stop === 'partly_paid' && toggleButton(true, texts.resume)}
      </Line>
    );
  if (prepared)
    return (
      <Line icon={<BellRing aria-hidden className="text-primary" />} text={texts.waits}>
        <Link to="/dashboard/reminders" className={buttonClass({ variant: 'outline', size: 'sm' })}>
          {texts.seeIt}
        </Link>
      </Line>
    );
  if (!next) return <Line icon={icon} text={texts.noMore} />;
  return (
    <Line
      icon={icon}
      text={texts.nextAt(formatInstant(next.at))}
      hint={next.ofPromise ? texts.afterPromise : texts.step(next.daysLate)}
    >
      {toggleButton(false, texts.switchOff)}
    </Line>
  );
}

type LineProps = { icon: ReactNode; text: string; hint?: string; children?: ReactNode };

function Line({ icon, text, hint, children }: LineProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 [&>svg]:size-5 [&>svg]:shrink-0">
      {icon}
      <p className="wrap-anywhere min-w-0 flex-1 basis-44 text-15">
        {text}
        {hint && <span className="block text-muted text-sm">{hint}</span>}
      </p>
      <span className="flex flex-wrap gap-1">{children}</span>
    </div>
  );
}
