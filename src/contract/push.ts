import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyParams, empty } from './wire.ts';

const base64url = z.string().check(z.regex(/^[\w-]{10,200}={0,2}$/, 'Not a key of a browser'));
const address = z.string('endpoint is required').check(z.url(), z.maxLength(1000));

/** The result of a browser's `PushSubscription.toJSON()`. */
export const pushSubscription = z.object({
  endpoint: address,
  keys: z.object({ p256dh: base64url, auth: base64url }),
});

export const push = {
  key: endpoint({
    method: 'GET',
    path: '/api/:currency/push',
    summary: 'The key a browser must name to be told news while it is closed',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: z.object({ publicKey: z.string() }) }),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/:currency/push',
    summary: 'Have this browser told news while it is closed, until its session ends',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: pushSubscription,
    response: empty,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/:currency/push',
    summary: 'Tell this browser nothing any more',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({ endpoint: address }),
    response: empty,
  }),
};
