import * as z from 'zod';

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|[0-9a-f:]+)$/i;

/** The settings of calls to the outside, as part of the environment. */
export const outgoingSettings = {
  OUTGOING_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .check(
      z.refine(
        (hosts) => hosts.every((host) => HOST.test(host)),
        'Give host names or addresses, with spaces between them',
      ),
    ),
};
