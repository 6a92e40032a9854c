import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Processo } from '#contracts/modules/processi.ts';
import { ritira } from '../lib/expected.ts';
import { useSnackbar } from '../ui/feedback/snackbar.tsx';
import { appenaFiniti, inCorso } from './processo-states.ts';
import { processiOptions, scaricaRisultato } from './processi.api.ts';
import { stima, type Campione } from './estimate.ts';

export interface Processi {
  processi: readonly Processo[];
  attivi: number;
  failed: boolean;
  reload: () => void;
  /** "circa 20 s", of a job at work. */
  resta(processo: Processo): string | null;
}

/** The jobs of the signed-in person; says so when one ends, from whatever screen. Used once, by the top bar. */
export function useProcessi(): Processi {
  const query = useQuery(processiOptions);
  const before = useRef<readonly Processo[]>();
  const snackbar = useSnackbar();
  useEffect(() => {
    if (!query.data) return;
    for (const { id, titolo, status, messaggio } of appenaFiniti(before.current, query.data)) {
      const waited = ritira(id);
      const failed = () => snackbar.error('Il file non è più disponibile', { detail: titolo });
      if (status === 'error') snackbar.error(titolo, { detail: messaggio ?? 'Non riuscito' });
      else snackbar.success(titolo, { detail: 'Completato', action: { label: 'Scarica', onClick: () => void scaricaRisultato(id).catch(failed) } });
      if (waited && status === 'done') void scaricaRisultato(id).catch(failed);
    }
    before.current = query.data;
  }, [query.data, snackbar]);
  const processi = query.data ?? NESSUNO;
  const resta = usePasso(processi, query.dataUpdatedAt);
  return { processi, attivi: processi.filter(inCorso).length, failed: query.isError && query.data === undefined, reload: () => void query.refetch(), resta };
}

const NESSUNO: readonly Processo[] = [];

/** Remembers when each running job was first seen, and how far it was then. */
function usePasso(processi: readonly Processo[], quando: number): Processi['resta'] {
  const visti = useRef(new Map<string, Campione>());
  useEffect(() => {
    for (const { id, status, progresso } of processi) {
      if (status !== 'running') visti.current.delete(id);
      else if (!visti.current.has(id)) visti.current.set(id, { progresso, quando });
    }
  }, [processi, quando]);
  return ({ id, progresso }) => {
    const primo = visti.current.get(id);
    return primo ? stima(primo, { progresso, quando }) : null;
  };
}
