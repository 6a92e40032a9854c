import { createElement, useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { loadLater } from './load-later.ts';

/**
 * Loads a component after the first draw; returns `undefined` until it is loaded. Unlike `lazy`, does not suspend: React would keep
 * suspended content hidden for half a second. A failed load is thrown.
 */
export function useLoaded<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ((props: P) => ReactElement) | undefined {
  const [loaded, setLoaded] = useState<{ component?: ComponentType<P>; error?: unknown }>({});
  useEffect(() => {
    let mounted = true;
    load().then(
      ({ default: component }) => mounted && setLoaded({ component }),
      (error: unknown) => mounted && setLoaded({ error }),
    );
    return () => {
      mounted = false;
    };
  }, [load]);
  if ('error' in loaded) throw loaded.error;
  const { component } = loaded;
  return component && ((props) => createElement(component, props));
}

/** Returns a component whose code is loaded when it is first drawn. `placeholder` is shown until then. */
export function loadedPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  placeholder: ReactElement | null = null,
): (props: P) => ReactElement | null {
  const loadOnce = loadLater(load);
  return function LoadedPart(props) {
    return useLoaded<P>(loadOnce)?.(props) ?? placeholder;
  };
}

/** Milliseconds after the first screen before code is preloaded, so that it takes nothing from the screen's own files. */
const PRELOAD_MS = 2500;

/** Loads code a moment after the first screen, so that its first use need not wait. A failed load is repeated by that use. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
