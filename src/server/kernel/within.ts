/** Result of `work`; `otherwise` where it fails, or takes longer than `ms`. */
export async function within<T, O>(ms: number, work: Promise<T>, otherwise: O): Promise<T | O> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<O>((done) => {
    timer = setTimeout(() => done(otherwise), ms).unref();
  });
  try {
    return await Promise.race([work.catch(() => otherwise), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
