import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { DEFAULT_ZONE } from '#core/dates.ts';
import type { DevMailbox, StoredMail } from '#server/adapters/email/dev-mailbox.ts';
import type { Env } from '#server/http/env.ts';
import { mailboxStyles } from './styles.ts';

const LISTED = 200;

type Html = ReturnType<typeof html>;
type Page = { title: string; nonce: string; body: Html };

/** Pages of the dev mailbox. The caller restricts access: messages hold links that log people in. */
export function mailboxPages({
  list,
  get,
  attachment,
}: Pick<DevMailbox, 'list' | 'get' | 'attachment'>): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    await next();
  });
  app.get('/', async (c) => {
    const mails = await list(LISTED);
    return c.html(
      page({ title: 'Mailbox', nonce: c.get('nonce'), body: listBody(mails, trimmed(c.req.path)) }),
    );
  });
  app.get('/:id', async (c) => {
    const mail = await get(c.req.param('id'));
    const back = parent(c.req.path) || '/';
    if (!mail)
      return c.html(page({ title: 'No such message', nonce: c.get('nonce'), body: missingBody(back) }), 404);
    const shown = { ...mail, html: await withPictures(mail, attachment) };
    return c.html(
      page({ title: mail.subject, nonce: c.get('nonce'), body: mailBody(shown, back, trimmed(c.req.path)) }),
    );
  });
  app.get('/:id/attachments/:at{[0-9]+}', async (c) => {
    const found = await attachment(c.req.param('id'), Number(c.req.param('at')));
    const back = parent(parent(parent(c.req.path))) || '/';
    if (!found)
      return c.html(
        page({ title: 'No such attachment', nonce: c.get('nonce'), body: missingBody(back) }),
        404,
      );
    return c.body(new Uint8Array(found.content), 200, {
      'Content-Type': /^[\w.+-]+\/[\w.+-]+$/.test(found.mime) ? found.mime : 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(found.name)}`,
    });
  });
  return app;
}

function page({ title, nonce, body }: Page): Html {
  return html`<!doctype html>
<html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${title} · Duewell</title>
<style nonce="${nonce}">${raw(mailboxStyles)}</style>
</head><body>
<header><div class="wrap"><span class="brand">Duewell</span> <span class="place">Mailbox</span></div></header>
<main class="wrap">${body}</main>
</body></html>`;
}

const notice = html`<p class="notice"><strong>Mail on this machine:</strong> no SMTP is set, so nothing is sent.</p>`;

function listBody(mails: StoredMail[], base: string): Html {
  return html`<h1>Mailbox</h1>
${notice}
${
  mails.length === 0
    ? html`<div class="empty"><p class="lead">No mail yet</p><p>Every message Duewell writes appears here.</p></div>`
    : html`<ol class="mails">${mails.map((mail) => listed(mail, base))}</ol>`
}
${mails.length === LISTED ? html`<p class="soft">The newest ${LISTED} messages are shown.</p>` : ''}`;
}

function listed(mail: StoredMail, base: string): Html {
  const count = filesOf(mail).length;
  return html`<li><a href="${base}/${mail.id}">
<span class="subject">${mail.subject}</span>
<span class="meta"><span class="to">To ${mail.to}</span>${count > 0 ? html`<span>${count} ${count === 1 ? 'attachment' : 'attachments'}</span>` : ''}${when(mail)}</span>
</a></li>`;
}

function mailBody(mail: StoredMail, back: string, own: string): Html {
  return html`<p class="back"><a href="${back}">All mail</a></p>
<h1>${mail.subject}</h1>
<p class="meta"><span class="to">To ${mail.to}</span>${when(mail)}</p>
${notice}
${filesOf(mail).length > 0 ? attachmentList(mail, own) : ''}
<h2>As it looks</h2>
<iframe title="The message as it looks" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" srcdoc="${openingElsewhere(mail.html)}"></iframe>
<h2>In plain text</h2>
<pre tabindex="0" role="region" aria-label="The message in plain text">${linked(mail.text)}</pre>`;
}

function attachmentList(mail: StoredMail, own: string): Html {
  return html`<h2>Attachments</h2><ul class="attachments">${filesOf(mail).map(
    ({ name, size, at }) =>
      html`<li><a href="${own}/attachments/${at}" download>${name}</a> <span class="soft">${sizeText(size)}</span></li>`,
  )}</ul>`;
}

// Inline pictures are no downloads; the other attachments keep their positions.
const filesOf = ({ attachments }: StoredMail) =>
  attachments.map((file, at) => ({ ...file, at })).filter(({ contentId }) => !contentId);

// The frame may fetch nothing, so what the HTML names is put into it.
async function withPictures(mail: StoredMail, attachment: DevMailbox['attachment']): Promise<string> {
  let shown = mail.html;
  for (const [at, { contentId, mime }] of mail.attachments.entries()) {
    if (!contentId || !/^image\/(png|jpeg|gif|webp)$/.test(mime)) continue;
    const found = await attachment(mail.id, at);
    if (!found) continue;
    const picture = `data:${mime};base64,${Buffer.from(found.content).toString('base64')}`;
    shown = shown.replaceAll(`"cid:${contentId}"`, () => `"${picture}"`);
  }
  return shown;
}

function missingBody(back: string): Html {
  return html`<h1>There is no such message</h1><p class="back"><a href="${back}">All mail</a></p>`;
}

function when({ createdAt }: StoredMail): Html {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: DEFAULT_ZONE,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return html`<time datetime="${createdAt.toISOString()}">${format.format(createdAt)}</time>`;
}

// A link pressed inside the frame would open in the frame, where our pages refuse to be shown.
function openingElsewhere(message: string): string {
  return message.replace('<head>', '<head><base target="_blank">');
}

function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) =>
      at % 2 === 1
        ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`
        : html`${part}`,
    );
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000))} KB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function trimmed(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}

function parent(path: string): string {
  return trimmed(path).replace(/\/[^/]*$/, '');
}
