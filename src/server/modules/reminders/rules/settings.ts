import type { ReminderSettings } from '#contract/reminders.ts';
import { fieldError } from '#core/errors.ts';

/** Default reminder settings. */
export const defaultSettings: ReminderSettings = {
  mode: 'prepare',
  steps: [-3, 0, 3, 7, 14],
  hour: 9,
  quietFrom: 20,
  quietUntil: 8,
  weekends: true,
  email: true,
  whatsapp: true,
  weeklyCap: 2,
  language: 'en',
};

/** Settings with a change, the days in order. Throws 422 where nothing could ever be sent. */
export function changedSettings(
  before: ReminderSettings,
  change: { [K in keyof ReminderSettings]?: ReminderSettings[K] | undefined },
): ReminderSettings {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const changed: ReminderSettings = { ...before, ...defined };
  if (changed.mode === 'automatic' && !changed.email && !changed.whatsapp)
    throw fieldError('email', 'Choose email, WhatsApp or both');
  return { ...changed, steps: changed.steps.toSorted((a, b) => a - b) };
}

/** Whether a change restarts the schedule, so that past steps are not caught up. */
export const restartsSchedule = (before: ReminderSettings, after: ReminderSettings): boolean =>
  before.mode !== after.mode || String(before.steps) !== String(after.steps);
