import * as z from 'zod';
import { isEmailAddress } from '#core/email.ts';
import { Unfit } from './startup-errors.ts';
import { optionalText } from './values.ts';

/** What a process does: `web` answers requests, `worker` does jobs and what comes round, `all` does both. */
export const roles = ['all', 'web', 'worker'] as const;

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
    'must be an e-mail address',
  ),
};

export type OperationsConfig = {
  role: (typeof roles)[number];
  /** Where figures are read; null: nowhere. */
  metrics: { port: number; host: string } | null;
  /** Origin of an OpenTelemetry collector that takes OTLP over HTTP; null: no traces. */
  tracesTo: string | null;
  /** For how long a process that was told to stop goes on taking requests while it already says that it is not ready. */
  drainMs: number;
  /** Where people write who cannot help themselves, as the log-in page tells them. */
  supportEmail: string | null;
};

/** What the settings say of running the service. Throws where traces have nowhere to go. */
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
    throw new Unfit('OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address');
  if (e.ROLE !== 'all' && !e.DATABASE_URL)
    throw new Unfit('ROLE=web and ROLE=worker need DATABASE_URL: one process holds the embedded database');
  return {
    role: e.ROLE,
    metrics: e.METRICS_PORT === undefined ? null : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    tracesTo,
    drainMs: e.DRAIN_SECONDS * 1000,
    supportEmail: e.SUPPORT_EMAIL ?? null,
  };
}
