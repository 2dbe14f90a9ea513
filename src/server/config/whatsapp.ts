import * as z from 'zod';
import type { CloudApiSettings } from '#server/adapters/whatsapp-cloud/index.ts';
import { ConfigError } from './startup-errors.ts';
import { optionalText } from './values.ts';

/** The settings of WhatsApp's Cloud API, as part of the environment. */
export const whatsappSettings = {
  WHATSAPP_TOKEN: optionalText,
  WHATSAPP_PHONE_ID: optionalText,
  WHATSAPP_BUSINESS_ID: optionalText,
  WHATSAPP_APP_SECRET: optionalText,
  WHATSAPP_VERIFY_TOKEN: optionalText,
  WHATSAPP_NUMBER: optionalText,
  WHATSAPP_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default('v25.0'),
  WHATSAPP_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com'),
};
const environment = z.object(whatsappSettings);

/** Credentials of one business number. */
export type WhatsAppConfig = CloudApiSettings & {
  /** The business's own number, international digits without plus. */
  number: string;
};

const needed = [
  'WHATSAPP_TOKEN',
  'WHATSAPP_PHONE_ID',
  'WHATSAPP_BUSINESS_ID',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
  'WHATSAPP_NUMBER',
] as const;

/** Null where nothing is set; half a set is a mistake. Throws with all that is wrong. */
export function whatsappOf(e: z.infer<typeof environment>, production: boolean): WhatsAppConfig | null {
  const missing = needed.filter((name) => !e[name]);
  if (missing.length === needed.length) return null;
  if (missing.length > 0)
    throw new ConfigError(`Set ${missing.join(', ')} as well, or none of ${needed.join(', ')}`);
  const config = {
    baseUrl: e.WHATSAPP_BASE_URL.replace(/(?<!\/)\/+$/, ''),
    version: e.WHATSAPP_VERSION,
    token: e.WHATSAPP_TOKEN ?? '',
    phoneId: e.WHATSAPP_PHONE_ID ?? '',
    businessId: e.WHATSAPP_BUSINESS_ID ?? '',
    appSecret: e.WHATSAPP_APP_SECRET ?? '',
    verifyToken: e.WHATSAPP_VERIFY_TOKEN ?? '',
    number: (e.WHATSAPP_NUMBER ?? '').replace(/[\s+()-]/g, ''),
  };
  const problems = problemsOf(config, production);
  if (problems.length > 0) throw new ConfigError(`WhatsApp cannot be used:\n${problems.join('\n')}`);
  return config;
}

const LEAST_SECRET = 16;

function problemsOf(config: WhatsAppConfig, production: boolean): string[] {
  const short = (secret: string) => production && secret.length < LEAST_SECRET;
  const problems: [boolean, string][] = [
    [
      !/^\d{5,25}$/.test(config.phoneId),
      'WHATSAPP_PHONE_ID is the id of the number, digits only, not the number',
    ],
    [
      !/^\d{5,25}$/.test(config.businessId),
      'WHATSAPP_BUSINESS_ID is the id of the business account, digits only',
    ],
    [
      !/^[1-9]\d{7,14}$/.test(config.number),
      'WHATSAPP_NUMBER is the whole number, such as +234 803 000 0000',
    ],
    [/\s/.test(config.token), 'WHATSAPP_TOKEN has a space in it'],
    [short(config.appSecret), 'WHATSAPP_APP_SECRET is too short to be a real one'],
    [short(config.verifyToken), `WHATSAPP_VERIFY_TOKEN needs ${LEAST_SECRET} characters of your own making`],
    [production && !config.baseUrl.startsWith('https:'), 'WHATSAPP_BASE_URL must be https in production'],
  ];
  return problems.filter(([wrong]) => wrong).map(([, message]) => message);
}
