/** The keys of a record whose type names them all, in order. */
export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(record) as K[];

/** A record with a value for each key. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;

/** A record under the names that `names` gives to its keys. */
export const renamed = <K extends string, N extends string, V>(
  names: Readonly<Record<K, N>>,
  valueOf: (key: K) => V,
): Record<N, V> => Object.fromEntries(keysOf(names).map((key) => [names[key], valueOf(key)])) as Record<N, V>;
