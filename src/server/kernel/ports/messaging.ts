import type { Outcome } from './index.ts';

/** A file that goes along with a message. */
export type Attachment = {
  name: string;
  mime: string;
  content: Uint8Array;
  /** Set where the HTML shows it as `cid:<contentId>`; such a picture is not offered as a file. */
  contentId?: string;
};

/** An email to send. `key` names it once and for all, so that a repeated job is recognised. */
export type Mail = {
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
  /** One-click unsubscribe address of the recipient (RFC 8058); absolute. */
  unsubscribeUrl?: string | undefined;
  /** The business's own address, for answers. */
  replyTo?: { name: string; address: string } | undefined;
  /** The business that writes; it is named beside us, the address stays ours. */
  fromName?: string | undefined;
};

/**
 * `bounced`: the address does not exist or refuses; a retry never helps. `unknown`: no answer came after the
 * whole message, so it may have been sent.
 */
export type MailRefusal = { ok: false; reason: string; retry: boolean; bounced?: boolean; unknown?: boolean };

export type Mailer = {
  send(mail: Mail): Promise<{ ok: true; id: string } | MailRefusal>;
  /** Closes pooled connections. */
  close?(): void;
};

/** A file sent by WhatsApp. */
export type WhatsAppFile = { name: string; mime: string; content: Uint8Array };

/**
 * A message for WhatsApp. Everything but a template only within 24 hours of the other's last message. Bodies
 * up to 1,024 characters; at most 3 buttons of 20 characters, at most 10 rows of 24 with descriptions of 72.
 */
export type WhatsAppMessage =
  | { kind: 'text'; body: string }
  | { kind: 'document'; file: WhatsAppFile; caption: string }
  | { kind: 'image'; file: WhatsAppFile; caption: string }
  | { kind: 'buttons'; body: string; buttons: { id: string; title: string }[] }
  | {
      kind: 'list';
      body: string;
      button: string;
      rows: { id: string; title: string; description: string }[];
    }
  | {
      kind: 'template';
      name: string;
      /** As WhatsApp codes it: `en`, `ha`. */
      language: string;
      body: string[];
      document?: WhatsAppFile | undefined;
      /** The suffix of the template's link. */
      urlSuffix?: string | undefined;
    };

/**
 * Reason a message was rejected. `closed`: the 24 hours are over, a template is needed. `unreachable`: no
 * such number on WhatsApp. `limited`: rate limited, retry later. `template`: missing, paused or filled
 * wrongly.
 */
export type WhatsAppRefusal = 'closed' | 'unreachable' | 'limited' | 'template' | 'account' | 'other';

/** `unknown` when it may have been sent: no answer came. */
export type WhatsAppSendResult =
  | { ok: true; id: string }
  | { ok: false; why: WhatsAppRefusal; reason: string; retry: boolean }
  | { ok: 'unknown'; reason: string };

/**
 * The sender of a message. `number`: international digits, null where WhatsApp hides it; `userId` outlives
 * it.
 */
export type WhatsAppContact = { number: string | null; userId: string | null; name: string };

/** One event of an authentic webhook. `at` is WhatsApp's time. */
export type WhatsAppEvent =
  | {
      about: 'message';
      /** Unique for ever. */
      id: string;
      from: WhatsAppContact;
      at: Date;
      content:
        | { kind: 'text'; text: string }
        /** A press of a button or a row of a list. */
        | { kind: 'press'; id: string; title: string }
        | { kind: 'image' | 'document'; mediaId: string; mime: string; caption: string; name: string | null }
        | { kind: 'other'; type: string };
      /** The message it answers, where it does. */
      answers: string | null;
    }
  | {
      about: 'status';
      id: string;
      state: 'sent' | 'delivered' | 'read' | 'failed';
      at: Date;
      reason: string | null;
      why: WhatsAppRefusal | null;
    };

/** A template as submitted for approval; `{{1}}` and on are filled in order. */
export type WhatsAppTemplate = {
  name: string;
  language: string;
  body: string;
  /** One filled-in body, for the reviewer. */
  example: string[];
  hasDocument: boolean;
  /** A button that leads to `url` and what `urlSuffix` adds. */
  button: { title: string; url: string } | null;
};

/** WhatsApp's Cloud API under one business number. */
export type WhatsApp = {
  /** `to`: international digits without plus, or the `userId` of a hidden number. */
  send(to: string, message: WhatsAppMessage): Promise<WhatsAppSendResult>;
  /** Shows the sender that the message was read and is being processed. */
  markRead(messageId: string): Promise<void>;
  /** A received file, at most 16 MB. */
  media(mediaId: string): Promise<Outcome<{ content: Uint8Array; mime: string }>>;
  /**
   * Checks the signature over the raw bytes; null when it is not authentic. Unknown kinds of events are left
   * out.
   */
  parseWebhook(rawBody: Uint8Array, headers: Headers): WhatsAppEvent[] | null;
  /** The challenge to echo when a request knows our verify token; null otherwise. */
  challenge(query: Record<string, string>): string | null;
  /** Submits a template; an existing one is left as it is. */
  submitTemplate(template: WhatsAppTemplate): Promise<Outcome<{ status: string }>>;
};

/** A browser's push subscription. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

/** Push notifications for a browser that may be closed. `gone`: the permission was revoked. */
export type Pusher = {
  /** Application server key for subscriptions; base64url. */
  publicKey: string;
  /** Whether an endpoint belongs to a push service we would call. */
  accepts(endpoint: string): boolean;
  send(
    subscription: PushSubscription,
    /** At most 3,000 bytes of JSON. */
    payload: string,
  ): Promise<{ ok: true } | { ok: false; reason: string; retry: boolean; gone: boolean }>;
};
