import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChangedRecord, ChangeKind } from '#contracts/core/comparison.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { api } from '#web/lib/api-client.ts';
import { registerKeys } from '../../keys.ts';

/** Two moments of a list: `da` the earlier one, `a` the later one. */
export interface Between {
  da: string;
  a: string;
}

export interface ComparisonQuery extends Between {
  pagina: number;
  righe: number;
  cerca: string;
  /** Only one kind of difference. */
  tipo?: ChangeKind | undefined;
}

interface ComparisonPage {
  data: ChangedRecord[];
  totale: number;
  conteggi: Record<ChangeKind, number>;
}

/** Query for a page of the records that differ between two moments. */
export function comparisonOptions(def: AnyRegister, { cerca, tipo, ...query }: ComparisonQuery) {
  const parameters = { ...query, ...(cerca.trim() ? { cerca: cerca.trim() } : {}), ...(tipo ? { tipo } : {}) };
  return queryOptions({
    queryKey: registerKeys.list(def.path, { confronto: parameters }),
    queryFn: ({ signal }) => api.get<ComparisonPage>(`/api/${def.path}/confronto`, { query: parameters, signal }),
    placeholderData: keepPreviousData,
  });
}
