// A process of the service that issues what is due of plans and charges their cards, once. With DIES_AFTER it kills itself after so
// many steps of that: statements, and calls to the provider as they begin and as they were answered. Started by kills.ts
// ahead of its turn: loading is most of its life, so it waits for its last settings, a line of JSON, before it opens anything.
import { once } from 'node:events';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { systemScope } from '#server/kernel/scope.ts';
import { issueDuePlans } from '#server/modules/plans/flows/issue.ts';
import { sweepCharges } from '#server/modules/saved-cards/flows/charge.ts';
import { currentRequestContext, runInRequestContext } from '#server/observability/request-context.ts';
import { setTracing } from '#server/observability/spans.ts';

const WORK = 'mortal';
let diesAfter = 0;
let steps = 0;

function step(text: string): void {
  if (currentRequestContext()?.requestId !== WORK) return;
  steps += 1;
  console.log(`step ${steps}: ${text.replaceAll(/\s+/g, ' ')}`);
  if (steps === diesAfter) process.kill(process.pid, 'SIGKILL');
}

async function called<T>(name: string, call: () => Promise<T>): Promise<T> {
  step(`${name} begins`);
  const answer = await call();
  step(`${name} was answered`);
  return answer;
}

const mortal = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  chargeSaved: (request) => called('chargeSaved', () => provider.chargeSaved(request)),
  chargeState: (reference) => called('chargeState', () => provider.chargeState(reference)),
  listPayments: (reference) => called('listPayments', () => provider.listPayments(reference)),
});

console.log('Duewell is ready at work');
const [line] = await once(process.stdin.setEncoding('utf8'), 'data');
process.stdin.destroy();
Object.assign(process.env, JSON.parse(String(line)));
diesAfter = Number(process.env.DIES_AFTER ?? 0);
const config = readConfig();
const service = await createService(config, {
  sweeps: false,
  ports: (made) => ({ ...made, payments: { ...made.payments, all: made.payments.all.map(mortal) } }),
});
await service.start(config.port);
setTracing({
  span: (_name, _about, inner) => inner(),
  ended: (name, _ms, facts) => void (name === 'query' && step(String(facts['db.query.text']))),
  traceparent: () => null,
});
const scope = systemScope(service.system, { clientAddress: 'fault-injection', requestId: WORK });
await runInRequestContext({ requestId: WORK, job: WORK }, async () => {
  await issueDuePlans(scope);
  await sweepCharges(scope);
});
console.log(`done after ${steps} steps`);
