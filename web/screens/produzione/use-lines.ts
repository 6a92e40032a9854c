import { useQuery } from '@tanstack/react-query';
import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { useIdentity } from '#web/lib/session.ts';
import { childButtons, type ChildButtons } from '#web/registers/buttons.ts';
import type { DraftKeeper } from '#web/registers/form/draft-keeper.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { useDraftKeeper } from '#web/registers/form/use-draft.ts';
import { LINE_MACHINE } from '#web/modules/produzione/line-address.ts';
import { allOptions } from '#web/registers/register.api.ts';
import { copyName } from './copy-draft.ts';
import { carriedFrom, type Line, type LineValues, type Site } from './line.ts';
import { newHeaderAtom } from './new-header.ts';
import { useLastDay, type LastDay } from './use-last-day.ts';
import { useSite } from './use-site.ts';

/** Dialog over the screen. */
export type Over = { kind: 'line'; row: Line | null; start: LineValues } | { kind: 'copy'; day: LastDay } | null;

export interface Lines {
  /** All lines of the header in the order of writing; `undefined` while loading. */
  rows: readonly Line[] | undefined;
  rights: ChildButtons;
  site: Site;
  /** Latest earlier day on this site, offered to be copied while there are no lines. */
  lastDay: LastDay | null;
  /** Draft of a copy; a resumed copy takes its lines from the draft. */
  copyDraft: DraftKeeper;
  over: Over;
  add(): void;
  edit(row: Line): void;
  copy(): void;
  resumeCopy(): void;
  close(): void;
}

const NOTHING: LineValues = {};
const NO_DAY: LastDay = { data: '', lines: [] };

/** Manages the lines of the open header and the dialogs that change them. */
export function useLines(id: string | null): Lines {
  const { row: header } = useOpenRecord(produzionePadre);
  const rights = childButtons(useIdentity(), produzione, header?.utente ?? null);
  const site = useSite(text(header?.cantiere));
  const { data: rows } = useQuery({ ...allOptions(produzione, { id_intestazione: Number(id) }, 'id'), enabled: id !== null });
  const empty = rows?.length === 0;
  const { day: lastDay, ready } = useLastDay(empty && rights.add, text(header?.cantiere), text(header?.data));
  const copyDraft = useDraftKeeper(id !== null && rights.add ? copyName(id) : null);
  const begunCopy = useAtomValue(copyDraft.offer) !== null;
  const [over, setOver] = useState<Over>(null);
  const [newHeader, setNewHeader] = useAtom(newHeaderAtom);
  const [fresh] = useState(id !== null && newHeader === id);
  useEffect(() => {
    if (fresh) setNewHeader(null);
  }, [fresh, setNewHeader]);
  const [started, setStarted] = useState(false);
  const last = rows?.at(-1);
  const start = useMemo(() => (last ? carriedFrom(last) : NOTHING), [last]);
  // after AVANTI, the first line opens at once, unless there is a day to copy
  const begin = fresh && !started && empty && ready && site.ready && rights.add;
  useEffect(() => {
    if (!begin) return;
    setStarted(true);
    if (lastDay === null && !begunCopy) setOver({ kind: 'line', row: null, start: NOTHING });
  }, [begin, lastDay, begunCopy]);
  const [scanned, drop] = useScannedMachine();
  const forScanned = scanned !== null && rows !== undefined && site.ready && rights.add;
  useEffect(() => {
    if (!forScanned) return;
    setStarted(true);
    setOver({ kind: 'line', row: null, start: { ...start, noleggio: 0, attrezzatura: scanned, descrizione: null } });
    drop();
  }, [forScanned, scanned, start, drop]);
  return {
    rows,
    rights,
    site,
    lastDay,
    copyDraft,
    over,
    add: () => setOver({ kind: 'line', row: null, start }),
    edit: (row) => setOver({ kind: 'line', row, start: NOTHING }),
    copy: () => {
      if (lastDay) setOver({ kind: 'copy', day: lastDay });
    },
    resumeCopy: () => setOver({ kind: 'copy', day: NO_DAY }),
    close: () => setOver(null),
  };
}

/** Returns the machine for which the address requests a new line, and a function that removes it from the address. */
function useScannedMachine(): [string | null, () => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const drop = useCallback(() => {
    const params = new URLSearchParams(location.search);
    params.delete(LINE_MACHINE);
    navigate(`${path}?${params.toString()}`, { replace: true });
  }, [path, navigate]);
  return [new URLSearchParams(search).get(LINE_MACHINE), drop];
}

const text = (value: string | null | undefined): string | null => value || null;
