/** Caches the result of `make` per object in a WeakMap, for as long as the object lives. Used for registers, events and connections. */
export function oncePer<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const cache = new WeakMap<K, { value: T }>();
  return (of) => {
    const entry = cache.get(of) ?? { value: make(of) };
    cache.set(of, entry);
    return entry.value;
  };
}
