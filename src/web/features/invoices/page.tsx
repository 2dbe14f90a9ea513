import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function InvoicesPage() {
  usePage('Invoices');
  return (
    <>
      <PageHeader title="All Invoices" />
      <Card>
        <EmptyState title="No Invoices created yet" />
      </Card>
    </>
  );
}
