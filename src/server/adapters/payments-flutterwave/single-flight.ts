/**
 * Runs one request at a time per reference; concurrent callers share its outcome, because two at once would
 * both check before either has sent.
 */
export function singleFlight<R extends { reference: string }, T>(send: (request: R) => Promise<T>) {
  const inFlight = new Map<string, Promise<T>>();
  return (request: R): Promise<T> => {
    const existing = inFlight.get(request.reference);
    if (existing) return existing;
    const sending = send(request).finally(() => inFlight.delete(request.reference));
    inFlight.set(request.reference, sending);
    return sending;
  };
}
