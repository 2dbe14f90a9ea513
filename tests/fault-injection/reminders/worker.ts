// A process of the service that only sends reminders: it polls the dunning schedules, prints PDFs of a few bytes, and takes
// what another left behind for abandoned soon. Started and killed by run.ts.
import { clockFrom } from '#core/dates.ts';
import { createService } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { systemScope } from '#server/kernel/scope.ts';
import { advanceDueSchedules } from '#server/modules/reminders/flows/scheduled.ts';

const REST_MS = 150;

const { CLOCK_OFFSET_MS = '0', ABANDONED_AFTER_SECONDS = '120' } = process.env;
const paper = new TextEncoder().encode('%PDF-1.4\n%%EOF\n');
const config = {
  ...readConfig(),
  clock: clockFrom(new Date(Date.now() + Number(CLOCK_OFFSET_MS))),
  abandonedAfterSeconds: Number(ABANDONED_AFTER_SECONDS),
};
const service = await createService(config, {
  sweeps: false,
  ports: (made) => ({ ...made, pdf: { ...made.pdf, invoice: async () => paper } }),
});
await service.start(config.port);
console.log('Duewell is ready at work');
for (;;) {
  await advanceDueSchedules(
    systemScope(service.system, { clientAddress: 'fault-injection', requestId: 'fault-injection' }),
  );
  await new Promise((done) => setTimeout(done, REST_MS));
}
