import type { ReactNode } from 'react';

export type Option = { value: string; label: string; start?: ReactNode; hint?: string; disabled?: boolean };

/** Where the arrows, Home and End lead in a list; null for any other key. */
export function nextActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (active - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Options whose label or hint contains the typed letters. */
export function containing(text: string, options: readonly Option[]): readonly Option[] {
  const wanted = plain(text);
  return options.filter((option) => plain(`${option.label} ${option.hint ?? ''}`).includes(wanted));
}

/** The next option after `from` that begins with the typed letters, or -1. */
export function beginning(text: string, options: readonly Option[], from: number): number {
  const wanted = plain(text);
  const start = text.length > 1 ? from : from + 1;
  const order = options.map((_, index) => (index + start) % options.length);
  return order.find((index) => plain(options[index]?.label ?? '').startsWith(wanted)) ?? -1;
}

/** Letters without their marks, so that "sade" finds "Ṣadé". */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
