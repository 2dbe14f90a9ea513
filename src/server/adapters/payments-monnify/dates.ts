import { dateIn, parseInstant, timeIn } from '#core/dates.ts';

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?$/;
const TWELVE_HOUR = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2}) ([AP])M$/i;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

/**
 * An instant in any of the ways Monnify writes it: `2021-11-17 11:28:42.615` and `17/11/2021 3:48:10 PM` by the clock
 * of Lagos, `2022-07-31T14:31:34.000+0000` by its own. Null for anything else.
 */
export function readInstant(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (WITH_ZONE.test(text)) return parseInstant(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return parseLocal(text) ?? parseTwelveHour(text);
}

function parseLocal(text: string): Date | null {
  const [, year, month, day, hour = '', minute, second = '00', fraction = ''] = LOCAL.exec(text) ?? [];
  if (!year) return null;
  return inLagos(`${year}-${month}-${day}`, `${hour.padStart(2, '0')}:${minute}:${second}${fraction}`);
}

function parseTwelveHour(text: string): Date | null {
  const [, day, month, year, hour, minute, second, half = ''] = TWELVE_HOUR.exec(text) ?? [];
  if (!day || Number(hour) < 1 || Number(hour) > 12) return null;
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  return inLagos(`${year}-${month}-${day}`, `${String(hours).padStart(2, '0')}:${minute}:${second}`);
}

// Nigeria has no summer time, so Lagos is always an hour ahead of UTC.
function inLagos(date: string, time: string): Date | null {
  const instant = parseInstant(`${date}T${time}+01:00`);
  // A parser may take 30 February for 2 March.
  return instant && dateIn(instant) === date ? instant : null;
}

/** `2026-11-28 16:05:09`, in Lagos time: the format Monnify expects. */
export function formatLagosTime(instant: Date): string {
  const seconds = instant.toISOString().slice(17, 19);
  return `${dateIn(instant)} ${timeIn(instant)}:${seconds}`;
}
