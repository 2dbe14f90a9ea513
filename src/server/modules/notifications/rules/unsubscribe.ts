import * as z from 'zod/mini';
import { notificationEvents } from '#contract/settings.ts';
import type { Sealer } from '#server/kernel/sealing.ts';

const tokenShape = z.tuple([z.enum(['reminders', ...notificationEvents]), z.string(), z.string()]);

/** One-click unsubscribe target: a business's reminders to an address, or an event's emails to its owner. */
export type UnsubscribeTarget = {
  purpose: 'reminders' | (typeof notificationEvents)[number];
  businessId: string;
  address: string;
};

const PLACE = 'messages.way-out';

/**
 * Unsubscribe URL; it never expires. The token is sealed, so that it can neither be forged nor reveal its
 * owner.
 */
export function unsubscribeUrlFor(
  { sealer, publicUrl }: { sealer: Sealer; publicUrl: string },
  { purpose, businessId, address }: UnsubscribeTarget,
): string {
  return `${publicUrl}/unsubscribe/${sealer.seal(JSON.stringify([purpose, businessId, address]), PLACE)}`;
}

/** Target of an unsubscribe token; null for a forged one. */
export function parseUnsubscribeToken(sealer: Sealer, token: string): UnsubscribeTarget | null {
  const text = openToken(sealer, token);
  const parsed = text === null ? null : z.safeParse(tokenShape, JSON.parse(text));
  if (!parsed?.success) return null;
  const [purpose, businessId, address] = parsed.data;
  return { purpose, businessId, address };
}

function openToken(sealer: Sealer, token: string): string | null {
  try {
    return sealer.open(token, PLACE);
  } catch {
    return null;
  }
}
