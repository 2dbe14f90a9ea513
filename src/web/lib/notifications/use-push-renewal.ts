import { useEffect } from 'react';
import { useCurrency } from '../session/session.ts';

/** The page comes first. */
const SETTLE_MS = 5000;

/** Renews this browser's push subscription after sign-in, where its owner had enabled it. */
export function useKeptAlerts(): void {
  const currency = useCurrency();
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('./push.ts').then(({ keepAlerts }) => keepAlerts(currency)).catch(() => undefined);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [currency]);
}
