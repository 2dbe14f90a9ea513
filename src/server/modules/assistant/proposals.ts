import type { Action } from '#contract/assistant.ts';
import { plusMs } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { ProposalRow } from './queries/threads.ts';

/** Validity of a proposal. */
export const PROPOSAL_MS = 10 * 60_000;

/** An action to execute after confirmation; `arguments` holds everything needed for it, as plain JSON. */
export type Proposed = { action: Action; currency: Currency; arguments: unknown };

export const expiryOf = (now: Date): Date => plusMs(now, PROPOSAL_MS);

type SignedFields = Pick<
  ProposalRow,
  'business_id' | 'id' | 'thread_id' | 'user_id' | 'action' | 'currency' | 'expires_at'
> & { arguments: unknown };

/** Text covered by a proposal's signature: owner, conversation, expiry and the exact action. */
export const signedText = (row: SignedFields): string =>
  canonicalJson([
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

/** Canonical JSON: sorted keys, as a database may store them in another order. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`;
}
