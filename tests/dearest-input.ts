import { openApiDocument } from '#contract/openapi.ts';

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
};

/** A call of the contract with the largest input it allows. */
export type DearestRequest = {
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  signedIn: boolean;
  json?: unknown;
};

type Operation = {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
};

/** Every call of the contract that takes JSON or nothing. `ids` by the module that asks; `invoices` otherwise. */
export function dearestRequests(ids: Record<string, string>): DearestRequest[] {
  const { paths } = openApiDocument('http://localhost') as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      requestOf(path, method.toUpperCase() as DearestRequest['method'], operation, ids),
    ),
  );
}

function requestOf(
  path: string,
  method: DearestRequest['method'],
  { operationId, security, parameters, requestBody }: Operation,
  ids: Record<string, string>,
): DearestRequest {
  const id = ids[operationId.split('.')[0] ?? ''] ?? ids.invoices ?? '';
  const json = requestBody?.content['application/json']?.schema;
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: where, schema } of parameters) {
    const value = name === 'currency' ? 'ngn' : /^(?:id|userId)$/.test(name) ? id : textOf(schema, name);
    if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (where === 'query' && !REFUSED.test(name)) query.set(name, value.slice(0, 2_000));
  }
  return {
    name: operationId,
    method,
    path: query.size > 0 ? `${address}?${query}` : address,
    signedIn: security.length > 0,
    ...(json ? { json: withIds(dearestInput(json, 'body'), ids) } : {}),
  };
}

const withIds = (body: unknown, { invoices }: Record<string, string>) =>
  body && typeof body === 'object' && 'invoiceId' in body ? { ...body, invoiceId: invoices } : body;

const textOf = (schema: JsonSchema, name: string): string => String(dearestInput(schema, name));

/** Texts that took the assistant longest when repeated. */
export const LONG_TEXTS = [
  '3 bags of rice at 5k, ',
  'rice 5k ',
  'Mr. ',
  'each ',
  '[[[[',
  'rice\u200b at\u200b 5k ',
];

const TEXT = '3 bags of rice at 5k, ';
const MOST_LETTERS = 4_000;
const MOST_ITEMS = 1_000;
/** A body of JSON takes 256 KB. */
const MOST_BYTES = 240_000;
/** Parts that may be left out and would have the call refused before it does anything. */
const REFUSED = /^(?:amount|cursor|before|document|replaces|customerId)$/;

/** The largest input a schema allows, as far as it can say: full texts, full lists, every property. */
function dearestInput(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return dearestInput(choices[0] ?? {}, name);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) || !REFUSED.test(key))
          .map(([key, inner]) => [key, dearestInput(inner, key)]),
      );
    case 'array':
      return fullList(dearestInput(schema.items ?? {}, name), schema.maxItems ?? 200);
    case 'number':
    case 'integer':
      return Math.min(schema.maximum ?? 1_000, 1_000);
    case 'boolean':
      return true;
    default:
      return textFor(name, schema.maxLength ?? 300);
  }
}

function fullList(item: unknown, maxItems: number): unknown[] {
  const fitting = Math.floor(MOST_BYTES / JSON.stringify(item).length);
  return Array.from({ length: Math.min(MOST_ITEMS, maxItems, fitting) }, () => item);
}

// Texts with a form of their own, without which a call would be refused before it does anything.
const FORMS: [RegExp, string][] = [
  [/email/i, 'bello@example.test'],
  [/date|until|from|^to$/i, '2031-05-01'],
  [/pin$/i, '2749'],
  [/url$/i, 'https://example.com/'],
  [/colou?r$/i, '#3b82f6'],
  [/accountNumber/, '0123456789'],
  [/phone|number$/i, '08031234567'],
  [/bankCode/, '058'],
];

function textFor(name: string, maxLength: number): string {
  const known = FORMS.find(([form]) => form.test(name));
  if (known) return known[1];
  const letters = Math.min(MOST_LETTERS, maxLength);
  return TEXT.repeat(Math.ceil(letters / TEXT.length)).slice(0, letters);
}
