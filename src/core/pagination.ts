import { fieldError } from './errors.ts';
import { type IdPrefix, isId } from './ids.ts';

/** Records a list returns when no page is requested. */
export const LIST_CAP = 1000;

/** One page of records and where the next begins; `rows` must hold one record more than `limit` when there are more. */
export function pageFrom<R extends { id: string }>(
  rows: R[],
  limit: number,
): { rows: R[]; nextCursor: string | null } {
  if (rows.length <= limit) return { rows, nextCursor: null };
  const page = rows.slice(0, limit);
  return { rows: page, nextCursor: page.at(-1)?.id ?? null };
}

/** The id after which a page begins. Throws 422 for anything that is not an id of that kind. */
export function cursorOf(prefix: IdPrefix, cursor: string | undefined): string | null {
  if (cursor === undefined || cursor === '') return null;
  if (!isId(prefix, cursor)) throw fieldError('cursor', 'This page does not exist');
  return cursor;
}

/** A `like` pattern for texts that contain what was typed, or null when nothing was. The wildcards in it are escaped. */
export function likePattern(search: string | undefined): string | null {
  const typed = search?.trim() ?? '';
  return typed === '' ? null : `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
}
