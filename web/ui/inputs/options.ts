import { useEffect, useState } from 'react';
import { contains } from './text-match.ts';

/** One choice of a selector. */
export interface Option {
  value: string;
  /** What is shown in the field; the value itself when absent. */
  label?: string | undefined;
  /** Beside it in grey: the name behind a code. */
  detail?: string | undefined;
  /** `#RRGGBB`, shown as a swatch. */
  color?: string | null | undefined;
}

export type LoadOptions = (query: string, signal: AbortSignal) => Promise<Option[]>;

/** How many are shown at once; more is said, not drawn. All 107 provinces are seen without a key. */
export const SHOWN = 200;

export const labelOf = (option: Option): string => option.label ?? option.value;

export function filterOptions(options: readonly Option[], query: string): Option[] {
  return query.trim() ? options.filter((o) => contains(`${labelOf(o)} ${o.detail ?? ''}`, query)) : [...options];
}

interface Found {
  items: Option[];
  loading: boolean;
  failed: boolean;
}

/** Options to choose from: filtered here, or asked of the server 200 ms after the last key. */
export function useOptions(options: readonly Option[] | undefined, load: LoadOptions | undefined, query: string, open: boolean): Found {
  const [remote, setRemote] = useState<Found>({ items: [], loading: false, failed: false });
  useEffect(() => {
    if (!load || !open) return;
    const controller = new AbortController();
    setRemote((old) => ({ ...old, loading: true, failed: false }));
    const timer = setTimeout(
      () => {
        load(query, controller.signal).then(
          (items) => {
            if (!controller.signal.aborted) setRemote({ items, loading: false, failed: false });
          },
          () => {
            if (!controller.signal.aborted) setRemote({ items: [], loading: false, failed: true });
          },
        );
      },
      query ? 200 : 0,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [load, query, open]);
  // until the answer is there, what is known and fits: Enter must not choose what no longer matches
  if (load && remote.loading) return { ...remote, items: filterOptions(remote.items, query) };
  return load ? remote : { items: filterOptions(options ?? [], query), loading: false, failed: false };
}
