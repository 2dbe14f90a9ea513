import type { LanguageModel } from '#server/ports.ts';
import type { ModelSettings } from './settings.ts';

/** A language model by its provider's interface. The SDK is loaded when it is first asked. */
export const createLanguageModel = (settings: ModelSettings): LanguageModel => ({
  name: `${settings.provider}/${settings.model}`,
  sees: settings.sees,
  converse: async (request) => (await import('./converse.ts')).converse(settings, request),
  look: async (request) => (await import('./look.ts')).look(settings, request),
});
