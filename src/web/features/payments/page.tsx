import { Link } from '@tanstack/react-router';
import { FileText, HandCoins, ReceiptText } from 'lucide-react';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { openClaims } from '#web/lib/claims/api.ts';
import { OpenClaims } from '#web/lib/claims/open-claims.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import type { ReadFirst } from '#web/lib/read-ahead.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { useLatch } from '#web/lib/use-latch.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ActionRequired } from './action-required/panel.tsx';
import { paymentList, paymentMetrics, paymentsWithCredit, unmatchedPayments, unpaidInvoices } from './api.ts';
import { defaults, Recent } from './recent.tsx';
import { Stats } from './stats.tsx';
import { texts } from './texts.ts';
import { Unpaid } from './unpaid.tsx';

const PaymentDialog = lazyDialog(async () => (await import('./details/dialog.tsx')).PaymentDialog);

export const readFirst: ReadFirst = (queries, { currency }) => [
  queries.prefetchQuery(paymentMetrics(currency)),
  queries.prefetchInfiniteQuery(openClaims(currency)),
  queries.prefetchQuery(unmatchedPayments(currency)),
  queries.prefetchQuery(paymentsWithCredit(currency)),
  queries.prefetchQuery(unpaidInvoices(currency)),
  queries.prefetchInfiniteQuery(paymentList(currency, defaults)),
];

export function PaymentsPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const [url, setUrl] = useUrlState({ payment: '' });
  const open = (payment: string) => setUrl({ payment }, { push: true });
  const wasOpened = useLatch(url.payment !== '');
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Link to="/dashboard/payments/statements" className={buttonClass({ variant: 'outline' })}>
          <FileText aria-hidden />
          {texts.statements}
        </Link>
        <Link to="/dashboard/payments/certificates" className={buttonClass({ variant: 'outline' })}>
          <ReceiptText aria-hidden />
          {texts.certificates}
        </Link>
        <Link to="/dashboard/counter" className={buttonClass({ variant: 'outline' })}>
          <HandCoins aria-hidden />
          {texts.take}
        </Link>
      </PageHeader>
      <Stats currency={currency} />
      <OpenClaims currency={currency} className="mb-4" />
      <ActionRequired currency={currency} onOpen={open} />
      <Unpaid currency={currency} />
      <Recent currency={currency} onOpen={open} />
      {wasOpened && (
        <PaymentDialog
          currency={currency}
          paymentId={url.payment === '' ? null : url.payment}
          onClose={() => setUrl({ payment: '' })}
        />
      )}
    </>
  );
}
