import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Clock } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import type { Attachment, Mail, Mailer } from '#server/kernel/ports/messaging.ts';

type StoredAttachment = { name: string; mime: string; size: number; base64: string; contentId?: string };

export type DevMailboxTables = {
  kept_mails: {
    id: string;
    key: string;
    to_address: string;
    subject: string;
    body_text: string;
    body_html: string;
    attachments: ColumnType<StoredAttachment[], string, never>;
    created_at: Date;
  };
};

/** A message as it would have been sent; `size` in bytes. What has a `contentId` is shown by the HTML. */
export type StoredMail = {
  id: string;
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; mime: string; size: number; contentId?: string }[];
  createdAt: Date;
};

export type DevMailbox = Mailer & {
  /** The newest first. */
  list(limit: number): Promise<StoredMail[]>;
  get(id: string): Promise<StoredMail | null>;
  /** The attachment at a position (from 0), with its bytes. */
  attachment(id: string, at: number): Promise<Attachment | null>;
};

type Options = { db: Kysely<DevMailboxTables>; clock: Clock };

/** A mailer that stores every message in the database instead of sending it, once per key. */
export function createDevMailbox({ db, clock }: Options): DevMailbox {
  return {
    send: async (mail) => ({ ok: true, id: await store(db, mail, clock()) }),
    list: async (limit) => {
      const rows = await selectMails(db)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toMail);
    },
    get: async (id) => {
      const row = await selectMails(db).where('id', '=', id).executeTakeFirst();
      return row ? toMail(row) : null;
    },
    attachment: async (id, at) => {
      const row = await db
        .selectFrom('kept_mails')
        .select('attachments')
        .where('id', '=', id)
        .executeTakeFirst();
      const found = row?.attachments[at];
      return found
        ? { name: found.name, mime: found.mime, content: Buffer.from(found.base64, 'base64') }
        : null;
    },
  };
}

async function store(db: Kysely<DevMailboxTables>, mail: Mail, now: Date): Promise<string> {
  const row = await db
    .insertInto('kept_mails')
    .values({
      id: newId('mai', now),
      key: mail.key,
      to_address: mail.to,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      attachments: JSON.stringify((mail.attachments ?? []).map(toStoredAttachment)),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return row.id;
  const known = await db
    .selectFrom('kept_mails')
    .select('id')
    .where('key', '=', mail.key)
    .executeTakeFirstOrThrow();
  return known.id;
}

function toStoredAttachment({ name, mime, content, contentId }: Attachment): StoredAttachment {
  const base64 = Buffer.from(content).toString('base64');
  return { name, mime, size: content.byteLength, base64, ...(contentId ? { contentId } : {}) };
}

// The bytes stay in the database: a list of a hundred invoices would otherwise carry a hundred documents.
function selectMails(db: Kysely<DevMailboxTables>) {
  return db
    .selectFrom('kept_mails')
    .select(['id', 'key', 'to_address', 'subject', 'body_text', 'body_html', 'created_at'])
    .select(
      sql<StoredMail['attachments']>`(select coalesce(jsonb_agg(a - 'base64' order by n), '[]')
      from jsonb_array_elements(attachments) with ordinality as t (a, n))`.as('attached'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMails>['executeTakeFirstOrThrow']>>;

function toMail(row: Row): StoredMail {
  return {
    id: row.id,
    key: row.key,
    to: row.to_address,
    subject: row.subject,
    text: row.body_text,
    html: row.body_html,
    attachments: row.attached,
    createdAt: row.created_at,
  };
}
