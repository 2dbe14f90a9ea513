import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, MonitorCheck, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CreditNotice } from '#web/lib/customer-credit/notice.tsx';
import { OpenClaims } from '#web/lib/claims/open-claims.tsx';
import { invoiceDetail } from '#web/lib/invoices/delivery.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { areSingleKeysOn } from '#web/lib/preferences/single-key-shortcuts.ts';
import { existingRecord, RecordStates } from '#web/lib/record-states.tsx';
import { useCurrency } from '#web/lib/session/session.ts';
import { InvoiceBadge } from '#web/ui/invoice-badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import type { InvoiceDetail } from '../api.ts';
import { isPayable, isUnpaid } from '../status.ts';
import { DetailsActions } from './actions.tsx';
import { JustSent } from './just-sent.tsx';
import { InvoicePreview } from './preview.tsx';
import { RecipientsNotice } from './recipients-notice.tsx';
import { RemindersPanel } from './reminders/panel.tsx';
import { detailsTexts as texts } from './texts.ts';
import { Timeline } from './timeline.tsx';

const MissingTax = lazyComponent(async () => (await import('./missing-tax.tsx')).MissingTax);

/** The records beside the open one in the list; null at its ends. */
export type Neighbours = { previous: string | null; next: string | null };

type InvoiceDetailsDialogProps = {
  invoiceId: string | null;
  neighbours: Neighbours;
  onClose: () => void;
  onOpen: (invoiceId: string) => void;
  onEdit: (invoiceId: string) => void;
};

/** One invoice as its customer will see it, with what can be done about it. */
export function InvoiceDetailsDialog({
  invoiceId,
  neighbours,
  onClose,
  onOpen,
  onEdit,
}: InvoiceDetailsDialogProps) {
  const currency = useCurrency();
  // The last one stays in the dialog while it leaves the screen.
  const last = useRef(invoiceId);
  if (invoiceId !== null) last.current = invoiceId;
  const id = last.current ?? '';
  const query = useQuery({ ...invoiceDetail(currency, id), enabled: invoiceId !== null });
  useNeighbourShortcuts(invoiceId !== null, neighbours, onOpen);
  const invoice = existingRecord(query);
  return (
    <Dialog
      open={invoiceId !== null}
      onClose={onClose}
      title={invoice ? `${texts.invoice} ${invoice.invoiceNumber}` : texts.title}
      width="lg"
      top={
        <TopLine
          neighbours={neighbours}
          onOpen={onOpen}
          aside={
            invoice && (
              <>
                <CustomerLink invoice={invoice} />
                {isPayable(invoice) && <PosLink id={invoice.id} />}
              </>
            )
          }
        >
          {invoice && <InvoiceBadge status={invoice.displayStatus} />}
          {!invoice && query.failureCount === 0 && <Skeleton className="h-6 w-20 rounded-full" />}
        </TopLine>
      }
      footer={
        invoice && <DetailsActions key={id} invoice={invoice} onDeleted={onClose} onEdit={() => onEdit(id)} />
      }
    >
      <ScrollArea key={id}>
        {invoice && <OpenClaims currency={currency} invoiceId={id} className="mb-4" />}
        {invoice && <JustSent invoice={invoice} />}
        {invoice && isUnpaid(invoice) && <CreditNotice key={id} invoice={invoice} />}
        {invoice?.likelyTax?.state === 'missing' && <MissingTax key={id} invoice={invoice} />}
        {invoice?.status === 'pending' && <RecipientsNotice />}
        {invoice && <InvoicePreview invoice={invoice} />}
        {invoice && <RemindersPanel invoice={invoice} />}
        {invoice && <Timeline invoice={invoice} />}
        <RecordStates query={query} gone={texts.gone} failed={texts.failed}>
          <PreviewSkeleton />
        </RecordStates>
      </ScrollArea>
    </Dialog>
  );
}

/** The area around the preview, out to the dialog's edges. */
const previewAreaClass =
  '-mx-6 -mt-1 -mb-6 min-h-full border-line border-t bg-sunken px-6 py-5 -outline-offset-2 max-md:-mx-4.5 max-md:px-3 max-md:py-3';

/** Can be reached and scrolled by keys; begins at the top, also when it follows a neighbour that was scrolled. */
function ScrollArea({ children }: { children: ReactNode }) {
  const start = useRef<HTMLElement>(null);
  useEffect(() => {
    start.current?.parentElement?.scrollTo(0, 0);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled text without controls is reached by Tab only so
    <section ref={start} data-reading aria-label={texts.invoice} tabIndex={0} className={previewAreaClass}>
      {children}
    </section>
  );
}

type StepProps = { neighbours: Neighbours; onOpen: (invoiceId: string) => void };

type TopLineProps = StepProps & { aside: ReactNode; children: ReactNode };

function TopLine({ neighbours, onOpen, aside, children }: TopLineProps) {
  const { previous, next } = neighbours;
  return (
    <div className="-mt-1 flex min-h-11 items-center gap-1">
      <span role="status" className="mr-auto">
        {children}
      </span>
      {aside}
      {(previous || next) && (
        <>
          <IconButton
            size="sm"
            className="shrink-0"
            label={texts.previous}
            disabled={!previous}
            onClick={() => previous && onOpen(previous)}
          >
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton
            size="sm"
            className="shrink-0"
            label={texts.next}
            disabled={!next}
            onClick={() => next && onOpen(next)}
          >
            <ChevronRight aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}

function CustomerLink({ invoice: { customerId, customerName } }: { invoice: InvoiceDetail }) {
  return (
    <Link
      to="/dashboard/customers/$id"
      params={{ id: customerId }}
      className={buttonClass({ variant: 'ghost', size: 'sm', className: 'min-w-0 shrink text-primary' })}
    >
      <UserRound aria-hidden />
      <span className="truncate max-[359px]:sr-only">{customerName}</span>
    </Link>
  );
}

/** On phones it stands in the menu of the foot. */
function PosLink({ id }: { id: string }) {
  return (
    <Link
      to="/dashboard/invoices/$id/counter"
      params={{ id }}
      className={buttonClass({ variant: 'ghost', size: 'sm', className: 'text-primary max-md:hidden' })}
    >
      <MonitorCheck aria-hidden />
      {texts.counter}
    </Link>
  );
}

const keys = new Map<string, keyof Neighbours>([
  ['j', 'next'],
  ['ArrowRight', 'next'],
  ['ArrowDown', 'next'],
  ['k', 'previous'],
  ['ArrowLeft', 'previous'],
  ['ArrowUp', 'previous'],
]);

/**
 * J and K, or the arrows, lead to the neighbours, unless a menu or another dialog lies above. Up and down scroll while
 * the invoice itself has focus.
 */
function useNeighbourShortcuts(
  open: boolean,
  { previous, next }: Neighbours,
  onOpen: (invoiceId: string) => void,
) {
  const go = useRef(onOpen);
  go.current = onOpen;
  useEffect(() => {
    if (!open) return;
    const press = (event: KeyboardEvent) => {
      const side = keys.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
      if (!side || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key.length === 1 && !areSingleKeysOn()) return;
      if (/^Arrow(Up|Down)$/.test(event.key) && isInScrollArea(event.target)) return;
      if (document.querySelectorAll('[role="dialog"], [role="menu"]').length > 1) return;
      const neighbour = side === 'next' ? next : previous;
      if (neighbour) go.current(neighbour);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [open, previous, next]);
}

const isInScrollArea = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-reading]') !== null;

function PreviewSkeleton() {
  return (
    <div
      role="status"
      aria-label={texts.loading}
      className="grid min-h-[60dvh] content-start gap-4 rounded-card border border-line bg-surface p-5"
    >
      <Skeleton className="h-16" />
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-28" />
    </div>
  );
}
