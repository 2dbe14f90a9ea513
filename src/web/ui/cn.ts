import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

const merge = extendTailwindMerge({
  extend: {
    theme: { text: ['13', '15'], radius: ['control', 'card', 'panel'], shadow: ['e1', 'e2', 'e3'] },
    classGroups: { 'font-family': ['num'] },
  },
});

/** Joins class names; a later utility wins over an earlier one of its kind. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
