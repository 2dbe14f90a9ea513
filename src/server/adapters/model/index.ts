import { outgoingTo } from '#server/adapters/shared/outgoing.ts';
import type { LanguageModel } from '#server/kernel/ports/index.ts';
import type { ModelSettings } from './settings.ts';

/** Maximum size of a response. */
const MOST_BYTES = 2_000_000;

/** A language model by its provider's interface. The SDK is loaded on first use. */
export function createLanguageModel(settings: ModelSettings): LanguageModel {
  const { baseUrl, privateHosts = [] } = settings;
  const reached = { ...settings, fetch: outgoingTo(baseUrl, { mostBytes: MOST_BYTES, privateHosts }) };
  return {
    name: `${settings.provider}/${settings.model}`,
    sees: settings.sees,
    converse: async (request) => (await import('./converse.ts')).converse(reached, request),
    look: async (request) => (await import('./look.ts')).look(reached, request),
  };
}
