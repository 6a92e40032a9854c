import { queryOptions } from '@tanstack/react-query';
import type { ExplainedRecord, ExplainedRegister } from '#contracts/modules/permessi/explanation.ts';
import { api } from '#web/lib/api-client.ts';

/** A question about rights: a user, a register and, if asked about one record, its key. */
export interface RightsQuestion {
  utente: string;
  tabella: string;
  id: string;
}

export type Explanation = ExplainedRecord & Partial<ExplainedRegister>;

/** Query for what a user may do and why. */
export const explainOptions = ({ utente, tabella, id }: RightsQuestion) =>
  queryOptions({
    queryKey: ['permessi', 'spiega', utente, tabella, id],
    queryFn: ({ signal }) => api.get<Explanation>('/api/permessi/spiega', { query: { utente, tabella, id: id || undefined }, signal }),
    // rights change at any moment
    staleTime: 0,
    retry: false,
  });
