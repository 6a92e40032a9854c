import { uploadForm } from '#web/lib/upload-form.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import { api } from '#web/lib/api-client.ts';
import type { WriteOptions } from '#web/lib/create-api.ts';
import type { UploadOptions } from '#web/lib/upload.ts';
import { registerKeys } from '#web/registers/keys.ts';

/** The properties of a document kind that a renewal needs. */
export interface RenewedKind {
  soggetto: Soggetto;
  codice: string;
  nome: string;
  mesi: number | null;
  norma: string | null;
  certezza: string | null;
}

/** Query for all document kinds; cached for five minutes. */
export const kindsOptions = queryOptions({
  queryKey: registerKeys.options('tipi_documento', { tutti: true, rinnova: true }),
  queryFn: async ({ signal }) => (await api.get<{ data: RenewedKind[] }>('/api/tipi_documento', { signal })).data,
  staleTime: 300_000,
});

export interface Renewal {
  soggetto: Soggetto;
  tipo: string;
  ids: readonly string[];
  /** First day of validity, `YYYY-MM-DD`. */
  dal: string;
  scadenza: string | null;
  /** One PDF, or the photos of its pages; the same document for all `ids`. */
  files: readonly File[];
}

export async function renewDocument({ soggetto, tipo, ids, dal, scadenza, files }: Renewal, options: UploadOptions): Promise<void> {
  const form = new FormData();
  // the portal reads the form in order, so the fields precede the files
  for (const [name, value] of Object.entries({ soggetto, tipo, dal, ...(scadenza === null ? {} : { scadenza }) })) form.append(name, value);
  for (const id of ids) form.append('id', id);
  for (const file of files) form.append('file', file);
  await uploadForm('/api/scadenze/rinnova', form, options);
}

/** One document in a record's history: its file and its period of validity. */
export interface ChainRow {
  scadenza: string | null;
  dal: string | null;
  al: string | null;
  quando: string;
  utente: string;
  anticipata: 0 | 1;
  tolto: 0 | 1;
  /** Set if the content was erased for good: by whom, when and why. */
  rimosso: { quando: string; utente: string; motivo: string } | null;
  valido: 0 | 1;
  percorso: string | null;
  versione: number | null;
}

export interface ChainAnswer {
  data: ChainRow[];
  /** Version of the record. */
  versione: number;
}

/** Request to erase one document of the history for good; `percorso` and `versione` name its content in the archive. */
export interface Erasure {
  soggetto: Soggetto;
  id: string;
  tipo: string;
  percorso: string;
  versione: number;
  motivo: string;
}

export const eraseDocument = (body: Erasure, options: WriteOptions): Promise<unknown> => api.post('/api/scadenze/oscura', body, options);

export const chainOptions = (soggetto: Soggetto, id: string, tipo: string, giorno: string | null) =>
  queryOptions({
    queryKey: ['scadenze', 'catena', soggetto, id, tipo, giorno],
    queryFn: ({ signal }) =>
      api.get<ChainAnswer>('/api/scadenze/catena', { query: { soggetto, id, tipo, ...(giorno ? { giorno } : {}) }, signal }),
  });
