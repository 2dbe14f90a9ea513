import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';
import { activities, type activity } from '#contract/activities.ts';
import { formatMoney } from '#core/money.ts';
import { toast } from '#web/ui/toast-store.ts';
import { call } from '../api.ts';
import { useCurrency } from '../session/session.ts';
import { notifyPaymentReceived } from './payment-received.ts';
import { isPaymentSoundOn, playPaymentSound } from './payment-sound.ts';
import { type Preferences, preferencesQuery } from './preferences.ts';

type Activity = z.output<typeof activity>;
/** Without an `event` it is about the account, and nothing switches it off. */
type ToastRule = { event?: keyof Preferences; kind: 'success' | 'info' | 'error' };

const NEWEST_COUNT = 5;

const toastRules: Partial<Record<Activity['activityType'], ToastRule>> = {
  payment_completed: { event: 'payment_received', kind: 'success' },
  payment_refunded: { event: 'payment_refunded', kind: 'info' },
  withdrawal_completed: { event: 'withdrawal_finished', kind: 'success' },
  withdrawal_failed: { event: 'withdrawal_finished', kind: 'error' },
  withdrawal_reversed: { event: 'withdrawal_finished', kind: 'error' },
  invoice_overdue: { event: 'invoice_overdue', kind: 'info' },
  quote_accepted: { event: 'quote_answered', kind: 'success' },
  quote_declined: { event: 'quote_answered', kind: 'info' },
  quote_question: { event: 'quote_answered', kind: 'info' },
  documents_accepted: { kind: 'success' },
  documents_refused: { kind: 'error' },
};

/** Says on screen what happens while the page is open, as far as the owner wants to hear of it. */
export function useActivityToasts(): void {
  const queries = useQueryClient();
  const currency = useCurrency();
  const seen = useRef<Set<string>>(null);
  const { data } = useQuery({
    // Invalidated by live events of activities.
    queryKey: ['activities.newest', currency],
    queryFn: async ({ signal }) =>
      (await call(activities.list, { params: { currency }, query: { limit: NEWEST_COUNT } }, { signal })).data
        .activities,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (!data) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...data.map(({ id }) => id)]);
    const newActivities = before
      ? data.filter(({ id, activityType }) => !before.has(id) && toastRules[activityType])
      : [];
    if (newActivities.length === 0) return;
    void queries
      .fetchQuery({ ...preferencesQuery(currency), staleTime: Number.POSITIVE_INFINITY })
      .then((preferences) => newActivities.toReversed().forEach((item) => showToast(item, preferences)))
      // A missed toast is no loss: the activity is in the lists.
      .catch(() => undefined);
  }, [data, queries, currency]);
}

function showToast({ activityType, description, metadata }: Activity, preferences: Preferences): void {
  const rule = toastRules[activityType];
  if (activityType === 'payment_completed') notifyPaymentReceived();
  if (!rule || (rule.event && !preferences[rule.event].screen)) return;
  const { amount, currency } = metadata;
  const money = amount && currency ? formatMoney(amount, currency) : '';
  toast[rule.kind](description, description.includes(money) ? {} : { text: money });
  if (rule.event === 'payment_received' && isPaymentSoundOn()) playPaymentSound();
}
