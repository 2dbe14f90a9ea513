import type { Context } from 'hono';
import { DEFAULT_ZONE } from '#core/dates.ts';
import type { PageEnv } from './layout.ts';

/** The text fields of a posted form; missing ones read as empty. */
export async function readForm(c: Context<PageEnv>): Promise<(name: string) => string> {
  const fields = await c.req.parseBody();
  return (name) => {
    const value = fields[name];
    return typeof value === 'string' ? value.slice(0, 500) : '';
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
