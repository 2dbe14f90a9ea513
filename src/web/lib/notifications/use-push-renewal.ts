import { useEffect } from 'react';
import { storedSwitch } from '../preferences/stored-switch.ts';
import { useCurrency } from '../session/session.ts';

/** The page comes first. */
const START_DELAY_MS = 5000;

/** The switch for alerts in this browser. */
export const pushSwitch = storedSwitch('alerts', () => false);

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
