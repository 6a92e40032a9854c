import { useQuery } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { subjectOf, withKinds, type AddedKind } from '#contracts/modules/scadenze/with-kinds.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { allOptions } from './register.api.ts';
import type { Row } from './row.ts';

const asKind = (row: Row): AddedKind => ({
  codice: String(row['codice']),
  nome: String(row['nome'] ?? row['codice']),
  sanitario: row['sanitario'] === 1,
});

/** The register with a document of each kind that there is today; as it is defined while they are not known. */
export function useToday<D extends AnyRegister>(def: D): D {
  return useTodayKnown(def).def;
}

/** The same; `known`: the kinds have come, or cannot. */
export function useTodayKnown<D extends AnyRegister>(def: D): { def: D; known: boolean } {
  const soggetto = subjectOf(def);
  const { data, error } = useQuery({ ...allOptions(tipiDocumento, { soggetto }, 'ordine'), enabled: soggetto !== null });
  return { def: data ? withKinds(def, data.map(asKind)) : def, known: soggetto === null || data !== undefined || error !== null };
}
