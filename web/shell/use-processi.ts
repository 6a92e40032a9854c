import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Processo } from '#contracts/modules/processi.ts';
import { endWait } from '../lib/awaited-results.ts';
import { isAwaited } from '../lib/job-end.ts';
import { useSnackbar } from '../ui/feedback/snackbar.tsx';
import { justFinished, isUnderWay } from './processo-states.ts';
import { processiOptions, downloadResult } from './processi.api.ts';
import { estimate, type Sample } from './estimate.ts';

export interface Processi {
  processi: readonly Processo[];
  active: number;
  failed: boolean;
  reload: () => void;
  /** Returns the estimated remaining time of a running job: "circa 20 s". */
  stay(processo: Processo): string | null;
}

/** Returns the person's jobs and shows a message on any screen when one ends. Use it once, in the top bar. */
export function useProcessi(): Processi {
  const query = useQuery(processiOptions);
  const before = useRef<readonly Processo[]>();
  const snackbar = useSnackbar();
  useEffect(() => {
    if (!query.data) return;
    for (const { id, titolo, status, messaggio, name } of justFinished(before.current, query.data)) {
      if (isAwaited(id)) continue;
      const waited = endWait(id);
      const showMissingFile = () => snackbar.error('Il file non è più disponibile', { detail: titolo });
      if (status === 'error') snackbar.error(titolo, { detail: messaggio ?? 'Non riuscito' });
      else if (status === 'annullato') snackbar.info(titolo, { detail: messaggio ?? 'Annullata' });
      else if (name === null) snackbar.success(titolo, { detail: messaggio ?? 'Completato' });
      else
        snackbar.success(titolo, {
          detail: 'Completato',
          action: { label: 'Scarica', onClick: () => void downloadResult(id).catch(showMissingFile) },
        });
      if (waited && status === 'done') void downloadResult(id).catch(showMissingFile);
    }
    before.current = query.data;
  }, [query.data, snackbar]);
  const processi = query.data ?? NONE;
  const stay = useStep(processi, query.dataUpdatedAt);
  return {
    processi,
    active: processi.filter(isUnderWay).length,
    failed: query.isError && query.data === undefined,
    reload: () => void query.refetch(),
    stay,
  };
}

const NONE: readonly Processo[] = [];

/** Records each running job's first progress and its time, to estimate the remaining time. */
function useStep(processi: readonly Processo[], readAt: number): Processi['stay'] {
  const samples = useRef(new Map<string, Sample>());
  useEffect(() => {
    for (const { id, status, progresso } of processi) {
      if (status !== 'running') samples.current.delete(id);
      else if (!samples.current.has(id)) samples.current.set(id, { progresso, quando: readAt });
    }
  }, [processi, readAt]);
  return ({ id, progresso }) => {
    const first = samples.current.get(id);
    return first ? estimate(first, { progresso, quando: readAt }) : null;
  };
}
