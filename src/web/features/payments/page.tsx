import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { useCurrency } from '../../lib/session.ts';
import { Recent } from './recent.tsx';
import { Stats } from './stats.tsx';
import { texts } from './texts.ts';
import { Unpaid } from './unpaid.tsx';

export function PaymentsPage() {
  usePage(texts.title);
  const currency = useCurrency();
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <Stats currency={currency} />
      <Unpaid currency={currency} />
      <Recent currency={currency} />
    </>
  );
}
