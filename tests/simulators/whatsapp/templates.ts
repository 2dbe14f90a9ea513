import * as z from 'zod';
import type { Call, Reply } from '../serve.ts';
import { refuse } from './errors.ts';
import { type Message, type Template, template } from './schemas.ts';
import { EMPTY_CONTENT, type HeldTemplate, type RenderedMessage, type SimulatorState } from './state.ts';

const PAGE = 2;

export function submit(world: SimulatorState, { raw }: Call): Reply {
  const parsed = template.safeParse(JSON.parse(raw.toString()));
  if (!parsed.success) return refuse(100, z.prettifyError(parsed.error));
  const held = heldOf(world, parsed.data);
  if (!held) return refuse(100, 'An example is missing or does not fit');
  if (world.templates.some(({ name, language }) => name === held.name && language === held.language))
    return refuse(100, 'Content in this language already exists', 400, 2388024);
  world.templates.push(held);
  return { status: 200, body: { id: held.id, status: held.status, category: 'UTILITY' } };
}

function heldOf(world: SimulatorState, { name, language, components }: Template): HeldTemplate | null {
  const header = components.find((one) => one.type === 'HEADER');
  const body = components.find((one) => one.type === 'BODY');
  const buttons = components.find((one) => one.type === 'BUTTONS');
  if (header && !world.handles.has(header.example.header_handle[0] ?? '')) return null;
  if (!body || (body.example?.body_text[0]?.length ?? 0) !== placesOf(body.text)) return null;
  return {
    id: String(900_000_000 + world.next()),
    name,
    language,
    body: body.text,
    hasDocument: Boolean(header),
    url: buttons?.buttons[0]?.url.replace('{{1}}', '') ?? null,
    status: world.review,
  };
}

const placesOf = (body: string): number => new Set(body.match(/\{\{\d+\}\}/g)).size;

/** Pages are short here, and a name is looked for within names, as at Meta. */
export function list(world: SimulatorState, { query }: Call): Reply {
  const found = world.templates.filter(({ name }) => name.includes(query.get('name') ?? ''));
  const start = Number(query.get('after') ?? 0);
  const page = found.slice(start, start + PAGE);
  const next = start + PAGE < found.length ? { next: `${world.url()}/next` } : {};
  const paging = { cursors: { before: String(start), after: String(start + PAGE) }, ...next };
  return {
    status: 200,
    body: { data: page.map(({ id, name, language, status }) => ({ id, name, language, status })), paging },
  };
}

type Filled = Extract<Message, { type: 'template' }>['template'];

/** The template as its receiver sees it, or why it cannot be sent. */
export function fillTemplate(
  world: SimulatorState,
  { name, language, components }: Filled,
): RenderedMessage | Reply {
  const held = world.templates.find((one) => one.name === name && one.language === language.code);
  if (held?.status === 'PAUSED') return refuse(132015, 'Its quality was low');
  if (held?.status === 'DISABLED') return refuse(132016, 'Its quality was low too often');
  if (held?.status !== 'APPROVED') return refuse(132001, `${name} (${language.code}) does not exist`, 404);
  const given = partsOf(components);
  if (given.body.length !== placesOf(held.body)) return refuse(132000, 'body: another number of parameters');
  if (given.body.some((text) => /[\n\t]| {5}/.test(text)))
    return refuse(132018, 'body: line breaks or spaces');
  const file = given.document && world.media.get(given.document.id);
  if (held.hasDocument !== Boolean(file)) return refuse(132012, 'header: a document is expected, or none');
  if ((held.url === null) !== (given.suffix === null)) return refuse(131008, 'button: the end of its link');
  return {
    ...EMPTY_CONTENT,
    type: 'template',
    template: name,
    text: held.body.replace(/\{\{(\d+)\}\}/g, (_, place) => given.body[Number(place) - 1] ?? ''),
    file: file && given.document ? { ...file, name: given.document.filename } : null,
    link: held.url === null ? null : held.url + given.suffix,
  };
}

function partsOf(components: Filled['components']) {
  const parameters = (type: string) =>
    components.filter((one) => one.type === type).flatMap((one) => one.parameters);
  const texts = (type: string) => parameters(type).flatMap((one) => (one.type === 'text' ? [one.text] : []));
  const [document] = parameters('header').flatMap((one) => (one.type === 'document' ? [one.document] : []));
  return { body: texts('body'), suffix: texts('button')[0] ?? null, document: document ?? null };
}
