/** What is made from a thing once, and kept as long as the thing is: of registers, events, connections. */
export function oncePer<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, { it: T }>();
  return (of) => {
    const known = made.get(of) ?? { it: make(of) };
    made.set(of, known);
    return known.it;
  };
}
