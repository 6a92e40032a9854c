let made: string | null = null;

/** A header was made by AVANTI a moment ago. */
export function announce(key: string): void {
  made = key;
}

/** Was it this one? It is said once. */
export function wasJustMade(key: string): boolean {
  const was = made === key;
  if (was) made = null;
  return was;
}
