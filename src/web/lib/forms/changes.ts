/** The values that differ from those a form began with: the rest may have changed elsewhere since, and is not sent back. */
export function changesOf<T extends object>(start: T, values: T): Partial<T> {
  const same = (name: string) => JSON.stringify(Object(start)[name]) === JSON.stringify(Object(values)[name]);
  const changed: Partial<T> = { ...values };
  for (const name of Object.keys(changed)) if (same(name)) delete changed[name as keyof T];
  return changed;
}
