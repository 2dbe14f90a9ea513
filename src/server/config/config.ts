import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { type Clock, clockFrom, parseInstant, systemClock } from '#core/dates.ts';
import { DAY_MS, MINUTE_MS } from '#core/durations.ts';
import { isLoopbackName } from '#server/http/loopback.ts';
import { keySettings } from './keys.ts';
import { type Limits, limitSettings, limitsOf } from './limits.ts';
import { type ModelConfig, modelOf, modelSettings } from './model.ts';
import { type OperationsConfig, operationsOf, operationsSettings } from './operations.ts';
import { outgoingSettings } from './outbound.ts';
import { type PaymentSettings, paymentSettings, paymentsOf } from './payments.ts';
import { ConfigError } from './startup-errors.ts';
import { type StorageConfig, storageOf, storageSettings } from './storage.ts';
import { count, optionalText } from './values.ts';
import { type WhatsAppConfig, whatsappOf, whatsappSettings } from './whatsapp.ts';

const splitList = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
const isExtensionId = (id: string) => /^(?:[a-p]{32}|[\w.-]*@[\w.-]+|\{[\da-f-]{36}\})$/i.test(id);

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: optionalText,
  DATABASE_POOL: count(10),
  DATABASE_POOLER_URL: optionalText,
  DATABASE_REPLICA_URL: optionalText,
  PUBLIC_URL: z
    .url()
    .optional()
    .or(z.literal('').transform(() => undefined)),
  SMTP_URL: optionalText,
  MAIL_FROM: z.string().default('Duewell <no-reply@duewell.example>'),
  MAIL_EVENTS_SECRET: z
    .string()
    .min(16)
    .optional()
    .or(z.literal('').transform(() => undefined)),
  ...keySettings,
  CLOCK: optionalText,
  TRUST_PROXY: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  GEOGRAPHY_KEY: optionalText,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  EXTENSION_IDS: z
    .string()
    .default('ljacikcgcjjigominnpnfcigmapkidgf extension@duewell.example')
    .transform(splitList)
    .check(
      z.refine((ids) => ids.every(isExtensionId), 'Give ids of Chrome or Firefox, with spaces between them'),
    ),
  OPERATOR_EMAIL: z
    .email()
    .optional()
    .or(z.literal('').transform(() => undefined)),
  ...paymentSettings,
  ...modelSettings,
  ...whatsappSettings,
  ...operationsSettings,
  ...outgoingSettings,
  ...storageSettings,
  SESSION_IDLE_MINUTES: count(7 * 24 * 60),
  SESSION_MAX_DAYS: z.coerce.number().positive().default(30),
  ...limitSettings,
  MAX_REQUESTS_AT_ONCE: count(1_000),
});

export type Config = {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  /** A pooler in transaction mode before that server, for all that needs no session of its own. */
  databasePoolerUrl: string | null;
  /** A replica for reads that may be a moment old. */
  databaseReplicaUrl: string | null;
  /** Origin of every link sent out, without a trailing slash; null until the port is known. */
  publicUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Secret that signs a mail server's delivery reports; null where none are accepted. */
  mailEventsSecret: string | null;
  clock: Clock;
  trustProxy: boolean;
  logLevel: string;
  /** Recipient of alerts about money that needs a person; null: the log only. */
  operatorEmail: string | null;
  payments: PaymentSettings;
  /** The assistant's language model; null where only the built-in understanding is used. */
  model: ModelConfig | null;
  /** Null where messages are prepared for their sender to tap. */
  whatsapp: WhatsAppConfig | null;
  operations: OperationsConfig;
  geographyKey: string | null;
  /** Storage of files and backups. */
  storage: StorageConfig;
  /** Hosts inside the operator's own network that may be called. */
  privateHosts: string[];
  /** The OpenID provider for sign-in; null where none is set up. */
  google: { issuer: string; clientId: string; clientSecret: string } | null;
  /** The extensions a browser session may let in, by the ids their browsers know them by. */
  extensionIds: string[];
  /**
   * A job or message whose process has been silent for this long is taken to be abandoned; tests use less.
   */
  abandonedAfterSeconds: number;
  sessionIdleMs: number;
  sessionMaxMs: number;
  /** More requests than this at one moment are sent away with 503. */
  maxConcurrentRequests: number;
  limits: Limits;
};

const ABANDONED_AFTER_SECONDS = 120;

/** Reads the environment once. Throws with every problem named when a setting cannot be used. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) throw new ConfigError(`These settings cannot be used:\n${wrongIn(parsed.error)}`);
  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  if (production) refuseUnreadyProduction(e);
  refuseUnreadable(e);
  const dataDir = resolve(e.DATA_DIR);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  accessSync(dataDir, constants.W_OK);
  return {
    production,
    port: e.PORT,
    host: e.HOST,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? null,
    databasePool: e.DATABASE_POOL,
    databasePoolerUrl: e.DATABASE_POOLER_URL ?? null,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL ?? null,
    publicUrl: e.PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    mailEventsSecret: e.MAIL_EVENTS_SECRET ?? null,
    clock: clockOf(e.CLOCK),
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    operatorEmail: e.OPERATOR_EMAIL ?? null,
    payments: paymentsOf(e, production),
    model: modelOf(e, production),
    whatsapp: whatsappOf(e, production),
    operations: operationsOf(e),
    geographyKey: e.GEOGRAPHY_KEY ?? null,
    storage: storageOf(e, production),
    privateHosts: e.OUTGOING_PRIVATE_HOSTS,
    google: googleOf(e),
    extensionIds: e.EXTENSION_IDS,
    abandonedAfterSeconds: ABANDONED_AFTER_SECONDS,
    sessionIdleMs: e.SESSION_IDLE_MINUTES * MINUTE_MS,
    sessionMaxMs: e.SESSION_MAX_DAYS * DAY_MS,
    maxConcurrentRequests: e.MAX_REQUESTS_AT_ONCE,
    limits: limitsOf(e),
  };
}

const wrongIn = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');

// An address that cannot be right is refused here: what fails later by it does not say whose fault it is.
function refuseUnreadable({ SMTP_URL, ...e }: z.infer<typeof environment>): void {
  const isAddress = (text: string, schemes: RegExp) => URL.canParse(text) && schemes.test(text);
  const databases = ['DATABASE_URL', 'DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL'] as const;
  const problems: [boolean, string][] = [
    ...databases.map((name): [boolean, string] => [
      e[name] !== undefined && !isAddress(e[name], /^postgres(ql)?:\/\//i),
      `${name} must be postgres://login:password@host:5432/name. Write # / ? @ % in the password as %23 %2F %3F %40 %25`,
    ]),
    [
      Boolean(e.DATABASE_POOLER_URL ?? e.DATABASE_REPLICA_URL) && !e.DATABASE_URL,
      'DATABASE_POOLER_URL and DATABASE_REPLICA_URL stand beside DATABASE_URL: set that too',
    ],
    [
      SMTP_URL !== undefined && !isAddress(SMTP_URL, /^smtps?:\/\/./i),
      'SMTP_URL must be smtp://host:587 or smtps://login:password@host:465',
    ],
  ];
  const messages = problems.filter(([wrong]) => wrong).map(([, message]) => message);
  if (messages.length > 0) throw new ConfigError(messages.join('\n'));
}

function googleOf(e: z.infer<typeof environment>): Config['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = e;
  if (Boolean(clientId) !== Boolean(clientSecret))
    throw new ConfigError('Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither');
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : null;
}

function refuseUnreadyProduction(e: z.infer<typeof environment>): void {
  if (!e.GOOGLE_ISSUER.startsWith('https:'))
    throw new ConfigError('GOOGLE_ISSUER must be https in production');
  if (e.CLOCK) throw new ConfigError('CLOCK is for demonstrations and tests; it is refused in production');
  const missing = (['DATABASE_URL', 'MASTER_KEY', 'PUBLIC_URL', 'SMTP_URL'] as const).filter(
    (name) => !e[name],
  );
  if (missing.length > 0)
    throw new ConfigError(`In production set ${missing.join(', ')}. docs/settings.md says how`);
  const { protocol, hostname } = new URL(e.PUBLIC_URL ?? '');
  if (protocol !== 'https:' && !isLoopbackName(hostname))
    throw new ConfigError('PUBLIC_URL must be https in production: passwords and payment pages go over it');
}

function clockOf(text: string | undefined): Clock {
  if (!text) return systemClock;
  const start = parseInstant(text);
  if (!start) throw new ConfigError('CLOCK must be an ISO 8601 time');
  return clockFrom(start);
}
