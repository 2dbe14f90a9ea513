import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import type * as z from 'zod/mini';
import type { serviceStatus } from '#contract/live.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { serviceStatusQuery } from '#web/lib/service-status.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { texts } from './texts.ts';

const ConsentNotice = lazyComponent(
  async () => (await import('#web/features/settings/privacy/consent-notice.tsx')).ConsentNotice,
);

/** Notices on every page: offline, queued reminders, consents, test payments, a trial database. */
export function Notices() {
  const { data: status } = useQuery(serviceStatusQuery);
  return (
    <div className="grid gap-2.5 not-empty:mb-4">
      <OfflineNotice />
      <ConsentNotice />
      {(status?.testMode || status?.embeddedDatabase) && <TrialNotice status={status} />}
    </div>
  );
}

function TrialNotice({ status }: { status: z.output<typeof serviceStatus> }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-control bg-sunken px-3.5 py-2 text-13 text-muted">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      {status.testMode && <span>{texts.trial.testMode}</span>}
      {status.embeddedDatabase && <span className="max-md:hidden">{texts.trial.database}</span>}
      {status.mailbox && <ServiceLink href={status.mailbox}>{texts.trial.mailbox}</ServiceLink>}
      {status.sandbox && <ServiceLink href={status.sandbox}>{texts.trial.bank}</ServiceLink>}
    </p>
  );
}

function ServiceLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="font-semibold text-primary underline underline-offset-4">
      {children}
    </a>
  );
}
