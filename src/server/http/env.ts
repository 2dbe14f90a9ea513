import type { HttpBindings } from '@hono/node-server';

/** A request's slot among those in progress. */
export type RequestSlot = {
  /**
   * Waits for a client, or for the throttle, with the slot released, so that waiting requests cannot hold all
   * of them.
   */
  releaseWhile<T>(wait: () => Promise<T>): Promise<T>;
};

const MAX_USER_AGENT = 300;

/** The browser of a request as it is kept. */
export const userAgentOf = (header: string | undefined): string =>
  (header ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_USER_AGENT);

/** Hono's environment of this service. */
export type Env = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    nonce: string;
    clientAddress: string;
    slot: RequestSlot;
    /** Set once the actor is known. */
    businessId?: string;
    /** Whether nobody but a business called lately. */
    isAlone?: (businessId: string) => boolean;
  };
};
