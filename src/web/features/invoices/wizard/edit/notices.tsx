import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDate, formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import type { InvoiceDetail } from '../../api.ts';
import { detailsTexts } from '../../details/texts.ts';
import { wizardTexts } from '#web/lib/invoices/wizard/texts.ts';

/** Says that what is typed comes from the last time. */
export function ResumedNotice({ onDiscard }: { onDiscard: () => void }) {
  const { text, discard } = wizardTexts.resumed;
  return (
    <Shown>
      <Notice
        action={
          <Button variant="outline" size="sm" onClick={onDiscard}>
            {discard}
          </Button>
        }
      >
        {text}
      </Notice>
    </Shown>
  );
}

type OutdatedProps = {
  reason: string;
  /** As it was when the form began, and as it is now. */
  before: InvoiceDetail;
  now: InvoiceDetail;
  /** Left out where it cannot be changed any more. */
  onKeep: (() => void) | null;
  onFresh: () => void;
};

/** Says what became of the invoice meanwhile. Nothing typed is lost: it goes on, or becomes a new invoice. */
export function OutdatedNotice({ reason, before, now, onKeep, onFresh }: OutdatedProps) {
  const { outdated } = wizardTexts;
  const changes = changesBetween(before, now);
  return (
    <Shown>
      <Notice tone="warn" icon={<TriangleAlert aria-hidden />}>
        <p className="font-semibold">{reason}.</p>
        {changes.length > 0 && (
          <>
            <p className="mt-1">{outdated.now}</p>
            <ul className="mt-1 grid gap-0.5 [overflow-wrap:anywhere]">
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </>
        )}
        <p className="mt-1 text-muted">{outdated.kept}</p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {onKeep && (
            <Button size="sm" onClick={onKeep}>
              {outdated.keep}
            </Button>
          )}
          <Button variant="outline" size="sm" onClick={onFresh}>
            {outdated.fresh}
          </Button>
        </div>
      </Notice>
    </Shown>
  );
}

// It may stand above what is seen of a long step.
function Shown({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers give back a promise here, which is no clean-up.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className="mb-4">
      {children}
    </div>
  );
}

function changesBetween(before: InvoiceDetail, now: InvoiceDetail): string[] {
  const { parts } = detailsTexts;
  const money = ({ totalAmount, currency }: InvoiceDetail) => formatMoney(totalAmount, currency);
  const lines = ({ items }: InvoiceDetail) => items.map(({ description }) => description).join(', ');
  const rows: [string, (invoice: InvoiceDetail) => string][] = [
    [parts.amount, money],
    [parts.dueDate, ({ dueDate }) => formatDate(dueDate)],
    [parts.customer, ({ customerName }) => customerName],
    [parts.title, ({ title }) => title],
    [parts.items, lines],
  ];
  return rows.flatMap(([what, valueOf]) => {
    const [from, to] = [valueOf(before), valueOf(now)];
    return from === to ? [] : [wizardTexts.outdated.change(what, from || '–', to || '–')];
  });
}
