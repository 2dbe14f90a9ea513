import type { Generated, Selectable } from 'kysely';
import type { messageChannels, messageStates } from '#contract/messages.ts';
import type { notificationEvents } from '#contract/settings.ts';

export type MessageChannel = (typeof messageChannels)[number];

/** `sending`: a process took it on. `unknown`: it may have gone; it is not sent again by itself. */
export type MessageState = (typeof messageStates)[number];

type MessageRow = {
  key: string;
  id: string;
  business_id: string | null;
  invoice_id: string | null;
  invoice_number: string | null;
  customer_id: string | null;
  customer_name: string | null;
  channel: MessageChannel;
  kind: string;
  to_address: string;
  state: MessageState;
  reason: string | null;
  provider_id: string | null;
  attempts: Generated<number>;
  created_at: Date;
  claimed_at: Date | null;
  settled_at: Date | null;
};

export type Message = Selectable<MessageRow>;

export type NotificationEvent = (typeof notificationEvents)[number];

type NotificationPreferenceRow = {
  business_id: string;
  event: NotificationEvent;
  email: boolean;
  screen: boolean;
  push: boolean;
  whatsapp: boolean;
  updated_at: Date;
};

/** Suppressed address; `business_id` is '' for all businesses behind our WhatsApp number. */
type SuppressionRow = {
  business_id: string;
  channel: 'email' | 'whatsapp';
  address: string;
  stopped_at: Date;
};

/** Somebody who wrote to our WhatsApp number; `number` as international digits. */
type WhatsAppContactRow = {
  contact: string;
  number: string | null;
  name: string;
  last_heard_at: Date;
};

/** The phone an owner linked; somebody who hides the number is reached by `contact`. */
export type WhatsAppOwnerRow = {
  business_id: string;
  contact: string;
  number: string | null;
  linked_at: Date;
};

/** Web Push subscription of a browser, valid while its session lasts. */
type PushSubscriptionRow = {
  business_id: string;
  id: string;
  session_id: string;
  subscription_sealed: string;
  endpoint_hash: string;
  created_at: Date;
};

export type NotificationTables = {
  push_subscriptions: PushSubscriptionRow;
  messages: MessageRow;
  notification_preferences: NotificationPreferenceRow;
  message_stops: SuppressionRow;
  whatsapp_contacts: WhatsAppContactRow;
  whatsapp_owners: WhatsAppOwnerRow;
};

declare module '#server/kernel/db.ts' {
  interface Database extends NotificationTables {}
}
