// Checks the subjects of the commits since this rule came in: `scope: what`, at most 72 characters (AGENTS.md).
import { execFileSync } from 'node:child_process';

const git = (...words) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
const RULE = /^[a-z0-9][a-z0-9/,. -]*: \S/;

function subjects() {
  try {
    const since = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/commit-subjects.mjs');
    return git('log', '--no-merges', '--format=%s', `${since.split('\n').at(-1)}..HEAD`)
      .split('\n')
      .filter(Boolean);
  } catch {
    return []; // A copy without its history.
  }
}

const wrong = subjects().filter((subject) => subject.length > 72 || !RULE.test(subject));
for (const subject of wrong) console.error(`not \`scope: what\` in at most 72 characters: ${subject}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
