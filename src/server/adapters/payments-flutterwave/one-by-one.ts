/**
 * Runs one request at a time per reference; concurrent callers share its outcome, because two at once would
 * both check before either has sent.
 */
export function oneByOne<R extends { reference: string }, T>(send: (request: R) => Promise<T>) {
  const underWay = new Map<string, Promise<T>>();
  return (request: R): Promise<T> => {
    const begun = underWay.get(request.reference);
    if (begun) return begun;
    const sending = send(request).finally(() => underWay.delete(request.reference));
    underWay.set(request.reference, sending);
    return sending;
  };
}
