import type { Context } from 'hono';
import { DEFAULT_ZONE } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { PageEnv } from './layout.ts';

/** The text fields of a posted form; missing ones read as empty. Throws 400 for a body that is no form. */
export async function readForm(c: Context<PageEnv>): Promise<(name: string) => string> {
  const fields = await c.req.parseBody().catch(() => {
    throw new AppError('bad_request', 'The form could not be read');
  });
  return (name) => {
    const value = fields[name];
    // No database holds the character with the number zero, and no form needs it.
    return typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, 500) : '';
  };
}

const stamps = new Intl.DateTimeFormat('en-GB', {
  timeZone: DEFAULT_ZONE,
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** `21 Nov, 10:36:02`, in Lagos. */
export function stamp(at: Date | null): string {
  return at ? stamps.format(at) : '';
}
