import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { texts } from './texts.ts';

/** From the payment of several to the withdrawals. */
export function BackLink() {
  return (
    <Link
      to="/dashboard/withdrawal"
      search={{ tab: 'staff' }}
      aria-label={texts.back}
      title={texts.back}
      className="-ml-2.5 mb-1 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-5" />
    </Link>
  );
}
