import { useEffect } from 'react';
import { useCurrency } from '../session/session.ts';
import { pushSwitch } from './push-switch.ts';

/** The page comes first. */
const START_DELAY_MS = 5000;

/** Renews this browser's push subscription after sign-in, where its owner had enabled it. */
export function usePushRenewal(): void {
  const currency = useCurrency();
  useEffect(() => {
    if (!pushSwitch.get()) return;
    const timer = setTimeout(() => {
      void import('./push.ts')
        .then(({ renewPushSubscription: keepAlerts }) => keepAlerts(currency))
        .catch(() => undefined);
    }, START_DELAY_MS);
    return () => clearTimeout(timer);
  }, [currency]);
}
