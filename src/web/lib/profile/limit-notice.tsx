import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '#web/ui/states.tsx';
import { useSession } from '../session/session.ts';

type LimitNoticeProps = {
  icon: ReactNode;
  text: string;
  /** How the business raises the limit; null where it is as high as it goes. */
  raise: string | null;
};

/** Tells of a limit of the business before a call refuses for it, with the way to raise it. */
export function LimitNotice({ icon, text, raise }: LimitNoticeProps) {
  const { user } = useSession();
  // Home has the banner that sends the link again.
  const where = user?.isEmailVerified
    ? ({ to: '/dashboard/settings', hash: 'documents' } as const)
    : ({ to: '/dashboard' } as const);
  return (
    <Notice tone="warn" icon={icon}>
      {text}{' '}
      {raise && (
        <Link {...where} className="font-semibold text-primary underline underline-offset-4">
          {raise}
        </Link>
      )}
    </Notice>
  );
}
