import { usePage } from '../../lib/page.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function DashboardPage() {
  usePage('Dashboard');
  return (
    <Card>
      <EmptyState title="No activities yet" />
    </Card>
  );
}
