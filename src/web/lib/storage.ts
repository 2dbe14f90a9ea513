/** The browser's local storage, quiet where it is full or switched off. */
export const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // A full or forbidden storage only loses what was a convenience.
    }
  },
  remove(...keys: string[]): void {
    for (const key of keys) {
      try {
        localStorage.removeItem(key);
      } catch {
        return;
      }
    }
  },
  /** Forgets all whose name begins so. */
  forget(names: RegExp): void {
    try {
      for (const kept of [localStorage, sessionStorage])
        for (const key of Object.keys(kept)) if (names.test(key)) kept.removeItem(key);
    } catch {
      // A forbidden storage holds nothing.
    }
  },
};

/** Reads JSON that may have been written by an older version, or by hand; null when it is none. */
export function readJson(key: string): unknown {
  const text = storage.read(key);
  return text === null ? null : parseJson(text);
}

/** The value of a text in JSON; null where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
