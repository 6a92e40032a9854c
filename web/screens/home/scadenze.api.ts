import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { chiavi } from '#web/lib/query.ts';

export interface Scadenze {
  /** Machines with an expired deadline. */
  scaduti: number;
  /** Machines with maintenance due. */
  manutenzioni: number;
}

/** Counts only, of the machines the list shows; the list is one press away. */
export const scadenzeOptions = queryOptions({
  queryKey: chiavi.scadenze,
  queryFn: async ({ signal }): Promise<Scadenze> => {
    const query = { pagina: 1, righe: 1, filtri: JSON.stringify({ stato_attuale: { diverso: 'Venduto' }, scaduti: true }) };
    const [scaduti, manutenzioni] = await Promise.all([
      api.get<{ totale: number }>('/api/macchinari', { query, signal }),
      api.get<{ data: { matricola: string }[] }>('/api/scadenzaManutenzioni', { signal }),
    ]);
    return { scaduti: scaduti.totale, manutenzioni: new Set(manutenzioni.data.map((riga) => riga.matricola)).size };
  },
});
