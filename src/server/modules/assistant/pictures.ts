import type { Extraction } from '#contract/assistant.ts';
import type { Scope } from '#server/scope.ts';
import type { Begun } from './flows.ts';
import type { StoredMemory } from './memory.ts';
import { type Plan } from './plan.ts';

export type Picture = { bytes: Uint8Array; mime: string };

/** Reads an invoice from a picture. */
export async function readPicture(
  _scope: Scope,
  _begun: Begun,
  _picture: Picture,
  memory: StoredMemory,
  _signal: AbortSignal,
): Promise<{ plan: Plan; extraction: Extraction | null }> {
  return {
    plan: {
      text: 'I have kept the picture, but I could not read it. Tell me in words what the invoice is for.',
      outcome: {
        intent: 'create_invoice',
        draft: null,
        filters: null,
        customer: null,
        asks: 'items',
        does: null,
        refused: null,
        proposalId: null,
      },
      memory: { pending: null, last: memory.last },
      effect: { kind: 'drop' },
    },
    extraction: null,
  };
}
