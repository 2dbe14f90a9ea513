import * as z from 'zod';
import { isEmailAddress } from '#core/email.ts';
import { ConfigError } from './startup-errors.ts';
import { optionalText } from './values.ts';

/** Role of a process: `web` answers requests, `worker` runs jobs and schedules, `all` does both. */
const roles = ['all', 'web', 'worker'] as const;

export const operationsSettings = {
  ROLE: z.enum(roles).default('all'),
  METRICS_PORT: optionalText
    .transform((text) => (text === undefined ? undefined : Number(text)))
    .pipe(z.int().min(0).max(65535).optional()),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText,
  DRAIN_SECONDS: z.coerce.number().min(0).max(10).default(0),
  SUPPORT_EMAIL: optionalText.refine(
    (text) => text === undefined || isEmailAddress(text),
    'must be an email address',
  ),
};

export type OperationsConfig = {
  role: (typeof roles)[number];
  /** Where figures are read; null: nowhere. */
  metrics: { port: number; host: string } | null;
  /** Origin of an OpenTelemetry collector that takes OTLP over HTTP; null: no traces. */
  tracesTo: string | null;
  /** How long a stopping process goes on taking requests while it already reports not ready. */
  drainMs: number;
  /** Support address, as shown on the log-in page. */
  supportEmail: string | null;
};

/** Settings of operation. Throws where traces have no destination. */
export function operationsOf(e: {
  ROLE: OperationsConfig['role'];
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  DRAIN_SECONDS: number;
  SUPPORT_EMAIL?: string | undefined;
  DATABASE_URL?: string | undefined;
}): OperationsConfig {
  const tracesTo = e.OTEL_EXPORTER_OTLP_ENDPOINT ?? null;
  if (tracesTo && !/^https?:\/\//.test(tracesTo))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address');
  if (e.ROLE !== 'all' && !e.DATABASE_URL)
    throw new ConfigError(
      'ROLE=web and ROLE=worker need DATABASE_URL: one process holds the embedded database',
    );
  return {
    role: e.ROLE,
    metrics: e.METRICS_PORT === undefined ? null : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    tracesTo,
    drainMs: e.DRAIN_SECONDS * 1000,
    supportEmail: e.SUPPORT_EMAIL ?? null,
  };
}
