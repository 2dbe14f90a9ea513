import type { Action } from '#contract/assistant.ts';
import { plusMs } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { ProposalRow } from './queries.ts';

/** How long a proposal waits for its owner. */
export const PROPOSAL_MS = 10 * 60_000;

/** Something that will be done when its owner says so; `arguments` is all that is needed for it, as plain JSON. */
export type Proposed = { action: Action; currency: Currency; arguments: unknown };

export const endOf = (now: Date): Date => plusMs(now, PROPOSAL_MS);

type Bound = Pick<
  ProposalRow,
  'business_id' | 'id' | 'thread_id' | 'user_id' | 'action' | 'currency' | 'expires_at'
> & { arguments: unknown };

/** What the signature of a proposal covers: whose it is, where and until when it counts, and exactly what is done. */
export const signedText = (row: Bound): string =>
  canonical([
    'proposal',
    row.business_id,
    row.id,
    row.thread_id,
    row.user_id,
    row.action,
    row.currency,
    row.expires_at.toISOString(),
    row.arguments,
  ]);

/** JSON in the one way it can be written: keys in order, so that a database may keep it in another. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
