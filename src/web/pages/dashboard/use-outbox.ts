import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOnline } from '../../lib/online.ts';
import { waitingReminders } from '../../lib/outbox.ts';

const TOUCHED = ['invoices', 'activities'];

/** Sends what waits in the outbox: now, and whenever the network comes back. */
export function useOutbox(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const flush = async () => {
      if (!isOnline() || waitingReminders().length === 0) return;
      const { sendOutbox } = await import('../../lib/send-outbox.ts');
      if ((await sendOutbox()) === 0) return;
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => TOUCHED.includes(String(queryKey[0]).split('.')[0] ?? ''),
      });
    };
    const quietly = () => void flush().catch(() => undefined);
    quietly();
    addEventListener('online', quietly);
    return () => removeEventListener('online', quietly);
  }, [queries]);
}
