import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, empty } from './wire.ts';

export const waitlist = {
  join: endpoint({
    method: 'POST',
    path: '/api/waitlist/join',
    summary: 'Join the waitlist',
    auth: 'none',
    owner: 'public',
    body: z.object({ email }),
    response: empty,
    status: 201,
    limit: 'waitlist',
  }),
};
