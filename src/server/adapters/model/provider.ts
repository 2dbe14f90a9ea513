import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelConnection } from './settings.ts';

type SdkModel = Exclude<LanguageModel, string>;

const OPENAI = /^https:\/\/api\.openai\.com\//;

/** The model of the settings, as the SDK knows it. */
export function sdkModel({ provider, model, apiKey, baseUrl, fetch }: ModelConnection): SdkModel {
  const common = { fetch, ...(baseUrl ? { baseURL: baseUrl } : {}) };
  const key = apiKey ? { apiKey } : {};
  if (provider === 'anthropic') return createAnthropic({ ...common, ...key })(model);
  if (provider === 'google') return createGoogle({ ...common, ...key })(model);
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl ?? '',
    ...key,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    // OpenAI itself no longer accepts the limit's name that all others still use.
    transformRequestBody: ({ max_tokens, ...body }) =>
      OPENAI.test(baseUrl ?? '') ? { ...body, max_completion_tokens: max_tokens } : { ...body, max_tokens },
  }).chatModel(model);
}
