import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { formatMoney, type Currency } from '#core/money.ts';
import { dateIn } from '#core/dates.ts';
import { toastFailure } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { lazyComponent, lazyDialog } from '#web/lib/lazy.tsx';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useAsk, useChange, type Withholding, withholdings } from './api.ts';
import { texts } from './texts.ts';

const AttachmentButton = lazyComponent(
  async () => (await import('#web/lib/files/attachment-button.tsx')).AttachmentButton,
);
const CertificateDialog = lazyDialog(async () => (await import('./dialogs.tsx')).CertificateDialog);
const RefusedDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RefusedDialog);

/** Tax that customers kept: awaited certificates first, the oldest first. */
export function CertificateList({ currency, year }: { currency: Currency; year: number | undefined }) {
  const { data, failureCount, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    withholdings(currency, year),
  );
  const retry = useRetryNow(withholdings(currency, year).queryKey);
  if (!data && failureCount > 0)
    return (
      <Card>
        <ErrorState title={texts.retry} onRetry={retry} />
      </Card>
    );
  const records = data?.pages.flatMap((page) => page.data);
  if (records?.length === 0)
    return (
      <Card>
        <EmptyState
          title={year ? texts.emptyYear(year) : texts.empty}
          text={texts.hint}
          icon={<ReceiptText />}
        />
      </Card>
    );
  return (
    <Card className="overflow-hidden p-0">
      <ul className="divide-y divide-line">
        {records
          ? records.map((record) => <CertificateRow key={record.id} record={record} />)
          : Array.from({ length: 3 }, (_, at) => (
              <li key={at} aria-hidden className="px-4.5 py-4">
                <Skeleton className="h-5 w-56 max-w-full" />
                <Skeleton className="mt-2 h-4 w-40" />
              </li>
            ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="ghost"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="w-full"
        >
          {texts.more}
        </Button>
      )}
    </Card>
  );
}

const tones = {
  declared: 'neutral',
  pending: 'warn',
  received: 'ok',
  used: 'ok',
  refused: 'bad',
  withdrawn: 'neutral',
} as const;

function CertificateRow({ record }: { record: Withholding }) {
  const { customerName, amount, currency, invoiceId, invoiceNumber, rate, state, taxYear } = record;
  const { certificate } = record;
  const since = formatDate(dateIn(record.keptAt ?? record.createdAt));
  return (
    <li data-row={record.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-3.5">
      <span className="min-w-0 flex-1 basis-56">
        <Link
          to="/dashboard/invoices"
          search={{ invoice: invoiceId }}
          className="wrap-anywhere block font-medium underline-offset-4 hover:underline"
        >
          {texts.kept(customerName, formatMoney(amount, currency), state)}
        </Link>
        <span className="block text-13 text-muted">{texts.of(invoiceNumber, String(rate / 100), since)}</span>
        {certificate && (
          <span className="wrap-anywhere block text-13 text-muted">
            {texts.certificate(
              certificate.number,
              formatMoney(certificate.amount, currency),
              formatDate(certificate.day),
            )}
          </span>
        )}
      </span>
      <Badge tone={tones[state]}>{state === 'used' ? texts.states.used(taxYear) : texts.states[state]}</Badge>
      {(state === 'pending' || record.certificate) && <RowActions record={record} />}
    </li>
  );
}

function RowActions({ record }: { record: Withholding }) {
  const [dialog, setDialog] = useOpened<'certificate' | 'refused'>(record.id);
  const change = useChange(record);
  const ask = useAsk(record);
  const close = () => setDialog(null);
  const sendLetter = () =>
    ask.mutate(undefined, {
      onSuccess: ({ message }) => toast.success(message ?? texts.asked),
      onError: (error) => toastFailure(error, texts.askFailed),
    });
  const use = () =>
    change.mutate(
      { state: 'used', taxYear: record.taxYear },
      {
        onSuccess: () => toast.success(texts.used),
        onError: (error) => toastFailure(error, texts.failed),
      },
    );
  return (
    <span className="flex flex-wrap gap-2">
      {record.certificate?.file && (
        <AttachmentButton fileId={record.certificate.file} label={texts.openFile} />
      )}
      {record.state === 'pending' && (
        <Button variant="outline" pending={ask.isPending} onClick={sendLetter}>
          {texts.ask}
        </Button>
      )}
      {record.state === 'received' && (
        <Button pending={change.isPending} onClick={use}>
          {texts.use(record.taxYear)}
        </Button>
      )}
      <Button variant={record.certificate ? 'outline' : 'primary'} onClick={() => setDialog('certificate')}>
        {record.certificate ? texts.change : texts.add}
      </Button>
      {record.state !== 'used' && (
        <Button variant="outline" onClick={() => setDialog('refused')}>
          {texts.refuse}
        </Button>
      )}
      {dialog === 'certificate' && <CertificateDialog record={record} onClose={close} />}
      {dialog === 'refused' && <RefusedDialog record={record} onClose={close} />}
    </span>
  );
}
