/**
 * One sending at a time for each reference, whose outcome all who ask meanwhile share: two at once would both look
 * before either has sent.
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
