import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { account } from '#contract/account.ts';
import { identity } from '#contract/identity.ts';
import { deviceName } from '#core/device-name.ts';
import { call, toastFailure } from '#web/lib/api.ts';
import { formatDay, formatInstant } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { requireOnline } from '#web/lib/offline/require-online.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type Session, sessionsQuery, useAccountChange } from '../account/api.ts';
import { Section } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from './texts.ts';

const { security } = texts;
const AlertDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).AlertDialog);

/** Where the account is signed in, this device first. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery);
  useFocusFallback(sessions.data?.length);
  const [confirming, setConfirming] = useOpened('sessions');
  const endOne = useAccountChange((id: string) => call(identity.revokeSession, { params: { id } }));
  const endOthers = useAccountChange(() => call(account.revokeOthers, {}));
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  const failed = { onError: (error: Error) => toastFailure(error, security.endFailed) };
  const endAll = () =>
    endOthers.mutate(undefined, {
      ...failed,
      onSuccess: ({ data }) => toast.success(security.endedOthers(data.ended)),
      onSettled: () => setConfirming(null),
    });
  return (
    <Section
      title={security.sessions}
      text={security.sessionsText}
      aside={
        others > 0 && (
          <Button
            variant="outline"
            size="sm"
            className="mt-3"
            onClick={() => requireOnline(() => setConfirming(true))}
          >
            {security.endOthers}
          </Button>
        )
      }
    >
      <QueryStates query={sessions} failed={security.sessionsFailed}>
        {(list) => (
          <ul className="max-h-112 overflow-y-auto">
            {[...list]
              .sort((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  ending={endOne.isPending && endOne.variables === session.id}
                  onEnd={() =>
                    endOne.mutate(session.id, { ...failed, onSuccess: () => toast.success(security.ended) })
                  }
                />
              ))}
          </ul>
        )}
      </QueryStates>
      {confirming && (
        <AlertDialog
          open
          onClose={() => setConfirming(null)}
          onConfirm={endAll}
          title={security.endOthersTitle}
          text={security.endOthersText}
          confirm={security.endOthers}
          pending={endOthers.isPending}
        />
      )}
    </Section>
  );
}

type SessionRowProps = { session: Session; ending: boolean; onEnd: () => void };

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const name = nameOf(session);
  return (
    <li className="flex items-center gap-3.5 border-line border-t py-3 first:border-t-0 first:pt-0">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {session.current && <Badge tone="ok">{security.thisDevice}</Badge>}
        </span>
        <span className="block text-13 text-muted">
          {security.since(formatDay(session.createdAt))},{' '}
          {security.lastUsed(formatInstant(session.lastUsedAt))}
        </span>
      </span>
      {!session.current && (
        <Button
          variant="outline"
          size="sm"
          aria-label={security.endOne(name)}
          pending={ending}
          onClick={onEnd}
        >
          {security.end}
        </Button>
      )}
    </li>
  );
}

const nameOf = ({ client, userAgent }: Session) =>
  client === 'extension' ? security.extension(deviceName(userAgent)) : deviceName(userAgent);
