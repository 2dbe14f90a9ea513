import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { empty, instant } from './wire.ts';

export const googleConnection = z.object({
  /** Number of linked Google accounts; several after a change of address. */
  accounts: z.number(),
  /** When the first of them was connected. */
  since: instant,
  /** Whether there is no password and no passkey beside it; then it stays. */
  onlyWayIn: z.boolean(),
});

/** Other accounts that open this one. */
export const connections = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/connections',
    summary: 'By what other accounts this one can be opened',
    auth: 'session',
    owner: 'self',
    response: z.object({ data: z.object({ google: z.nullable(googleConnection) }) }),
  }),
  disconnectGoogle: endpoint({
    method: 'DELETE',
    path: '/api/auth/connections/google',
    summary: 'Have Google open this account no more; wants a recent proof, and another way in',
    auth: 'session',
    owner: 'self',
    response: empty,
  }),
};
