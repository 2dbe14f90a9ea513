export type MailRow = {
  key: string;
  to_address: string;
  state: 'waiting' | 'sent' | 'undeliverable';
  reason: string | null;
  created_at: Date;
  settled_at: Date | null;
};

export type NotificationTables = { mails: MailRow };
