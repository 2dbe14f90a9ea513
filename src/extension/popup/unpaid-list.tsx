import { dateIn, systemClock } from '#core/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { isSessionEnd, serviceOf } from '../lib/service.ts';
import type { Connection } from '../lib/storage.ts';
import { texts } from '../lib/texts.ts';
import { cachedUnpaid, readUnpaid, type UnpaidInvoice } from '../lib/unpaid.ts';
import { useAsync } from '../lib/use-async.ts';
import { UnpaidRow } from './unpaid-row.tsx';

type ListState = { rows: UnpaidInvoice[] | null; failed: boolean };

/** Unpaid invoices: the cached list at once, then the current one. */
export function UnpaidList({ connection, onEnd }: { connection: Connection; onEnd: () => void }) {
  const { look: list, again: reload } = useUnpaid(connection, onEnd);
  const service = serviceOf(connection);
  const today = dateIn(systemClock());
  return (
    <section aria-labelledby="unpaid">
      <h2 id="unpaid" className="mb-1 text-lg">
        {texts.popup.unpaid}
      </h2>
      {list.failed && (
        <div role="alert" className="flex items-center justify-between gap-3 py-2 text-sm">
          {texts.popup.failed}
          <Button variant="outline" size="sm" onClick={reload}>
            {texts.popup.again}
          </Button>
        </div>
      )}
      {list.rows === null && !list.failed && <Loading />}
      {list.rows?.length === 0 && (
        <div className="py-7 text-center">
          <p className="font-bold font-display text-xl">{texts.popup.none}</p>
          <p className="mt-1 text-muted text-sm">{texts.popup.noneText}</p>
        </div>
      )}
      {list.rows && list.rows.length > 0 && (
        <ul className="-mx-4 max-h-[17.5rem] overflow-y-auto px-4">
          {list.rows.map((invoice) => (
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
  const [last] = useAsync(() => cachedUnpaid(userId));
  const [now, reload] = useAsync(() =>
    readUnpaid(serviceOf(connection), userId, dateIn(systemClock())).catch((error: unknown) => {
      if (isSessionEnd(error)) onEnd();
      throw error;
    }),
  );
  const before = last.state === 'read' ? last.value : null;
  const list: ListState = { rows: now.state === 'read' ? now.value : before, failed: now.state === 'failed' };
  return { look: list, again: reload };
}

const Loading = () => (
  <div role="status" aria-label={texts.popup.loading} className="grid gap-2 py-1">
    {[0, 1, 2].map((row) => (
      <span key={row} aria-hidden className="skeleton block h-13" />
    ))}
  </div>
);
