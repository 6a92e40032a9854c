import { useEffect, useState } from 'react';
import { contains } from './text-match.ts';

/** One choice of a selector. */
export interface Option {
  value: string;
  /** Text shown in the field; default: the value itself. */
  label?: string | undefined;
  /** Text shown in grey beside the label: the name behind a code. */
  detail?: string | undefined;
  /** `#RRGGBB`, shown as a swatch. */
  color?: string | null | undefined;
}

export type LoadOptions = (query: string, signal: AbortSignal) => Promise<Option[]>;

/** Maximum of options drawn at once; a line tells that there are more. All 107 provinces fit without typing. */
export const SHOWN = 200;

export const labelOf = (option: Option): string => option.label ?? option.value;

export function filterOptions(options: readonly Option[], query: string): Option[] {
  return query.trim() ? options.filter((o) => contains(`${labelOf(o)} ${o.detail ?? ''}`, query)) : [...options];
}

interface OptionsFound {
  items: Option[];
  loading: boolean;
  failed: boolean;
}

/** Returns the options to choose from: filtered here, or requested from the server 200 ms after the last key. */
export function useOptions(
  options: readonly Option[] | undefined,
  load: LoadOptions | undefined,
  query: string,
  open: boolean,
): OptionsFound {
  const [remote, setRemote] = useState<OptionsFound>({ items: [], loading: false, failed: false });
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
  // while a request is pending, only known options that match are shown: Enter must not choose an outdated one
  if (load && remote.loading) return { ...remote, items: filterOptions(remote.items, query) };
  return load ? remote : { items: filterOptions(options ?? [], query), loading: false, failed: false };
}
