import { createElement, useEffect, useState, type ComponentType, type ReactElement } from 'react';

/**
 * Draws a component of another piece of the app, asked for as soon as the screen is there; `undefined` until it has come.
 * Unlike `lazy`, nothing hangs on when it is first drawn: React keeps what was late hidden for half a second, lest the page flicker.
 */
export function useLoaded<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ((props: P) => ReactElement) | undefined {
  const [loaded, setLoaded] = useState<{ component?: ComponentType<P>; error?: unknown }>({});
  useEffect(() => {
    let here = true;
    load().then(
      ({ default: component }) => here && setLoaded({ component }),
      (error: unknown) => here && setLoaded({ error }),
    );
    return () => {
      here = false;
    };
  }, [load]);
  if ('error' in loaded) throw loaded.error;
  const { component } = loaded;
  return component && ((props) => createElement(component, props));
}
