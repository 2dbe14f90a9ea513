import * as z from 'zod/mini';
import { errorStatuses } from '#core/errors.ts';
import type { Endpoint, Schema } from './endpoint.ts';
import { endpoints } from './index.ts';
import { type LimitName, limits } from './limits.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the whole API, generated from the contract that types server and client. */
export function openApiDocument(serverUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Duewell API',
      version: '1',
      description: 'Invoices, payments and withdrawals of small businesses. Amounts are in major units.',
    },
    servers: [{ url: serverUrl }],
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
    paths: pathsOf(),
  };
}

function pathsOf(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const { name, endpoint } of endpoints) {
    for (const [index, path] of [endpoint.path, ...(endpoint.aliases ?? [])].entries()) {
      const key = path.replace(/:(\w+)/g, '{$1}');
      paths[key] = {
        ...paths[key],
        [endpoint.method.toLowerCase()]: operation(
          index === 0 ? name : `${name}.alias${index}`,
          name,
          endpoint,
        ),
      };
    }
  }
  return paths;
}

function operation(id: string, name: string, endpoint: Endpoint): Json {
  return {
    operationId: id,
    tags: [name.split('.')[0]],
    summary: endpoint.summary,
    security: endpoint.auth === 'none' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(endpoint.body ? { requestBody: bodyOf(endpoint) } : {}),
    responses: {
      [endpoint.status ?? 200]: success(endpoint),
      429: {
        description: `Beyond a limit: ${describeLimits(endpoint)}`,
        headers: retryAfter,
        content: refusal,
      },
      default: {
        description: 'A refusal',
        content: refusal,
      },
    },
  };
}

const refusal: Json = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const retryAfter: Json = {
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds until there is room again' },
};

/** Which limits a call counts against. */
function limitsOn({ limit, auth }: Endpoint): LimitName[] {
  const general: LimitName[] = auth === 'none' ? ['everything'] : ['everything', 'everythingOfBusiness'];
  const specific: LimitName[] = limit === 'uploads' ? ['uploads', 'uploadsOfBusiness'] : limit ? [limit] : [];
  return [...specific, ...general];
}

const describeLimits = (endpoint: Endpoint): string =>
  limitsOn(endpoint)
    .map((name) => limits[name])
    .map(
      ({ of, counts, usual, each }) =>
        `${usual} ${of} a ${each.replace(/^15/, 'span of 15')} for each ${counts.join(' and each ')}`,
    )
    .join('; ');

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
  description: 'The same key with the same body gives the first answer again.',
};

const errorSchema: Json = {
  type: 'object',
  required: ['status', 'message', 'code', 'errors', 'requestId'],
  properties: {
    status: { const: 'error' },
    message: { type: 'string', description: 'Fit to show to a person' },
    code: { type: 'string', enum: Object.keys(errorStatuses) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
    data: { type: 'object' },
  },
};

function schemaOf(schema: Schema): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return json;
}

function parametersOf(schema: Schema | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const json = schemaOf(schema) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }));
}

function bodyOf(endpoint: Endpoint): Json {
  const json = schemaOf(endpoint.body as Schema);
  if (!endpoint.multipart)
    return { required: !endpoint.bodyOptional, content: { 'application/json': { schema: json } } };
  const properties = { file: { type: 'string', format: 'binary' }, ...(json.properties as Json) };
  const form = { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties } } };
  const jsonContent = endpoint.multipart === 'optional' ? { 'application/json': { schema: json } } : {};
  return { required: true, content: { ...jsonContent, ...form } };
}

function success(endpoint: Endpoint): Json {
  if (endpoint.media)
    return {
      description: 'The document or stream',
      content: { [endpoint.media]: { schema: { type: 'string', format: 'binary' } } },
    };
  const carried = endpoint.response ? schemaOf(endpoint.response) : { type: 'object', properties: {} };
  if (carried.type !== 'object')
    return { description: 'Success', content: { 'application/json': { schema: carried } } };
  const envelope = { status: { const: 'success' }, message: { type: 'string' } };
  const schema = {
    ...carried,
    properties: { ...envelope, ...(carried.properties as Json) },
    required: ['status', 'message', ...((carried.required as string[]) ?? [])],
  };
  return { description: 'Success', content: { 'application/json': { schema } } };
}
