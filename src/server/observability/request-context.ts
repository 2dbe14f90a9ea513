import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of a request or job, added to every log line below it; filled in as it becomes known. */
export type RequestContext = {
  requestId: string;
  /** The pattern, such as `/pay/:publicId`: an address may hold a token. */
  route?: string;
  businessId?: string;
  userId?: string;
  job?: string;
  jobId?: string;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** The context of the current request or job; undefined outside of one. */
export const currentRequestContext = (): RequestContext | undefined => storage.getStore();

/** Runs `work` within a request context. */
export const runInRequestContext = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

/** Adds to the current context. Does nothing outside a request or job. */
export function annotate(fields: Partial<RequestContext>): void {
  const context = storage.getStore();
  if (context) Object.assign(context, fields);
}
