import * as z from 'zod';
import { type Clock, systemClock } from '#core/dates.ts';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import type { Geography, Outcome } from '#server/kernel/ports/index.ts';
import { createEmbedded } from './embedded.ts';

const id = z.number().int().nonnegative();
const name = z.string().min(1).max(200);

/** The external service's response, reduced to its basic tier. */
const answers = {
  countries: z.array(z.object({ id, iso2: z.string().regex(/^[A-Z]{2}$/), name })),
  states: z.array(z.object({ id, iso2: z.string().regex(/^[A-Za-z0-9-]{1,10}$/), name })),
  cities: z.array(z.object({ id, name })),
};

type GeographyOptions = {
  /** Key of the external service; without one only the embedded lists answer. */
  key?: string | null;
  baseUrl?: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
  clock?: Clock;
};

const BASE_URL = 'https://api.countrystatecity.in';
const BACKOFF_MS = 60_000;
const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 4_000_000;

type Remote = { key: string; baseUrl: string; fetch: typeof fetch; timeoutMs: number };

/** Uses the external service where a key is set, and falls back to the embedded lists on any failure. */
export function createGeography(options: GeographyOptions = {}): Geography {
  const embedded = createEmbedded();
  const query = options.key ? cached(remoteOf(options.key, options), options.clock ?? systemClock) : null;
  const either = async <T>(path: string, schema: z.ZodType<T[]>, fallback: () => T[]) =>
    (await query?.(path, schema, fallback)) ?? fallback();

  const countries = () => either('/v1/countries', answers.countries, embedded.countries);
  const states = async (country: string) => {
    const code = country.toUpperCase();
    if (!has(await countries(), code)) return [];
    return either(`/v1/countries/${code}/states`, answers.states, () => embedded.states(code));
  };
  // Only codes of the lists are queried, so that no visitor can exhaust the quota or the memory with made-up
  // ones.
  const cities = async (country: string, state: string) => {
    const [code, region] = [country.toUpperCase(), state.toUpperCase()];
    if (!has(await states(code), region)) return [];
    return either(`/v1/countries/${code}/states/${region}/cities`, answers.cities, () =>
      embedded.cities(code, region),
    );
  };
  return { countries, states, cities };
}

function remoteOf(key: string, options: GeographyOptions): Remote {
  return {
    key,
    baseUrl: (options.baseUrl ?? BASE_URL).replace(/(?<!\/)\/+$/, ''),
    fetch: options.fetch ?? guardedFetch(options.baseUrl ?? BASE_URL),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  };
}

function has(list: { iso2: string }[], code: string): boolean {
  return list.some(({ iso2 }) => iso2.toUpperCase() === code);
}

// Caches every answer, shares pending queries, and backs off after a failure.
function cached(remote: Remote, clock: Clock) {
  const cache = new Map<string, Promise<unknown[] | null>>();
  let backoffUntil = 0;
  const query = async <T>(path: string, schema: z.ZodType<T[]>, fallback: () => T[]): Promise<T[] | null> => {
    const answer = await fetchList(remote, path, schema);
    if (answer.ok) return answer.list;
    if (!answer.retry) return fallback();
    backoffUntil = clock().getTime() + BACKOFF_MS;
    cache.delete(path);
    return null;
  };
  return <T>(path: string, schema: z.ZodType<T[]>, fallback: () => T[]): Promise<T[] | null> => {
    const known = cache.get(path) as Promise<T[] | null> | undefined;
    if (known) return known;
    if (clock().getTime() < backoffUntil) return Promise.resolve(null);
    const open = query(path, schema, fallback);
    cache.set(path, open);
    return open;
  };
}

/** Fetches one list from the external service. `retry` is false where it has no such list. */
async function fetchList<T>(
  remote: Remote,
  path: string,
  schema: z.ZodType<T>,
): Promise<Outcome<{ list: T }>> {
  try {
    const response = await remote.fetch(`${remote.baseUrl}${path}`, {
      headers: { 'X-CSCAPI-KEY': remote.key, accept: 'application/json' },
      // A redirect would carry the key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(remote.timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, reason: `answered ${response.status}`, retry: response.status !== 404 };
    }
    return { ok: true, list: schema.parse(JSON.parse(await readText(response))) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.name : 'failed', retry: true };
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_BYTES) throw new RangeError('The answer is too long');
  }
  return text + decoder.decode();
}
