import type { Reply } from '../serve.ts';

const titles: Record<number, string> = {
  100: 'Invalid parameter',
  190: 'Invalid OAuth access token',
  130429: 'Rate limit hit',
  131008: 'Required parameter is missing',
  131009: 'Parameter value is not valid',
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  131053: 'Media upload error',
  132000: 'Number of parameters does not match the expected number of params',
  132001: 'Template name does not exist in the translation',
  132012: 'Parameter format does not match format in the created template',
  132015: 'Template is Paused',
  132016: 'Template is Disabled',
  132018: 'There are issues with the parameters in your template',
};
const titleOf = (code: number) => titles[code] ?? `Something with ${code}`;

/** A refusal as the Graph API writes it. */
export const refuse = (code: number, details: string, status = 400, subcode?: number): Reply => ({
  status,
  body: {
    error: {
      message: `(#${code}) ${titleOf(code)}`,
      type: 'OAuthException',
      code,
      ...(subcode ? { error_subcode: subcode } : {}),
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: 'AbCdEfGhIjK',
    },
  },
});

/** The same as a status has it. */
export const errorOfStatus = (code: number) => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details: `${titleOf(code)}, in more words` },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
});
