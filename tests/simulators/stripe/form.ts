import type { Reply } from '../serve.ts';

/** Fields of a form with brackets in their names: text, or further fields. Lists have their indexes as keys. */
export type Fields = { [key: string]: string | Fields };

/** `a[b][0]=c` as `{ a: { b: { 0: 'c' } } }`. Null when a name is garbled or is both text and more fields. */
export function readForm(pairs: URLSearchParams): Fields | null {
  const root: Fields = {};
  for (const [name, value] of pairs) {
    if (!/^[^[\]]+(\[[^[\]]*\])*$/.test(name)) return null;
    if (!assignPath(root, name.replaceAll(']', '').split('['), value)) return null;
  }
  return root;
}

function assignPath(root: Fields, path: string[], value: string): boolean {
  let at = root;
  for (const step of path.slice(0, -1)) {
    at[step] ??= {};
    const next = at[step];
    if (typeof next === 'string') return false;
    at = next;
  }
  const last = path.at(-1) || String(Object.keys(at).length);
  if (Object.hasOwn(at, last)) return false;
  at[last] = value;
  return true;
}

/** A refusal in Stripe's envelope. */
export class Refusal extends Error {
  status: number;
  envelope: { type: string; message: string; code?: string; decline_code?: string; param?: string };

  constructor(
    message: string,
    details: { status?: number; type?: string; code?: string; declined?: string; param?: string } = {},
  ) {
    super(message);
    const { status = 400, type = 'invalid_request_error', code, declined, param } = details;
    this.status = status;
    this.envelope = {
      type,
      message,
      ...(code ? { code } : {}),
      ...(declined ? { decline_code: declined } : {}),
      ...(param ? { param } : {}),
    };
  }
}

export const refusalReply = ({ status, envelope }: Refusal): Reply => ({ status, body: { error: envelope } });

const nameOf = (prefix: string, key: string) => (prefix ? `${prefix}[${key}]` : key);

/** Refuses fields nobody knows, as Stripe does. */
export function onlyKnown(fields: Fields, known: readonly string[], prefix = ''): void {
  for (const key of Object.keys(fields)) {
    const param = nameOf(prefix, key);
    if (!known.includes(key))
      throw new Refusal(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
}

/** A text field; empty text is refused. */
export function textIn(fields: Fields, key: string, prefix = ''): string | null {
  const value = fields[key];
  const param = nameOf(prefix, key);
  if (value === undefined) return null;
  if (typeof value !== 'string') throw new Refusal(`Invalid string: ${JSON.stringify(value)}`, { param });
  if (value === '')
    throw new Refusal(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      { code: 'parameter_invalid_empty', param },
    );
  return value;
}

export function neededText(fields: Fields, key: string, prefix = ''): string {
  const value = textIn(fields, key, prefix);
  const param = nameOf(prefix, key);
  if (value === null)
    throw new Refusal(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  return value;
}

export function integerIn(fields: Fields, key: string, prefix = ''): number | null {
  const value = textIn(fields, key, prefix);
  const param = nameOf(prefix, key);
  if (value !== null && !/^-?\d{1,15}$/.test(value))
    throw new Refusal(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
  return value === null ? null : Number(value);
}

export function oneOf(fields: Fields, key: string, allowed: readonly string[], prefix = ''): string | null {
  const value = textIn(fields, key, prefix);
  if (value === null || allowed.includes(value)) return value;
  const param = nameOf(prefix, key);
  throw new Refusal(`Invalid ${param}: must be one of ${allowed.join(', ')}`, { param });
}

export function fieldsIn(fields: Fields, key: string): Fields {
  const value = fields[key] ?? {};
  if (typeof value === 'string') throw new Refusal('Invalid object', { param: key });
  return value;
}

/** Metadata: at most 50 texts, names up to 40 and values up to 500 characters. */
export function metadataIn(fields: Fields, prefix = ''): Record<string, string> {
  const metadata = Object.entries(fieldsIn(fields, 'metadata'));
  const param = nameOf(prefix, 'metadata');
  if (metadata.length > 50) throw new Refusal('Metadata can have up to 50 keys', { param });
  for (const [key, value] of metadata) {
    if (typeof value !== 'string' || key.length > 40 || value.length > 500)
      throw new Refusal(`Metadata values can have up to 500 characters, and keys up to 40`, { param });
  }
  return Object.fromEntries(metadata) as Record<string, string>;
}
