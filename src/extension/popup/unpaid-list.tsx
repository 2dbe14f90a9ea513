import { dateIn, systemClock } from '#core/dates.ts';
import { Button } from '#web/ui/button.tsx';
import type { Connection } from '../lib/kept.ts';
import { isEnd, serviceOf } from '../lib/service.ts';
import { texts } from '../lib/texts.ts';
import { lastUnpaid, type Owed, readUnpaid } from '../lib/unpaid.ts';
import { useOnce } from '../lib/use-once.ts';
import { UnpaidRow } from './unpaid-row.tsx';

type Look = { rows: Owed[] | null; failed: boolean };

/** Unpaid invoices: the cached list at once, then the current one. */
export function UnpaidList({ connection, onEnd }: { connection: Connection; onEnd: () => void }) {
  const { look, again } = useUnpaid(connection, onEnd);
  const service = serviceOf(connection);
  const today = dateIn(systemClock());
  return (
    <section aria-labelledby="unpaid">
      <h2 id="unpaid" className="mb-1 text-lg">
        {texts.popup.unpaid}
      </h2>
      {look.failed && (
        <div role="alert" className="flex items-center justify-between gap-3 py-2 text-sm">
          {texts.popup.failed}
          <Button look="outline" size="sm" onClick={again}>
            {texts.popup.again}
          </Button>
        </div>
      )}
      {look.rows === null && !look.failed && <Loading />}
      {look.rows?.length === 0 && (
        <div className="py-7 text-center">
          <p className="font-bold font-display text-xl">{texts.popup.none}</p>
          <p className="mt-1 text-muted text-sm">{texts.popup.noneText}</p>
        </div>
      )}
      {look.rows && look.rows.length > 0 && (
        <ul className="-mx-4 max-h-[17.5rem] overflow-y-auto px-4">
          {look.rows.map((invoice) => (
            <UnpaidRow
              key={invoice.id}
              invoice={invoice}
              today={today}
              address={connection.address}
              service={service}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

// As last read at once, then as it is.
function useUnpaid(connection: Connection, onEnd: () => void) {
  const { userId } = connection;
  const [last] = useOnce(() => lastUnpaid(userId));
  const [now, again] = useOnce(() =>
    readUnpaid(serviceOf(connection), userId, dateIn(systemClock())).catch((error: unknown) => {
      if (isEnd(error)) onEnd();
      throw error;
    }),
  );
  const before = last.state === 'read' ? last.value : null;
  const look: Look = { rows: now.state === 'read' ? now.value : before, failed: now.state === 'failed' };
  return { look, again };
}

const Loading = () => (
  <div role="status" aria-label={texts.popup.loading} className="grid gap-2 py-1">
    {[0, 1, 2].map((row) => (
      <span key={row} aria-hidden className="skeleton block h-13" />
    ))}
  </div>
);
