import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Currency } from '#core/money.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import { ErrorState, Notice, Skeleton } from '#web/ui/states.tsx';
import { type PaymentDetails, paymentDetails } from '../api.ts';
import { texts } from '../texts.ts';
import { Allocations } from './allocations.tsx';
import { Facts } from './facts.tsx';
import { Refunds } from './refunds.tsx';
import { Settlement } from './settlement.tsx';
import { customerNameOf, detailsTexts as labels } from './texts.ts';
import { Timeline } from './timeline.tsx';

const RefundDialog = lazyComponent(async () => (await import('../refund/dialog.tsx')).RefundDialog);

/** At the right edge where there is room; below that a sheet like every dialog. */
const drawerClass =
  'md:top-0 md:right-0 md:left-auto md:h-dvh md:max-h-dvh md:max-w-[31rem] md:translate-x-0 md:translate-y-0 md:rounded-r-none md:border-y-0 md:border-r-0 ' +
  'md:animate-drawer-in md:data-[state=closed]:animate-drawer-out';

type PaymentDialogProps = {
  currency: Currency;
  /** Null closes it. */
  paymentId: string | null;
  onClose: () => void;
};

/** One payment: what it cost, which invoices it paid, what went back of it, and giving it back. */
export function PaymentDialog({ currency, paymentId, onClose }: PaymentDialogProps) {
  // The last one stays in the drawer while it leaves the screen.
  const last = useRef(paymentId);
  if (paymentId !== null) last.current = paymentId;
  const id = last.current ?? '';
  const query = useQuery({ ...paymentDetails(currency, id), enabled: paymentId !== null });
  const details = query.data;
  const [refunding, setRefunding] = useState(false);
  useEffect(() => setRefunding(false), [paymentId]);
  const canRefund = details !== undefined && details.refundable > 0;
  return (
    <Dialog
      open={paymentId !== null}
      onClose={onClose}
      title={details ? labels.of(customerNameOf(details, texts.unknownCustomer)) : labels.title}
      className={drawerClass}
      footer={
        canRefund && (
          <Button variant="outline" className="max-md:flex-1" onClick={() => setRefunding(true)}>
            <Undo2 aria-hidden />
            {labels.giveBack}
          </Button>
        )
      }
    >
      {details && <Sections key={id} details={details} />}
      {!details && query.failureCount > 0 && (
        <ErrorState title={labels.failed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {!details && query.failureCount === 0 && <DetailsSkeleton />}
      {refunding && details && <RefundDialog details={details} onClose={() => setRefunding(false)} />}
    </Dialog>
  );
}

function Sections({ details }: { details: PaymentDetails }) {
  const { payment, settlement } = details;
  const statusNotice = labels.notIn[payment.status];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-3">
        <span role="status" className="flex flex-wrap items-center gap-2">
          <StatusBadge status={payment.status} />
          {payment.testMode && <Badge>{labels.test}</Badge>}
        </span>
        <p className="font-bold text-[2rem] leading-tight">
          <FittedMoney amount={payment.amount} currency={payment.currency} />
        </p>
        {statusNotice && <Notice tone={payment.status === 'pending' ? 'warn' : 'bad'}>{statusNotice}</Notice>}
      </div>
      {settlement && <Settlement settlement={settlement} payment={payment} />}
      <Allocations details={details} />
      <Refunds details={details} />
      <Facts details={details} />
      <Timeline details={details} />
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <div role="status" aria-label={labels.loading} className="grid gap-5">
      <Skeleton className="h-6 w-24 rounded-full" />
      <Skeleton className="h-10 w-56 max-w-full" />
      <Skeleton className="h-40" />
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  );
}
