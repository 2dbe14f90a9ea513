import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';

/** One call as it went over the wire. `status` and `answer` are null when none came that is JSON. */
export type Exchange = {
  method: string;
  url: URL;
  body: unknown;
  status: number | null;
  answer: unknown;
};

type Json = { [key: string]: unknown };
type Operation = { name: string; path: RegExp; query: Map<string, Json>; body: Json | null; answers: Json };

/** Fields the document lacks in requests, and why we send them. */
const missingThere: Record<string, string> = {
  'POST /charge body/bank_transfer':
    'the guide to "pay with transfer"; the document has the other channels only',
  'POST /charge body/currency': 'the guides to the channels of this call send it',
  'GET /refund query/transaction': 'the reference page of "list refunds" has it',
};

/** Where a true answer is not what the document says, by the end of the objection. */
const knownDefects: Record<string, string> = {
  '/code enum': 'the schemas of errors have the words of `type` under `code`',
  'GET /transaction 200/data/metadata type': 'no metadata is an empty text, as verify says of itself',
};

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

let document: Json | null = null;
// It is long: read when the first call is judged.
const contract = (): Json =>
  (document ??= objectOf(parse(readFileSync('eval/contracts/paystack.yaml', 'utf8'))));

/** The part of the document with every reference put in its place. */
function resolved(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(resolved);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part as Json;
  if (typeof $ref !== 'string')
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value)]));
  const steps = $ref.replace('#/', '').split('/');
  return resolved(steps.reduce<unknown>((at, step) => objectOf(at)[step], contract()));
}

/** A request may hold what is listed and nothing else; the parts of an `allOf` are one list. */
function strict(schema: Json): Json {
  const parts = [schema, ...listOf(schema.allOf).map((part) => strict(objectOf(part)))];
  const properties = Object.assign({}, ...parts.map((part) => objectOf(part.properties))) as Json;
  const required = parts.flatMap((part) => listOf(part.required));
  if (Object.keys(properties).length === 0) return schema;
  const closed = Object.entries(properties).map(([key, value]) => [key, strict(objectOf(value))]);
  return { type: 'object', properties: Object.fromEntries(closed), required, additionalProperties: false };
}

/** In an answer anything may be null or left out. */
function loose(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(loose);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { required, oneOf, nullable: _, ...rest } = schema as Json;
  const entries = Object.entries(rest).map(([key, value]) => {
    if (key === 'type' && typeof value === 'string') return [key, [value, 'null']];
    if (key === 'enum' && Array.isArray(value)) return [key, [...value, null]];
    return [key, key === 'example' ? undefined : loose(value)];
  });
  // `required` may also be the name of a property, and then it is an object.
  const named = objectOf(required);
  return {
    ...Object.fromEntries(entries),
    ...(Object.keys(named).length > 0 ? { required: loose(named) } : {}),
    ...(oneOf ? { anyOf: loose(oneOf) } : {}),
  };
}

const contentOf = (part: unknown): Json =>
  objectOf(objectOf(objectOf(objectOf(part).content)['application/json']).schema);

function operationsOf(path: string, item: Json): Operation[] {
  return ['get', 'post', 'put', 'delete'].flatMap((method) => {
    if (!item[method]) return [];
    const definition = objectOf(resolved(item[method]));
    const parameters = [...listOf(resolved(item.parameters)), ...listOf(definition.parameters)].map(objectOf);
    const query = parameters.filter((one) => one.in === 'query');
    const body = contentOf(definition.requestBody);
    return [
      {
        name: `${method.toUpperCase()} ${path}`,
        path: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
        query: new Map(query.map((one) => [String(one.name), objectOf(one.schema)])),
        body: Object.keys(body).length > 0 ? strict(body) : null,
        answers: objectOf(definition.responses),
      },
    ];
  });
}

let known: Operation[] | null = null;
// Paths without a placeholder first: `/transfer/verify/…` is no transfer's code.
const operations = (): Operation[] =>
  (known ??= Object.entries(objectOf(contract().paths))
    .flatMap(([path, item]) => operationsOf(path, objectOf(item)))
    .toSorted((a, b) => a.name.split('{').length - b.name.split('{').length));

const isInstant = (format: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(format) && !Number.isNaN(Date.parse(format));
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: { 'date-time': isInstant, date: true, int64: true, float: true },
});

const nameOf = (where: string, { instancePath, keyword, params }: ErrorObject): string => {
  const at = instancePath.replaceAll(/\/\d+/g, '');
  return keyword === 'additionalProperties'
    ? `${where}${at}/${String(params.additionalProperty)}`
    : `${where}${at} ${keyword}`;
};

const validators = new Map<string, ValidateFunction>();

function check(where: string, schemaOf: () => unknown, value: unknown): string[] {
  const validate = validators.get(where) ?? ajv.compile(objectOf(schemaOf()));
  validators.set(where, validate);
  return validate(value) ? [] : (validate.errors ?? []).map((error) => nameOf(where, error));
}

function objectionsToRequest(operation: Operation, { url, body }: Exchange): string[] {
  const inQuery = [...url.searchParams].flatMap(([name, value]) => {
    const schema = operation.query.get(name);
    const where = `${operation.name} query/${name}`;
    return schema ? check(where, () => schema, typed(schema, value)) : [where];
  });
  const inBody = operation.body ? check(`${operation.name} body`, () => operation.body, body) : [];
  const stray = !operation.body && body !== undefined ? [`${operation.name} body`] : [];
  return [...inQuery, ...inBody, ...stray];
}

// A query is text; the document means what it spells.
function typed(schema: Json, value: string): unknown {
  if (schema.type === 'integer' && /^\d+$/.test(value)) return Number(value);
  return schema.type === 'boolean' && /^(true|false)$/.test(value) ? value === 'true' : value;
}

// Refusals the document gives no schema for are in its words for others.
function objectionsToAnswer(operation: Operation, { status, answer }: Exchange): string[] {
  if (status === null) return [];
  const exact = contentOf(operation.answers[String(status)]);
  const schema = Object.keys(exact).length > 0 ? exact : contentOf(operation.answers['401']);
  if (status < 300 && schema !== exact) return [`${operation.name} ${status} is not documented`];
  return check(`${operation.name} ${status}`, () => loose(schema), answer);
}

type Judgement = { operation: string | null; objections: string[]; forgiven: string[] };

/** The operation a call belongs to and all that the document has against it; what is known is forgiven. */
export function judge(exchange: Exchange): Judgement {
  const { method, url } = exchange;
  const operation = operations().find(
    ({ name, path }) => name.startsWith(`${method} `) && path.test(url.pathname),
  );
  if (!operation)
    return { operation: null, objections: [`${method} ${url.pathname} is not documented`], forgiven: [] };
  const inRequest = objectionsToRequest(operation, exchange);
  const inAnswer = objectionsToAnswer(operation, exchange);
  const forgiven = [
    ...inRequest.filter((objection) => objection in missingThere),
    ...inAnswer.flatMap((objection) =>
      Object.keys(knownDefects).filter((defect) => objection.endsWith(defect)),
    ),
  ];
  const isKnown = (objection: string) => forgiven.some((name) => objection.endsWith(name));
  return {
    operation: operation.name,
    objections: [...inRequest, ...inAnswer].filter((objection) => !isKnown(objection)),
    forgiven,
  };
}

export const everythingForgiven = [...Object.keys(missingThere), ...Object.keys(knownDefects)];
export const countOperations = (): number => operations().length;
