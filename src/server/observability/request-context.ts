import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of a request or job, added to every log line below it; filled in as it becomes known. */
export type Trail = {
  requestId: string;
  /** The pattern, such as `/pay/:publicId`: an address may hold a token. */
  route?: string;
  businessId?: string;
  userId?: string;
  job?: string;
  jobId?: string;
};

const trails = new AsyncLocalStorage<Trail>();

/** The context of the current request or job; undefined outside of one. */
export const currentTrail = (): Trail | undefined => trails.getStore();

/** Runs `work` within a request context. */
export const alongTrail = <T>(trail: Trail, work: () => T): T => trails.run(trail, work);

/** Adds to the current context. Does nothing outside a request or job. */
export function note(known: Partial<Trail>): void {
  const trail = trails.getStore();
  if (trail) Object.assign(trail, known);
}
