import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { useIdentity } from '#web/lib/session.ts';
import { childButtons, type ChildButtons } from '#web/registers/buttons.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { allOptions } from '#web/registers/register.api.ts';
import { keptFrom, type Site } from './line.ts';
import { wasJustMade } from './just-made.ts';
import { useLastDay, type LastDay } from './use-last-day.ts';
import { useSite } from './use-site.ts';

/** What stands over the screen. */
export type Over = { kind: 'line'; row: Row | null; start: Values } | { kind: 'copy'; day: LastDay } | null;

export interface Lines {
  /** All lines of the header, in the order in which they were written; `undefined` while they are on their way. */
  rows: readonly Row[] | undefined;
  rights: ChildButtons;
  site: Site;
  /** The day before on this site, to be copied while there is no line yet. */
  lastDay: LastDay | null;
  over: Over;
  add(): void;
  edit(row: Row): void;
  copy(): void;
  close(): void;
}

const NOTHING: Values = {};

/** The lines of the open header, and the dialogs that change them. */
export function useLines(id: string | null): Lines {
  const { row: header } = useFormContext();
  const rights = childButtons(useIdentity(), produzione, header?.utente ?? null);
  const site = useSite(text(header?.['cantiere']));
  const { data: rows } = useQuery({ ...allOptions(produzione, { id_intestazione: Number(id) }, 'id'), enabled: id !== null });
  const empty = rows?.length === 0;
  const { day: lastDay, ready } = useLastDay(empty && rights.aggiungi, text(header?.['cantiere']), text(header?.['data']));
  const [over, setOver] = useState<Over>(null);
  const [fresh] = useState(() => id !== null && wasJustMade(id));
  const [begun, setBegun] = useState(false);
  const last = rows?.at(-1);
  const start = useMemo(() => (last ? keptFrom(last) : NOTHING), [last]);
  // after AVANTI: straight to the first line, unless there is a day to copy
  const begin = fresh && !begun && empty && ready && site.ready && rights.aggiungi;
  useEffect(() => {
    if (!begin) return;
    setBegun(true);
    if (lastDay === null) setOver({ kind: 'line', row: null, start: NOTHING });
  }, [begin, lastDay]);
  return {
    rows,
    rights,
    site,
    lastDay,
    over,
    add: () => setOver({ kind: 'line', row: null, start }),
    edit: (row) => setOver({ kind: 'line', row, start: NOTHING }),
    copy: () => {
      if (lastDay) setOver({ kind: 'copy', day: lastDay });
    },
    close: () => setOver(null),
  };
}

const text = (value: Values[string] | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);
