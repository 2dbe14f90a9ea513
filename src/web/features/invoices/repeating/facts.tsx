import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { InvoiceBadge } from '#web/ui/invoice-badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { PlanAct, PlanDetail } from './api.ts';
import { rhythmWords } from './schedule.ts';
import { DateList } from './schedule-dialog.tsx';
import { texts } from './texts.ts';

const labels = texts.plan;

type PlanProps = { plan: PlanDetail };

/** The invoice a plan makes, and how often. */
export function Facts({ plan }: PlanProps) {
  const { nextTitle, totalAmount, currency, dueDays, mode } = plan;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 text-15">
      <Fact name={labels.amount}>
        <Money amount={totalAmount} currency={currency} className="font-semibold" />
        {nextTitle && <span className="wrap-anywhere block text-13 text-muted">{nextTitle}</span>}
      </Fact>
      <Fact name={labels.rhythm}>{rhythmWords(plan)}</Fact>
      <Fact name={labels.due}>{dueDays}</Fact>
      <Fact name={labels.ends}>{endWords(plan)}</Fact>
      <Fact name={texts.form.mode}>{texts.form.modes[mode]}</Fact>
    </dl>
  );
}

function endWords({ endsAfter, endsOn }: PlanDetail): string {
  if (endsOn) return labels.endsOn(formatDate(endsOn));
  return endsAfter ? labels.endsAfter(endsAfter) : labels.endsNever;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

type SectionProps = { title: string; text?: string; children: ReactNode };

function Section({ title, text, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      {text && <p className="mt-0.5 text-muted text-sm">{text}</p>}
      {children}
    </section>
  );
}

export function NextDates({ plan }: PlanProps) {
  if (plan.state !== 'active') return null;
  return (
    <Section title={labels.dates}>
      <DateList dates={plan.dates} />
    </Section>
  );
}

type MissedProps = PlanProps & { pending: boolean; onRun: (act: PlanAct) => void };

/** Days nothing ran on, each to be made or skipped. */
export function Missed({ plan, pending, onRun }: MissedProps) {
  const days = plan.occurrences.filter(({ state }) => state === 'missed');
  if (days.length === 0) return null;
  return (
    <Section title={labels.missedTitle} text={labels.missedText}>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {days.map(({ number, day }) => (
          <li key={number} className="flex flex-wrap items-center gap-2 py-2">
            <span className="num mr-auto">{formatDate(day)}</span>
            <Button
              size="sm"
              variant="outline"
              disabled={pending}
              aria-label={labels.skipOf(formatDate(day))}
              onClick={() => onRun({ act: 'skip', number })}
            >
              {labels.skip}
            </Button>
            <Button
              size="sm"
              disabled={pending}
              aria-label={labels.issueOf(formatDate(day))}
              onClick={() => onRun({ act: 'issue', number })}
            >
              {labels.issue}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The invoices a plan made, and the days that were skipped. */
export function Came({ plan: { occurrences, currency } }: PlanProps) {
  const days = occurrences.filter(({ state }) => state !== 'missed');
  if (days.length === 0) return null;
  return (
    <Section title={labels.came}>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {days.map(({ number, day, invoice }) => (
          <li key={number} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="num mr-auto">{labels.cameFor(formatDate(day))}</span>
            {invoice ? (
              <>
                <Link
                  to="/dashboard/invoices"
                  search={{ invoice: invoice.id }}
                  className="font-medium text-15 text-primary underline-offset-4 hover:underline"
                >
                  {invoice.invoiceNumber}
                </Link>
                <Money amount={invoice.totalAmount} currency={currency} />
                <InvoiceBadge status={invoice.displayStatus} />
              </>
            ) : (
              <Badge>{labels.skipped}</Badge>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
