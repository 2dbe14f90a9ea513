import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Step =
  | { kind: 'copy'; from: string | null; sources: string[]; target: string }
  | { kind: 'run'; command: string };

/** One `FROM` of a Dockerfile with what follows it; the last one has no name of its own. */
export type Stage = {
  name: string;
  from: string;
  steps: Step[];
  env: Record<string, string>;
  user: string | null;
  command: string[];
  health: string | null;
};

/** Reads as much of a Dockerfile's language as ours speaks. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  for (const line of lines) {
    const [, keyword = '', operands = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') stages.push(stageOf(operands));
    else applyInstruction(stages.at(-1) as Stage, keyword, operands);
  }
  return stages;
}

function stageOf(text: string): Stage {
  const [from = '', , name = 'image'] = text.split(/\s+/);
  return { name, from, steps: [], env: {}, user: null, command: [], health: null };
}

function applyInstruction(stage: Stage, keyword: string, operands: string): void {
  if (keyword === 'COPY') stage.steps.push(copyOf(operands));
  else if (keyword === 'RUN') stage.steps.push({ kind: 'run', command: operands });
  else if (keyword === 'USER') stage.user = operands;
  else if (keyword === 'CMD') stage.command = JSON.parse(operands) as string[];
  else if (keyword === 'HEALTHCHECK') stage.health = operands;
  else if (keyword === 'ENV')
    for (const [, name = '', value = ''] of operands.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
}

function copyOf(text: string): Step {
  const words = text.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? (words.shift() ?? '').slice('--from='.length) : null;
  const strip = (path: string) => path.replace(/^\.\//, '').replace(/^\/app\//, 'app/');
  const target = words.pop() ?? '';
  return { kind: 'copy', from, sources: words.map(strip), target: target === './' ? './' : strip(target) };
}

const lines = readFileSync(join(import.meta.dirname, '../.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));

/** Whether `.dockerignore` keeps a path, from the project's folder, away from the image. The last rule that fits counts. */
export function ignored(path: string): boolean {
  let out = false;
  for (const line of lines) {
    const copied = line.startsWith('!');
    if (fits(line.replace(/^!/, ''), path)) out = !copied;
  }
  return out;
}

function fits(rule: string, path: string): boolean {
  if (rule === '*') return true;
  if (rule.startsWith('**/')) {
    const last = path.split('/').at(-1) ?? '';
    const tail = rule.slice(3);
    return tail.startsWith('*') ? last.endsWith(tail.slice(1)) : last === tail;
  }
  return path === rule || path.startsWith(`${rule}/`);
}
