import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Notice } from '#web/ui/states.tsx';

type LimitNoticeProps = {
  icon: ReactNode;
  text: string;
  /** How the business raises the limit; null where it is as high as it goes. */
  raise: string | null;
};

/** Tells of a limit of the business before a call refuses for it, with the way to raise it. */
export const LimitNotice = ({ icon, text, raise }: LimitNoticeProps) => (
  <Notice tone="warn" icon={icon}>
    {text}{' '}
    {raise && (
      <Link to="/dashboard/settings" className="font-semibold text-primary underline underline-offset-4">
        {raise}
      </Link>
    )}
  </Notice>
);
