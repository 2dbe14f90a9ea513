import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { basename, join } from 'node:path';
import { serverAccount } from '../../../tests/postgres.ts';

/** A program of the deployment, started as PostgreSQL's account; it can be started again after its end. */
export type Program = {
  start(): void;
  kill(): Promise<void>;
  /** Stands still, as on a machine that hangs, until it goes on. */
  stop(): void;
  goOn(): void;
};

/** Starts one, with its output in a file of this folder. */
export function startProgram(name: string, words: string[], folder: string): Program {
  const log = openSync(join(folder, `${basename(name)}.log`), 'a');
  let child: ChildProcess;
  let ended: Promise<unknown>;
  const start = (): void => {
    const PATH = `${process.env.PATH ?? ''}:/usr/sbin`;
    child = spawn(name, words, {
      ...serverAccount(),
      cwd: folder,
      env: { PATH, HOME: folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', log, log],
      // Programs it has called (a copy of a server, say) end with it.
      detached: true,
    });
    ended = new Promise((done) => child.once('exit', done).once('error', done));
  };
  start();
  return {
    start,
    kill: async () => {
      if (child.pid && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
    stop: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
  };
}
