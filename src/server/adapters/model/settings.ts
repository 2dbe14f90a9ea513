/**
 * The model and its address. `baseUrl` null is the provider's own address; `apiKey` null for a server without
 * keys.
 */
export type ModelSettings = {
  provider: 'openai-compatible' | 'anthropic' | 'google';
  model: string;
  apiKey: string | null;
  baseUrl: string | null;
  sees: boolean;
  /** Hosts inside our own network that may be called. */
  privateHosts?: readonly string[];
};

export type ModelConnection = ModelSettings & { fetch: typeof fetch };
