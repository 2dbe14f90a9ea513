import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function PaymentsPage() {
  usePage('Payments');
  return (
    <>
      <PageHeader title="Payments" />
      <Card>
        <EmptyState title="You haven't received any payments yet" />
      </Card>
    </>
  );
}
