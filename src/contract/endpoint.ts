import type * as z from 'zod/mini';
import type * as core from 'zod/v4/core';
import type { LimitName } from './limits.ts';

export type Schema = core.$ZodType;

/** Authentication: anybody, a signed-in person, or a signed-in person whose business profile exists. */
export type Auth = 'none' | 'session' | 'business';

/** Owner of the records an endpoint touches; the authorization test is generated from it. */
type Owner = 'public' | 'self' | 'business';

/** One call of the API as data: the server's handler, the client's call and the OpenAPI document come from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` marks a parameter. */
  path: string;
  /** Other paths that answer the same. */
  aliases?: readonly string[];
  summary: string;
  auth: Auth;
  owner: Owner;
  params?: Schema;
  query?: Schema;
  /** Shape of the JSON body. */
  body?: Schema;
  /** The body may be left out. */
  bodyOptional?: true;
  /** The body is multipart/form-data; `file` holds the bytes and `body` the other fields. `optional`: or JSON. */
  multipart?: true | 'optional';
  /** The most bytes of a body, where that is more than usual. */
  mostBytes?: number;
  /** Schema of a success beside `status` and `message`. */
  response?: Schema;
  /** Media type of a response that is not JSON. The handler then returns a complete `Response`. */
  media?:
    | 'application/pdf'
    | 'text/event-stream'
    | 'application/octet-stream'
    | 'application/zip'
    | 'application/x-ndjson'
    | 'text/csv'
    | 'text/plain'
    | 'text/html';
  /**
   * With `Accept: text/event-stream` the response is an event stream; the handler then returns a complete
   * `Response`.
   */
  streams?: true;
  /** HTTP status of a success; default 200. */
  status?: 200 | 201;
  /** Takes an Idempotency-Key: the first response is stored and returned again. */
  idempotent?: true;
  limit?: LimitName;
  /** Only refused calls count against the general limit: an honest caller may come as often as it likes. */
  metered?: 'refusals';
};

/** Declares an endpoint, keeping its exact types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Decoded<S> = S extends Schema ? z.output<S> : undefined;

/** Decoded parts of a request, passed to the handler. */
export type Request<E extends Endpoint> = {
  params: Decoded<E['params']>;
  query: Decoded<E['query']>;
  body: E['bodyOptional'] extends true ? Decoded<E['body']> | undefined : Decoded<E['body']>;
};

/** Decoded success response (amounts in minor units, instants as `Date`). */
export type Answer<E extends Endpoint> = E['response'] extends Schema
  ? z.output<E['response']>
  : Record<never, never>;

type DecodedPart<K extends string, S> = S extends Schema
  ? { [P in K]: z.output<S> }
  : { [P in K]?: undefined };

/** Decoded input of a client call. */
export type CallInput<E extends Endpoint> = DecodedPart<'params', E['params']> &
  (E['query'] extends Schema ? { query?: z.input<E['query']> } : { query?: undefined }) &
  (E['body'] extends Schema
    ? E['bodyOptional'] extends true
      ? { body?: z.output<E['body']> }
      : { body: z.output<E['body']> }
    : { body?: undefined });
