/** Reads a preference from the browser's storage; `null` if there is none or the storage fails, as in a private window. */
export function readMemory(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a preference; `null` removes it. A failing or full storage is ignored. */
export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    /* see above */
  }
}
