import { useEffect, useRef } from 'react';
import { useSides } from './form-context.ts';
import type { SideRecord } from './side-records.ts';

/** Makes a part of the form a side record. `name` is its own within the form. */
export function useSideRecord(name: string, record: SideRecord): void {
  const { attach, report } = useSides();
  const latest = useRef(record);
  latest.current = record;
  useEffect(() => attach(name, latest), [name, attach]);
  const { dirty, saving, apart = false } = record;
  useEffect(() => report(name, { dirty, saving, apart }), [name, report, dirty, saving, apart]);
}
