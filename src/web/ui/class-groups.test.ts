import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTailwindMerge, extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { classGroups } from './class-groups.ts';

const ours = createTailwindMerge(() => ({ ...classGroups, cacheSize: 0 }));
const whole = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      text: ['13', '15'],
      radius: ['control', 'card', 'panel'],
      shadow: ['e1', 'e2', 'e3'],
      animate: ['enter', 'leave', 'rise', 'ripple', 'sheet-in', 'sheet-out', 'side-in', 'side-out'],
    },
    classGroups: { 'font-family': ['num'] },
  },
});

/** One class of each kind that the sources use: of `p-1`, `p-2` and `p-[3px]` the first and the last. */
function usedClasses(): string[] {
  const folder = join(import.meta.dirname, '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const words = files
    .filter((name) => /(?<!\.test|class-groups)\.tsx?$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/[\s'"`{}<>]+/))
    .map((word) => word.replace(/^.*:(?![^[]*\])/, ''));
  const known = [...new Set(words)].filter((word) => whole(`${word} ${word}`) === word && word !== '');
  const kinds = new Map(
    known.map((word) => [word.replace(/\d[\d./]*/g, '1').replace(/\[\D.*\]/, '[]'), word]),
  );
  return [...kinds.values()];
}

test('every two utilities of the app are merged as the whole list would', () => {
  const used = usedClasses();
  expect(used.length).toBeGreaterThan(200);
  const different = used.flatMap((first) =>
    used
      .filter((second) => first !== second && ours(`${first} ${second}`) !== whole(`${first} ${second}`))
      .map((second) => `${first} ${second}`),
  );
  expect(different).toEqual([]);
});
