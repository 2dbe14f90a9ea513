import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import type { LanguageModel } from '#server/kernel/ports/index.ts';
import type { ModelSettings } from './settings.ts';

/** Maximum size of a response. */
const MAX_BYTES = 2_000_000;

/** A language model by its provider's interface. The SDK is loaded on first use. */
export function createLanguageModel(settings: ModelSettings): LanguageModel {
  const { baseUrl, privateHosts = [] } = settings;
  const connection = { ...settings, fetch: guardedFetch(baseUrl, { mostBytes: MAX_BYTES, privateHosts }) };
  return {
    name: `${settings.provider}/${settings.model}`,
    sees: settings.sees,
    converse: async (request) => (await import('./converse.ts')).converse(connection, request),
    extract: async (request) => (await import('./extract.ts')).extract(connection, request),
  };
}
