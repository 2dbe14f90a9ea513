import { z } from 'zod';
import type { Outcome } from '#server/kernel/ports/index.ts';
import type { WhatsAppTemplate } from '#server/kernel/ports/messaging.ts';
import { callApi, type Client, toRefusal } from './client.ts';
import { samplePdf } from './sample-pdf.ts';

const MOST_PAGES = 10;
const BODY = 1_024;
const BUTTON = 25;
const ALREADY_EXISTS = 2388024;

type Status = Outcome<{ status: string }>;

const refuse = (reason: string): Status & { ok: false } => ({ ok: false, reason, retry: false });

/** Submits a template unless it exists in this language, and returns its state. */
export async function submitTemplate(client: Client, template: WhatsAppTemplate): Promise<Status> {
  const objection = objectionTo(template);
  if (objection) return refuse(objection);
  const found = await stateOf(client, template);
  if (!found.ok || found.status !== null) return found.ok ? { ok: true, status: found.status ?? '' } : found;
  const handle = template.hasDocument ? await uploadSample(client) : null;
  if (handle && !handle.ok) return handle;
  const result = await callApi(
    client,
    {
      method: 'POST',
      path: `/${client.businessId}/message_templates`,
      json: {
        name: template.name,
        language: template.language,
        category: 'UTILITY',
        components: componentsOf(template, handle?.handle ?? null),
      },
    },
    z.object({ status: z.string().min(1) }),
  );
  if (result.kind === 'said') return { ok: true, status: result.data.status };
  if (result.kind === 'refused' && result.subcode === ALREADY_EXISTS) return { ok: true, status: 'PENDING' };
  return toRefusal(result);
}

const list = z.object({
  data: z.array(z.object({ name: z.string(), language: z.string(), status: z.string().min(1) })),
  paging: z
    .object({ cursors: z.object({ after: z.string() }), next: z.string() })
    .nullable()
    .catch(null),
});

/** Null where there is none by this name in this language. The API also matches the name within others. */
async function stateOf(
  client: Client,
  { name, language }: WhatsAppTemplate,
): Promise<Outcome<{ status: string | null }>> {
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ name, fields: 'name,language,status', limit: '100' });
    if (after) query.set('after', after);
    const path = `/${client.businessId}/message_templates?${query}`;
    const result = await callApi(client, { method: 'GET', path }, list);
    if (result.kind !== 'said') return toRefusal(result);
    const own = result.data.data.find(
      (candidate) => candidate.name === name && candidate.language === language,
    );
    if (own) return { ok: true, status: own.status };
    after = result.data.paging?.cursors.after ?? null;
    if (!after) break;
  }
  return { ok: true, status: null };
}

const PLACEHOLDER = /\{\{(\d+)\}\}/g;

function objectionTo({ name, language, body, example, button }: WhatsAppTemplate): string | null {
  const placeholders = new Set([...body.matchAll(PLACEHOLDER)].map((found) => Number(found[1])));
  const objections: [boolean, string][] = [
    [!/^[a-z0-9_]{1,512}$/.test(name), 'its name may have small letters, digits and _ only'],
    [!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language), 'its language is none'],
    [body.length === 0 || body.length > BODY, `its text must have 1 to ${BODY} characters`],
    [
      placeholders.size !== Math.max(0, ...placeholders) || placeholders.has(0),
      'its placeholders must be {{1}}, {{2}} and so on',
    ],
    [example.length !== placeholders.size, 'its example must fill every placeholder'],
    [example.some((text) => !text.trim()), 'its example has an empty part'],
    [/^\s*\{\{\d+\}\}|\{\{\d+\}\}\s*$/.test(body), 'its text may not begin or end with a placeholder'],
    [/\}\}\s*\{\{/.test(body), 'it has two placeholders side by side'],
    [
      button !== null && (!button.title || button.title.length > BUTTON),
      `its button needs 1 to ${BUTTON} characters`,
    ],
    [button !== null && !URL.canParse(button.url), 'its button leads nowhere'],
  ];
  return objections.find(([wrong]) => wrong)?.[1] ?? null;
}

const componentsOf = ({ body, example, button }: WhatsAppTemplate, handle: string | null): object[] =>
  [
    handle && { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: [handle] } },
    { type: 'BODY', text: body, ...(example.length > 0 ? { example: { body_text: [example] } } : {}) },
    button && {
      type: 'BUTTONS',
      buttons: [
        { type: 'URL', text: button.title, url: `${button.url}{{1}}`, example: [`${button.url}example`] },
      ],
    },
  ].filter((component) => component !== null && component !== '');

/** Reviewers of a template with a document require a sample; it is uploaded separately. */
async function uploadSample(client: Client): Promise<Outcome<{ handle: string }>> {
  const body = samplePdf();
  const query = new URLSearchParams({
    file_name: 'invoice.pdf',
    file_length: String(body.byteLength),
    file_type: 'application/pdf',
  });
  const opened = await callApi(
    client,
    { method: 'POST', path: `/app/uploads?${query}` },
    z.object({ id: z.string().regex(/^upload:[\w:=?&.+/-]+$/) }),
  );
  if (opened.kind !== 'said') return toRefusal(opened);
  const headers = { authorization: `OAuth ${client.token}`, file_offset: '0' };
  const uploaded = await callApi(
    client,
    { method: 'POST', path: `/${opened.data.id}`, headers, body },
    z.object({ h: z.string().min(1) }),
  );
  return uploaded.kind === 'said' ? { ok: true, handle: uploaded.data.h } : toRefusal(uploaded);
}
