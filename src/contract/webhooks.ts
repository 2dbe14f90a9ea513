import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { empty } from './wire.ts';

export const webhooks = {
  notice: endpoint({
    method: 'POST',
    path: '/api/webhooks/:provider',
    summary: "A payment provider's signed notice: verified, stored, acknowledged, then processed",
    auth: 'none',
    owner: 'public',
    params: z.object({ provider: z.string() }),
    response: empty,
    metered: 'refusals',
  }),
};
