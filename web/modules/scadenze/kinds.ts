import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { subjectOf, withKinds, type AddedKind } from '#contracts/modules/scadenze/with-kinds.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { allOptions } from '#web/registers/register.api.ts';
import type { RowOf } from '#web/registers/row.ts';

const asKind = ({ codice, nome, sanitario }: RowOf<typeof tipiDocumento>): AddedKind => ({
  codice: String(codice),
  nome: nome ?? String(codice),
  sanitario: sanitario === 1,
});

/** Adds the current document kinds to a register's definition; returns the definition unchanged until the kinds are loaded. */
export function useToday<D extends AnyRegister>(def: D): D {
  return useTodayKnown(def).def;
}

/** Adds the current document kinds to a register's definition. `ready`: the kinds are loaded, or loading has failed. */
export function useTodayKnown<D extends AnyRegister>(def: D, ask = true): { def: D; ready: boolean } {
  const soggetto = subjectOf(def);
  const { data, error } = useQuery({ ...allOptions(tipiDocumento, { soggetto }, 'ordine'), enabled: ask && soggetto !== null });
  return { def: data ? withKinds(def, data.map(asKind)) : def, ready: soggetto === null || data !== undefined || error !== null };
}

/** Milliseconds to wait after the rows are loaded, so that the figures beside the rows are requested first. */
const AFTER_ROWS_MS = 300;

/** Adds the current document kinds to a list's definition; requests the kinds only after the first rows. */
export function useTodayInList<D extends AnyRegister>(def: D): D {
  const queryKey = [...registerKeys.all(def.path), 'elenco'];
  const client = useQueryClient();
  const shown = useIsFetching({ queryKey }) === 0 && client.getQueriesData({ queryKey }).some(([, rows]) => rows !== undefined);
  return useTodayKnown(def, useDelayed(shown, AFTER_ROWS_MS)).def;
}
