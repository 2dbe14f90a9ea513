import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function AnalyticsPage() {
  usePage('Analytics');
  return (
    <>
      <PageHeader title="Analytics" />
      <Card>
        <EmptyState title="No Revenue Data Available" />
      </Card>
    </>
  );
}
