import { ZERO } from '#core/money.ts';
import type {
  LanguageModel,
  PaymentProvider,
  PaymentProviders,
  SignInProvider,
} from '#server/kernel/ports/index.ts';
import type { WhatsApp } from '#server/kernel/ports/messaging.ts';
import type { Ports } from '#server/kernel/scope.ts';
import { inSpan } from '#server/observability/spans.ts';
import { type CircuitBreaker, createCircuitBreaker, type Verdict } from './circuit-breaker.ts';

const SLOW_MS = 4_000;
/** A model may take a while: at most a third of its time limit before it counts as slow. */
const SLOW_SHARE = 0.3;
const CIRCUIT_OPEN = 'It did not answer a moment ago';

/** Guard of each method of a port. Without `fallback` the call is always made. */
type Guards<P> = {
  [K in keyof P]?: P[K] extends (...args: never[]) => Promise<infer A>
    ? { verdict: (answer: A) => Verdict; instead?: () => A }
    : never;
};

type OutcomeLike = { ok: boolean; retry?: boolean };
type Failed = { ok: false; reason: string; retry: boolean };

const verdictOf = (outcome: OutcomeLike): Verdict =>
  outcome.ok ? 'good' : outcome.retry ? 'bad' : 'neutral';
const circuitOpen = (): Failed => ({ ok: false, reason: CIRCUIT_OPEN, retry: true });
/** Classifies an outcome: a retryable failure counts against the circuit, a plain refusal does not. */
const asOutcome = { verdict: verdictOf, instead: circuitOpen };

const asState = (outcome: { state: string }): Verdict => (outcome.state === 'unknown' ? 'neutral' : 'good');
const unknownState = { state: 'unknown', reason: CIRCUIT_OPEN } as const;

// Calls that move money are always made: they run in jobs, no user waits for them, and their outcome is
// polled later.
const ofProvider: Guards<PaymentProvider> = {
  startCheckout: asOutcome,
  verifyPayment: asOutcome,
  listPayments: asOutcome,
  banks: asOutcome,
  resolveAccount: asOutcome,
  payments: asOutcome,
  payouts: asOutcome,
  balance: asOutcome,
  sendPayout: { verdict: asState },
  sendRefund: { verdict: asState },
  payoutState: { verdict: asState, instead: () => ({ ...unknownState, fee: ZERO }) },
  refundState: { verdict: asState, instead: () => ({ ...unknownState, providerId: null }) },
  cardOf: asOutcome,
  chargeSaved: { verdict: asState },
  chargeState: { verdict: asState, instead: () => unknownState },
  revokeCard: asOutcome,
};

const ofWhatsApp: Guards<WhatsApp> = {
  send: {
    verdict: (sent) => {
      if (sent.ok === true) return 'good';
      if (sent.ok === 'unknown') return 'bad';
      return sent.retry && sent.why === 'other' ? 'bad' : 'neutral';
    },
    instead: () => ({ ...circuitOpen(), why: 'other' }),
  },
  media: asOutcome,
  submitTemplate: asOutcome,
};

const ofModel: Guards<LanguageModel> = { converse: asOutcome, extract: asOutcome };
const ofSignIn: Guards<SignInProvider> = { start: asOutcome, finish: asOutcome };

/**
 * Wraps every external port in a circuit breaker: a hanging or failing service delays users for a few seconds
 * at most, and is then skipped for a while. Mail and geography back off by themselves, and push goes to too
 * many services for one circuit; these are only counted.
 */
export function guardPorts(ports: Ports, now: () => Date, modelTimeoutMs: number): Ports {
  const circuit = (port: string, slowMs = SLOW_MS) => createCircuitBreaker({ port, slowMs, now });
  const modelSlowMs = Math.max(SLOW_MS, SLOW_SHARE * modelTimeoutMs);
  const guardProviders = providersGuardedBy(circuit);
  return {
    ...ports,
    // Read each time: the connected providers may change.
    get payments() {
      return guardProviders(ports.payments);
    },
    whatsapp: ports.whatsapp && guarded('whatsapp', ports.whatsapp, ofWhatsApp, circuit('whatsapp')),
    model: ports.model && guarded('model', ports.model, ofModel, circuit('model', modelSlowMs)),
    google: ports.google && guarded('google', ports.google, ofSignIn, circuit('google')),
    mailer: guarded('mail', ports.mailer, { send: { verdict: verdictOf } }, circuit('mail')),
    pusher: guarded('push', ports.pusher, { send: { verdict: verdictOf } }, circuit('push')),
  };
}

// A provider stays the same object, since callers key caches by it.
function providersGuardedBy(circuit: (port: string) => CircuitBreaker) {
  const guardedProviders = new WeakMap<PaymentProvider, PaymentProvider>();
  const one = (provider: PaymentProvider): PaymentProvider => {
    const known = guardedProviders.get(provider);
    if (known) return known;
    const fresh = guarded(provider.name, provider, ofProvider, circuit(provider.name));
    guardedProviders.set(provider, fresh);
    return fresh;
  };
  return ({ all, collecting, payingOut }: PaymentProviders): PaymentProviders => ({
    all: all.map(one),
    collecting: { NGN: collecting.NGN.map(one), USD: collecting.USD.map(one) },
    payingOut: { NGN: payingOut.NGN && one(payingOut.NGN), USD: payingOut.USD && one(payingOut.USD) },
  });
}

type AnyGuard = { verdict: (answer: unknown) => Verdict; instead?: () => unknown };
type AnyMethod = (...args: unknown[]) => Promise<unknown>;

/** A port whose guarded methods go through the circuit; everything else is unchanged. */
function guarded<P extends object>(port: string, target: P, guards: Guards<P>, circuit: CircuitBreaker): P {
  return new Proxy(target, {
    get: (of, name) => {
      const found: unknown = Reflect.get(of, name, of);
      const guard = (guards as Record<PropertyKey, AnyGuard | undefined>)[name];
      if (!guard || typeof found !== 'function') return found;
      const method = (found as AnyMethod).bind(of);
      return (...args: unknown[]) =>
        circuit.execute({
          call: () =>
            inSpan(`call ${port} ${String(name)}`, { facts: { 'peer.service': port } }, () =>
              method(...args),
            ),
          classify: guard.verdict,
          fallback: guard.instead,
        });
    },
  });
}
