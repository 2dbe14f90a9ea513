import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { account } from '#contract/account.ts';
import { toastFailure } from '#web/lib/api.ts';
import { downloadAndSave } from '#web/lib/files/download.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { type AuditEntry, auditQuery, type SecurityEvent, useAccountChange } from '../account/api.ts';
import { Section } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from './texts.ts';
import { eventDetail, eventLabels } from './audit-labels.ts';

const alarmingEvents: readonly SecurityEvent[] = [
  'sign_in_failed',
  'pin_locked',
  'account_deletion_requested',
];

/** The account's security events, newest first. */
export function AuditLogSection() {
  const { security } = texts;
  const list = useInfiniteQuery(auditQuery);
  return (
    <Section title={security.audit} text={security.auditText}>
      <QueryStates query={list} failed={security.auditFailed} lines={5}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data.entries);
          if (entries.length === 0) return <p className="text-muted">{security.auditEmpty}</p>;
          return (
            <>
              <ol>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
              <footer className="mt-3 flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="text-muted text-sm">
                  {security.auditCount(entries.length, pages.at(-1)?.page.total ?? entries.length)}
                </p>
                <ExportAuditLog />
                {list.hasNextPage && (
                  <Button
                    variant="outline"
                    size="sm"
                    pending={list.isFetchingNextPage}
                    onClick={() => void list.fetchNextPage()}
                  >
                    {security.more}
                  </Button>
                )}
              </footer>
            </>
          );
        }}
      </QueryStates>
    </Section>
  );
}

/** Exports the full audit log with its hash chain as a file. */
function ExportAuditLog() {
  const { security } = texts;
  const save = useAccountChange(() => downloadAndSave(account.exportTrail, {}));
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={save.isPending}
      onClick={() =>
        save.mutate(undefined, { onError: (error) => toastFailure(error, security.auditSaveFailed) })
      }
    >
      <Download aria-hidden />
      {security.auditSave}
    </Button>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const bad = alarmingEvents.includes(entry.event);
  return (
    <li className="flex items-baseline gap-3 border-line border-t py-3 first:border-t-0 first:pt-0">
      <span
        aria-hidden
        className={cn('size-2 shrink-0 self-start rounded-full mt-2', bad ? 'bg-bad' : 'bg-line-strong')}
      />
      <span className="min-w-0 flex-1">
        <span className={cn('block font-semibold', bad && 'text-bad')}>{eventLabels[entry.event]}</span>
        <span className="wrap-anywhere block text-13 text-muted">
          {[eventDetail(entry), entry.clientAddress && texts.security.from(entry.clientAddress)]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      <time dateTime={entry.createdAt.toISOString()} className="shrink-0 text-13 text-muted">
        {formatInstant(entry.createdAt)}
      </time>
    </li>
  );
}
