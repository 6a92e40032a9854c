import { uploadForm } from '#web/lib/upload-form.ts';
import { queryOptions } from '@tanstack/react-query';
import type { Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import { api } from '#web/lib/api-client.ts';
import type { WriteOptions } from '#web/lib/create-api.ts';
import type { UploadOptions } from '#web/lib/upload.ts';
import { registerKeys } from '../../keys.ts';

/** A kind of document, as far as its renewal goes. */
export interface RenewedKind {
  soggetto: Soggetto;
  codice: string;
  nome: string;
  mesi: number | null;
  norma: string | null;
  certezza: string | null;
}

/** Every kind, asked once. */
export const kindsOptions = queryOptions({
  queryKey: registerKeys.options('tipi_documento', { tutti: true, rinnova: true }),
  queryFn: async ({ signal }) => (await api.get<{ data: RenewedKind[] }>('/api/tipi_documento', { signal })).data,
  staleTime: 300_000,
});

export interface Renewal {
  soggetto: Soggetto;
  tipo: string;
  ids: readonly string[];
  /** Days, `YYYY-MM-DD`; without the second the kind's interval says it. */
  dal: string;
  scadenza: string | null;
  /** One PDF, or the photos of its pages; the same for all. */
  files: readonly File[];
}

export async function renewDocument({ soggetto, tipo, ids, dal, scadenza, files }: Renewal, options: UploadOptions): Promise<void> {
  const form = new FormData();
  // the fields first: the portal reads the form in order
  for (const [name, value] of Object.entries({ soggetto, tipo, dal, ...(scadenza === null ? {} : { scadenza }) })) form.append(name, value);
  for (const id of ids) form.append('id', id);
  for (const file of files) form.append('file', file);
  await uploadForm('/api/scadenze/rinnova', form, options);
}

/** A document that a record had: its file and its own validity. */
export interface ChainRow {
  scadenza: string | null;
  dal: string | null;
  al: string | null;
  quando: string;
  utente: string;
  anticipata: 0 | 1;
  tolto: 0 | 1;
  /** Its bytes are gone for good: by whom, when and why. */
  rimosso: { quando: string; utente: string; motivo: string } | null;
  valido: 0 | 1;
  percorso: string | null;
  versione: number | null;
}

export interface ChainAnswer {
  data: ChainRow[];
  /** Of the record. */
  versione: number;
}

/** Which document of the chain goes for good, by the content it has in the archive. */
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
