import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Quarter } from '#contracts/modules/accise/quarter.ts';
import { quarterKey } from '#contracts/modules/accise/quarter.ts';
import type { Dichiarazione } from '#contracts/modules/accise/statement.ts';
import { accise } from '#contracts/registers/accise.ts';
import { api } from '#web/lib/api-client.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { saveFile } from '#web/ui/grid/download.ts';

const PATH = '/api/accise/dichiarazione';

export interface StatementRequest extends Quarter {
  /** Commessa of the site; `null`: all sites. */
  cantiere: string | null;
}

/** Query for the statement of a quarter. */
export const statementOptions = (request: StatementRequest) =>
  queryOptions({
    // a key under the register, so that a write to it invalidates the statement
    queryKey: registerKeys.list(accise.path, { dichiarazione: request }),
    queryFn: ({ signal }) => api.get<Dichiarazione>(PATH, { query: { ...request }, signal }),
    placeholderData: keepPreviousData,
    // stale at once, because changes of machines and curves affect the statement too
    staleTime: 0,
  });

const TYPES = { csv: 'text/csv', pdf: 'application/pdf' } as const;

/** Downloads the statement as a file built by the server. */
export async function downloadStatement(request: StatementRequest, kind: keyof typeof TYPES): Promise<void> {
  saveFile(await api.blob(PATH, { query: { ...request }, accept: TYPES[kind] }), `accise-${quarterKey(request)}.${kind}`);
}

export const closeStatement = ({ anno, trimestre }: Quarter, idempotencyKey: string): Promise<unknown> =>
  api.post(`${PATH}/chiudi`, { anno, trimestre }, { idempotencyKey });

export const reopenStatement = ({ anno, trimestre }: Quarter, motivo: string, idempotencyKey: string): Promise<unknown> =>
  api.post(`${PATH}/riapri`, { anno, trimestre, motivo }, { idempotencyKey });
