import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function CustomersPage() {
  usePage('Customers');
  return (
    <>
      <PageHeader title="Customers" />
      <Card>
        <EmptyState title="No Customer added yet" />
      </Card>
    </>
  );
}
