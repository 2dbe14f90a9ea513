import * as z from 'zod';
import { ConfigError } from './startup-errors.ts';
import { count, optionalText } from './values.ts';

const providers = ['openai-compatible', 'anthropic', 'google'] as const;

/** The settings of a language model, as part of the environment. */
export const modelSettings = {
  AI_PROVIDER: z
    .enum(providers)
    .optional()
    .or(z.literal('').transform(() => undefined)),
  AI_MODEL: optionalText,
  AI_API_KEY: optionalText,
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .or(z.literal('').transform(() => undefined)),
  AI_SEES: z.stringbool().default(false),
  AI_TOKENS_PER_DAY: count(200_000),
  AI_CALLS_PER_MINUTE: count(20),
  AI_TIMEOUT_SECONDS: count(30),
};
const environment = z.object(modelSettings);

/** A language model and how much of it one business may use; beyond that the built-in understanding answers. */
export type ModelConfig = {
  provider: (typeof providers)[number];
  model: string;
  apiKey: string | null;
  baseUrl: string | null;
  sees: boolean;
  /** Run by a third party: what people write is sent to it only with their consent. */
  outside: boolean;
  timeoutMs: number;
  tokensPerDay: number;
  callsPerMinute: number;
};

/** Null where no model is set up. Throws with all that is wrong. */
export function modelOf(e: z.infer<typeof environment>, production: boolean): ModelConfig | null {
  const problems = e.AI_PROVIDER ? problemsOf(e, production) : strayOf(e);
  if (problems.length > 0)
    throw new ConfigError(`The language model cannot be used:\n${problems.join('\n')}`);
  if (!e.AI_PROVIDER || !e.AI_MODEL) return null;
  return {
    provider: e.AI_PROVIDER,
    model: e.AI_MODEL,
    apiKey: e.AI_API_KEY ?? null,
    baseUrl: e.AI_BASE_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    sees: e.AI_SEES,
    outside: !AT_THIS_MACHINE.test(e.AI_BASE_URL ?? ''),
    timeoutMs: e.AI_TIMEOUT_SECONDS * 1000,
    tokensPerDay: e.AI_TOKENS_PER_DAY,
    callsPerMinute: e.AI_CALLS_PER_MINUTE,
  };
}

const strayOf = (e: z.infer<typeof environment>): string[] =>
  (['AI_MODEL', 'AI_API_KEY', 'AI_BASE_URL'] as const)
    .filter((name) => e[name])
    .map((name) => `${name} needs AI_PROVIDER beside it: ${providers.join(', ')}`);

const AT_THIS_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/;

function problemsOf(e: z.infer<typeof environment>, production: boolean): string[] {
  const own = e.AI_PROVIDER === 'openai-compatible';
  const url = e.AI_BASE_URL;
  const problems: [boolean, string][] = [
    [!e.AI_MODEL, 'Set AI_MODEL, the name of the model'],
    [own && !url, 'Set AI_BASE_URL, the address of the server, such as https://api.example.com/v1'],
    [!own && !e.AI_API_KEY, `Set AI_API_KEY, your key at ${e.AI_PROVIDER}`],
    [
      production && url !== undefined && !url.startsWith('https:') && !AT_THIS_MACHINE.test(url),
      'AI_BASE_URL must be https in production, or at this machine',
    ],
  ];
  return problems.filter(([wrong]) => wrong).map(([, message]) => message);
}
