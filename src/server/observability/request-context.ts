import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line below a request or a job says of it; filled in as it becomes known. */
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

/** What is known of the request or job that is being worked on; undefined outside of one. */
export const currentTrail = (): Trail | undefined => trails.getStore();

/** Runs `work` so that everything below it can tell what it belongs to. */
export const alongTrail = <T>(trail: Trail, work: () => T): T => trails.run(trail, work);

/** Adds to what is known. Does nothing outside a request or job. */
export function note(known: Partial<Trail>): void {
  const trail = trails.getStore();
  if (trail) Object.assign(trail, known);
}
