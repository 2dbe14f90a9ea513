import { useQuery } from '@tanstack/react-query';
import { HandCoins, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { dateIn } from '#core/dates.ts';
import { type Currency, subtract, ZERO } from '#core/money.ts';
import { formatInstant, formatLongDate } from '#web/lib/format.ts';
import { lazyComponent, lazyDialog } from '#web/lib/lazy.tsx';
import { existingRecord, RecordStates } from '#web/lib/record-states.tsx';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import { type Payment, paymentDetails, type PaymentDetails } from '../api.ts';
import { texts } from '../texts.ts';
import { Allocations } from './allocations.tsx';
import { Refunds } from './refunds.tsx';
import { Line, Section } from './section.tsx';
import { customerNameOf, detailsTexts as labels } from './texts.ts';
import { Timeline } from './timeline.tsx';
import { PaidTwice, UndoDialog } from './undo.tsx';

const AttachmentButton = lazyComponent(
  async () => (await import('#web/lib/files/attachment-button.tsx')).AttachmentButton,
);
const GiveBackDialog = lazyDialog(async () => (await import('./give-back.tsx')).GiveBackDialog);
const RefundDialog = lazyDialog(async () => (await import('../refund/dialog.tsx')).RefundDialog);

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

/** A dialog over a payment's drawer. */
type Asked = 'refund' | 'undo' | 'handBack';

/** One payment: what it cost, which invoices it paid, what went back of it, and giving it back. */
export function PaymentDialog({ currency, paymentId, onClose }: PaymentDialogProps) {
  // The last one stays in the drawer while it leaves the screen.
  const last = useRef(paymentId);
  if (paymentId !== null) last.current = paymentId;
  const id = last.current ?? '';
  const query = useQuery({ ...paymentDetails(currency, id), enabled: paymentId !== null });
  const details = existingRecord(query);
  const [asked, setAsked] = useOpened<Asked>(`ask ${id}`);
  const close = () => setAsked(null);
  const isRecorded = Boolean(details?.record) && details?.payment.status === 'completed';
  const back = details?.payment.refundedAmount ?? 0;
  const canUndo = isRecorded && back === 0;
  const canHandBack = isRecorded && back < (details?.payment.amount ?? 0);
  const canRefund = details !== undefined && details.refundable > 0;
  return (
    <Dialog
      open={paymentId !== null}
      onClose={onClose}
      title={details ? labels.of(customerNameOf(details, texts.unknownCustomer)) : labels.title}
      className={drawerClass}
      footer={
        canHandBack ? (
          <>
            <Button variant="outline" className="max-md:flex-1" onClick={() => setAsked('handBack')}>
              <HandCoins aria-hidden />
              {labels.handBack}
            </Button>
            {canUndo && (
              <Button variant="outline" className="max-md:flex-1" onClick={() => setAsked('undo')}>
                <Undo2 aria-hidden />
                {labels.undo}
              </Button>
            )}
          </>
        ) : (
          canRefund && (
            <Button variant="outline" className="max-md:flex-1" onClick={() => setAsked('refund')}>
              <Undo2 aria-hidden />
              {labels.giveBack}
            </Button>
          )
        )
      }
    >
      {details && <Sections key={id} details={details} />}
      <RecordStates query={query} gone={labels.gone} failed={labels.failed}>
        <DetailsSkeleton />
      </RecordStates>
      {asked === 'undo' && details && <UndoDialog details={details} onClose={close} />}
      {asked === 'handBack' && details && <GiveBackDialog details={details} onClose={close} />}
      {asked === 'refund' && details && <RefundDialog details={details} onClose={close} />}
    </Dialog>
  );
}

function Sections({ details }: { details: PaymentDetails }) {
  const { payment, settlement } = details;
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
        {payment.completedAt && payment.status !== 'cancelled' ? (
          <p>{payment.told}</p>
        ) : (
          <Notice tone={payment.status === 'pending' ? 'warn' : 'bad'}>{payment.told}</Notice>
        )}
      </div>
      <PaidTwice details={details} />
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

type SettlementProps = { settlement: NonNullable<PaymentDetails['settlement']>; payment: Payment };

/** From what the customer paid to what is in the balance, and when the provider passes it on. */
function Settlement({ settlement, payment }: SettlementProps) {
  const { gross, fee, net, inBalanceSince, settlesOn } = settlement;
  const { currency, provider } = payment;
  return (
    <Section title={labels.settlement}>
      <dl className="rounded-card bg-sunken px-4 py-2">
        <Line name={labels.paid}>
          <Money amount={gross} currency={currency} />
        </Line>
        {payment.surcharge > 0 && (
          <Line name={labels.surcharge}>
            <Money amount={payment.surcharge} currency={currency} />
          </Line>
        )}
        <Line name={labels.fee(provider)}>
          <Money amount={subtract(ZERO, fee)} currency={currency} />
        </Line>
        <Line name={labels.received} className="border-line border-t">
          <Money amount={net} currency={currency} className="font-bold text-lg" />
        </Line>
      </dl>
      <p className="mt-2 text-muted text-sm">
        {labels.inBalance(formatInstant(inBalanceSince))} {settlesOn && passedOn(provider, settlesOn)}
      </p>
    </Section>
  );
}

function passedOn(provider: string, day: string): string {
  const isOver = day < dateIn(new Date());
  return (isOver ? labels.settled : labels.settles)(provider, formatLongDate(day));
}

/** How it came, through whom, under which reference and when. */
function Facts({ details }: { details: PaymentDetails }) {
  const { payment, receipt, record } = details;
  const { customerId, paymentMethod, provider, transactionReference, createdAt, completedAt } = payment;
  return (
    <Section title={labels.facts}>
      <dl className="divide-y divide-line rounded-card border border-line px-4">
        {customerId?.email && <Line name={labels.customer}>{customerId.email}</Line>}
        <Line name={labels.method}>{texts.methods[paymentMethod]}</Line>
        {!record && <Line name={labels.provider}>{provider}</Line>}
        <Line name={labels.evidence}>{labels.evidences[payment.evidence]}</Line>
        {record && <Line name={labels.recordedBy}>{record.recordedBy}</Line>}
        {record?.note && <Line name={labels.recordNote}>{record.note}</Line>}
        {record?.slip && (
          <Line name={labels.slip}>
            <AttachmentButton fileId={record.slip} label={labels.openSlip} />
          </Line>
        )}
        <Line name={labels.reference}>
          <span className="break-all">{transactionReference}</span>
        </Line>
        <Line name={record ? labels.recorded : labels.started}>{formatInstant(createdAt)}</Line>
        {completedAt && !record && <Line name={labels.cameIn}>{formatInstant(completedAt)}</Line>}
        {completedAt && record && <Line name={labels.paidOn}>{formatLongDate(dateIn(completedAt))}</Line>}
        {receipt && (
          <Line name={labels.receipt}>
            <a
              href={receipt.url}
              target="_blank"
              rel="noreferrer"
              className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
            >
              {receipt.number}
            </a>
          </Line>
        )}
      </dl>
      <p className="mt-2.5">
        <CopyButton text={transactionReference} label={labels.copy} copied={labels.copied} />
      </p>
    </Section>
  );
}
