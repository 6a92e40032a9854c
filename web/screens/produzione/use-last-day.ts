import { useQuery } from '@tanstack/react-query';
import { addDays } from '#contracts/core/dates.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Line } from './line.ts';
import { allOptions, listOptions } from '#web/registers/register.api.ts';

/** The latest day before this one on the same site, with its lines. */
export interface LastDay {
  data: string;
  lines: readonly Line[];
}

const NO_LINES: readonly Line[] = [];

/** Finds the latest earlier day of a site. `ready`: the search is finished. */
export function useLastDay(needed: boolean, cantiere: string | null, data: string | null): { day: LastDay | null; ready: boolean } {
  const enabled = needed && cantiere !== null && data !== null;
  const filtri = { cantiere, data: { a: data === null ? null : addDays(data, -1) } };
  const header = useQuery({ ...listOptions(produzionePadre, { pagina: 1, righe: 1, ordina: '-data', cerca: '', filtri }), enabled });
  const lastHeader = header.data?.data[0];
  const lines = useQuery({
    ...allOptions(produzione, { id_intestazione: Number(lastHeader?.id ?? 0) }, 'id'),
    enabled: enabled && lastHeader !== undefined,
  });
  const rows = lines.data ?? NO_LINES;
  const day = lastHeader && rows.length > 0 ? { data: String(lastHeader.data), lines: rows } : null;
  const ready =
    !enabled || header.isError || lines.isError || (header.data !== undefined && (lastHeader === undefined || lines.data !== undefined));
  return { day, ready };
}
