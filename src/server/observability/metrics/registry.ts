import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from 'prom-client';
import { onEvent } from '../events.ts';

const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const WORK_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60];
const WEBHOOKS = /^\/api\/webhooks\//;

/** A gauge computed when it is collected. */
export const gauge = <L extends string>(settings: GaugeConfiguration<L>): Gauge<L> => new Gauge(settings);

/** Collects metrics from telemetry events. `stop` ends the listening. */
export function collectEvents(): { registry: Registry; stop(): void } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stops = [...collectHttpMetrics(registry), ...collectWorkMetrics(registry)];
  return {
    registry,
    stop: () => {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}

function collectHttpMetrics(registry: Registry): (() => void)[] {
  const registers = [registry];
  const requests = new Counter({
    name: 'duewell_http_requests_total',
    help: 'Answers, by the pattern of their address',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'duewell_http_request_seconds',
    help: 'How long an answer took to begin',
    labelNames: ['route'],
    buckets: ANSWER_SECONDS,
    registers,
  });
  const limited = new Counter({
    name: 'duewell_limit_refusals_total',
    help: 'Answers of 429',
    labelNames: ['route'],
    registers,
  });
  const rejected = new Counter({
    name: 'duewell_webhook_rejects_total',
    help: 'Notices that were not taken, by why',
    labelNames: ['route', 'reason'],
    registers,
  });
  return [
    onEvent('request', ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      latency.observe({ route }, seconds);
    }),
    onEvent('refusal', ({ route, code }) => {
      if (code === 'too_many_requests') limited.inc({ route });
      if (WEBHOOKS.test(route)) rejected.inc({ route, reason: code });
    }),
  ];
}

function collectWorkMetrics(registry: Registry): (() => void)[] {
  const registers = [registry];
  const jobs = new Histogram({
    name: 'duewell_job_seconds',
    help: 'How long jobs took, by whether they went well',
    labelNames: ['job', 'ok'],
    buckets: WORK_SECONDS,
    registers,
  });
  const calls = new Histogram({
    name: 'duewell_call_seconds',
    help: 'How long somebody outside took to answer; outcome circuit: was not asked',
    labelNames: ['port', 'outcome'],
    buckets: WORK_SECONDS,
    registers,
  });
  const tasks = new Histogram({
    name: 'duewell_task_seconds',
    help: 'How long tasks of worker processes waited and took',
    labelNames: ['pool', 'outcome'],
    buckets: WORK_SECONDS,
    registers,
  });
  const circuits = new Gauge({
    name: 'duewell_circuit_open',
    help: '1 while somebody outside is left alone because of failures',
    labelNames: ['port'],
    registers,
  });
  const checks = new Counter({
    name: 'duewell_book_checks_total',
    help: 'Checks of the books this process made, by whether all their promises held',
    labelNames: ['ok'],
    registers,
  });
  const unreadable = new Counter({
    name: 'duewell_unreadable_total',
    help: 'Times something sealed could not be opened for want of its key',
    registers,
  });
  return [
    onEvent('books', ({ broken }) => checks.inc({ ok: String(broken === 0) })),
    onEvent('unreadable', () => unreadable.inc()),
    onEvent('job', ({ job, ok, seconds }) => jobs.observe({ job, ok: String(ok) }, seconds)),
    onEvent('call', ({ port, outcome, seconds }) => calls.observe({ port, outcome }, seconds)),
    onEvent('task', ({ pool, outcome, seconds }) => tasks.observe({ pool, outcome }, seconds)),
    onEvent('circuit', ({ port, open }) => circuits.set({ port }, open ? 1 : 0)),
  ];
}
