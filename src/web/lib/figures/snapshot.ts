import * as z from 'zod/mini';
import { readJson, storage } from '../storage.ts';

const envelope = z.object({ owner: z.string(), at: z.number(), data: z.unknown() });

/** Stores a response in the browser, so that the next visit starts with it. Logout removes it. */
export function saveSnapshot<S extends z.ZodMiniType>(
  key: string,
  owner: string,
  schema: S,
  data: z.output<S>,
): void {
  storage.write(key, JSON.stringify({ owner, at: Date.now(), data: z.encode(schema, data) }));
}

/**
 * The stored snapshot of this owner as initial query data; empty where it is another owner's or an old shape.
 */
export function readSnapshot<S extends z.ZodMiniType>(
  key: string,
  owner: string,
  schema: S,
): { initialData?: z.output<S>; initialDataUpdatedAt?: number } {
  const found = envelope.safeParse(readJson(key));
  if (!found.success || found.data.owner !== owner) return {};
  const data = schema.safeParse(found.data.data);
  return data.success ? { initialData: data.data, initialDataUpdatedAt: found.data.at } : {};
}
