import { fill } from '#server/modules/notifications/locales/text.ts';
import type { UnsubscribeTarget } from '#server/modules/notifications/queries/unsubscribe.ts';
import type { PageLocale } from '../locales/locales.ts';

/** Stage of the page: confirmation, unsubscribed, or undone just now. */
export type Stage = 'asked' | 'ended' | 'undone';

/** Texts of an unsubscribe page, by stage. */
export function messagesFor(
  { purpose, address }: UnsubscribeTarget,
  business: string,
  stage: Stage,
  { unsubscribe }: PageLocale,
): { title: string; text: string; button: string } {
  const isReminders = purpose === 'reminders';
  const { title, text, button } = (isReminders ? unsubscribe.reminders : unsubscribe.notifications)[stage];
  const subject = isReminders ? '' : unsubscribe.subjects[purpose];
  const values = { business, to: masked(address), subject };
  return { title: fill(title, values), text: fill(text, values), button };
}

/** A masked address: recognisable to its owner only. */
function masked(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return `${[...local].slice(0, 1).join('')}•••@${domain}`;
}
