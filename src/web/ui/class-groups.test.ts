import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTailwindMerge, extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { classGroups } from './class-groups.ts';

const ours = createTailwindMerge(() => ({ ...classGroups, cacheSize: 0 }));
const fullMerge = extendTailwindMerge({
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
  const classNames = files
    .filter((name) => /(?<!\.test|class-groups)\.tsx?$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/[\s'"`{}<>]+/))
    .map((className) => className.replace(/^.*:(?![^[]*\])/, ''));
  const known = [...new Set(classNames)].filter(
    (className) => fullMerge(`${className} ${className}`) === className && className !== '',
  );
  const kinds = new Map(
    known.map((className) => [className.replace(/\d[\d./]*/g, '1').replace(/\[\D.*\]/, '[]'), className]),
  );
  return [...kinds.values()];
}

test('every two utilities of the app are merged as the whole list would', () => {
  const used = usedClasses();
  expect(used.length).toBeGreaterThan(200);
  const different = used.flatMap((first) =>
    used
      .filter((second) => first !== second && ours(`${first} ${second}`) !== fullMerge(`${first} ${second}`))
      .map((second) => `${first} ${second}`),
  );
  expect(different).toEqual([]);
});
