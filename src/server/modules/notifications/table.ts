import type { notificationEvents } from '#contract/settings.ts';

export type MailRow = {
  key: string;
  to_address: string;
  state: 'waiting' | 'sent' | 'undeliverable';
  reason: string | null;
  created_at: Date;
  settled_at: Date | null;
};

export type NotificationEvent = (typeof notificationEvents)[number];

export type NotificationPreferenceRow = {
  business_id: string;
  event: NotificationEvent;
  email: boolean;
  screen: boolean;
  updated_at: Date;
};

export type NotificationTables = { mails: MailRow; notification_preferences: NotificationPreferenceRow };
