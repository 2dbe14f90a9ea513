import type { OnStep } from './protocol.ts';

/** Tasks of the pool's own tests. */
type Odd =
  | { is: 'echo'; value: unknown; steps?: string[] }
  | { is: 'endless' | 'greedy' | 'throwing' | 'ending' | 'nosy' | 'process' };

export async function run(odd: Odd, onStep: OnStep): Promise<unknown> {
  switch (odd.is) {
    case 'echo':
      for (const [at, step] of odd.steps?.entries() ?? []) onStep(step, { done: at, of: 2 });
      return odd.value;
    case 'endless':
      for (;;);
    case 'greedy':
      for (const hold: Uint8Array[] = []; ; ) hold.push(new Uint8Array(20_000_000).fill(1));
    case 'throwing':
      throw new Error('as told');
    case 'ending':
      return process.exit(3);
    case 'process':
      return process.pid;
    case 'nosy':
      return { environment: Object.keys(process.env), ...(await attempts()) };
  }
}

async function attempts() {
  const { readFileSync, writeFileSync } = await import('node:fs');
  const refused = (work: () => unknown) => {
    try {
      work();
      return false;
    } catch {
      return true;
    }
  };
  return {
    reads: !refused(() => readFileSync('/etc/hostname')),
    writes: !refused(() => writeFileSync('/tmp/duewell-worker', 'x')),
    fetches: !refused(() => fetch('http://127.0.0.1/')),
  };
}
