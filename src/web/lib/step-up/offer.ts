import type { Operation, ProofMethod } from '#contract/step-up.ts';
import { hasPasskeys } from '../session/passkey-support.ts';

/** The ways the server allows for an operation, and since when a passkey is one where all are too new. */
export type StepUpOffer = {
  methods: ProofMethod[];
  operation?: Operation | undefined;
  passkeyFrom?: Date | undefined;
};

/** The ways of an account that this browser can take; all of them where it can take none. */
export function usableMethods(methods: readonly ProofMethod[]): ProofMethod[] {
  const usable = methods.filter((method) => method !== 'passkey' || hasPasskeys());
  return usable.length > 0 ? usable : [...methods];
}
