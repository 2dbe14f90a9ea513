import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';
import { classGroups } from './class-groups.ts';

const merge = createTailwindMerge(() => classGroups);

/** Joins class names; a later utility wins over an earlier one of its kind. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
