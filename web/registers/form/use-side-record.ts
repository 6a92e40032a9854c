import { useEffect, useRef } from 'react';
import { useSides } from './form-context.ts';
import type { SideRecord } from './side-records.ts';

/** Attaches a part of the form as a side record. `name` must be unique in the form. */
export function useSideRecord(name: string, record: SideRecord): void {
  const { attach, report } = useSides();
  const latest = useRef(record);
  latest.current = record;
  useEffect(() => attach(name, latest), [name, attach]);
  const { dirty, saving, apart = false } = record;
  useEffect(() => report(name, { dirty, saving, apart }), [name, report, dirty, saving, apart]);
}
