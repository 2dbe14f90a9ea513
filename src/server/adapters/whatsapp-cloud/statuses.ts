import { z } from 'zod';
import type { WhatsAppEvent } from '#server/kernel/ports/messaging.ts';
import { instant, messageId } from './inbound.ts';
import { refusalOf } from './refusals.ts';

const status = z.object({
  id: messageId,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: instant,
  errors: z.array(z.unknown()).catch([]),
});
const error = z.object({ code: z.int().nonnegative() });

const UNTOLD = { why: 'other', reason: 'WhatsApp does not say why' } as const;

/** The status of a sent message; null when unreadable or unknown. */
export function statusOf(payload: unknown): (WhatsAppEvent & { about: 'status' }) | null {
  const read = status.safeParse(payload);
  if (!read.success) return null;
  const { id, status: state, timestamp: at, errors } = read.data;
  if (state !== 'failed') return { about: 'status', id, state, at, reason: null, why: null };
  const [code] = errors.flatMap((one) => error.safeParse(one).data?.code ?? []);
  const { why, reason } = code === undefined ? UNTOLD : refusalOf(code);
  return { about: 'status', id, state, at, reason, why };
}
