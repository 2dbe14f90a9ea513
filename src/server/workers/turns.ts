/** Jobs that wait, each in the turn of its `subject`: a business, or the address of a stranger. */
export type Turns<J> = {
  /** False where it may not wait: `places` are taken, and its subject has a fair share of them already. */
  add(job: J): boolean;
  /** The next job of a subject that may go: each in its turn. */
  next(mayGo: (subject: string) => boolean): J | null;
  remove(job: J): void;
  clear(): J[];
  readonly size: number;
};

/**
 * A queue that is fair by subject. While all `places` are taken, a subject with fewer than `share` waiting gets the place of
 * the newest job of the one with the most, which `evicted` is told.
 */
export function createTurns<J extends { subject: string }>(
  { places, share }: { places: number; share: number },
  evicted: (job: J) => void,
): Turns<J> {
  const waiting = new Map<string, J[]>();
  const size = () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
  const put = (subject: string, jobs: J[]) => {
    waiting.delete(subject);
    if (jobs.length > 0) waiting.set(subject, jobs);
  };
  const evictFor = (subject: string): boolean => {
    const most = [...waiting.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const own = waiting.get(subject)?.length ?? 0;
    if (own >= share || most.length <= Math.max(share, own)) return false;
    const job = most.pop();
    if (job) evicted(job);
    return true;
  };
  return {
    add: (job) => {
      if (size() >= places && !evictFor(job.subject)) return false;
      waiting.set(job.subject, [...(waiting.get(job.subject) ?? []), job]);
      return true;
    },
    next: (mayGo) => {
      for (const [subject, [job, ...others]] of waiting) {
        if (job === undefined || !mayGo(subject)) continue;
        put(subject, others);
        return job;
      }
      return null;
    },
    remove: (job) => {
      for (const [subject, jobs] of waiting) {
        const others = jobs.filter((other) => other !== job);
        if (others.length === 0) waiting.delete(subject);
        else if (others.length < jobs.length) waiting.set(subject, others);
      }
    },
    clear: () => {
      const jobs = [...waiting.values()].flat();
      waiting.clear();
      return jobs;
    },
    get size() {
      return size();
    },
  };
}
