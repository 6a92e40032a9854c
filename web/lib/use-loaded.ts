import { useEffect, useState } from 'react';

/**
 * A component of another piece of the app, asked for as soon as the screen is there; `undefined` until it has come. Unlike
 * `lazy`, nothing hangs on when it is first drawn: React keeps what was late hidden for half a second, lest the page flicker.
 */
export function useLoaded<T>(load: () => Promise<{ default: T }>): T | undefined {
  const [loaded, setLoaded] = useState<{ component?: T; error?: unknown }>({});
  useEffect(() => {
    let here = true;
    load().then(({ default: component }) => here && setLoaded({ component }), (error: unknown) => here && setLoaded({ error }));
    return () => { here = false; };
  }, [load]);
  if ('error' in loaded) throw loaded.error;
  return loaded.component;
}
