import { queryOptions } from '@tanstack/react-query';
import type { FileFormat } from '#contracts/export/cells.ts';
import type { FileImporta, Importazione, RegistroImporta, StatoImporta } from '#contracts/modules/importa.ts';
import { api } from '#web/lib/api-client.ts';
import { uploadForm } from '#web/lib/upload-form.ts';
import { saveFile } from '#web/ui/grid/download.ts';

const KEY = 'importa';
const WAITED = 1000;

/** Request of an import: the uploaded file, the register, and the fields by column. */
export interface ImportRequest {
  caricato: string;
  registro?: string;
  colonne?: Record<string, string>;
}

export const registersOptions = queryOptions({
  queryKey: [KEY, 'registri'],
  queryFn: async ({ signal }) => (await api.get<{ data: RegistroImporta[] }>('/api/importa/registri', { signal })).data,
  retry: false,
});

/** Query for the columns of an uploaded file, with the fields that the portal proposes. */
export const columnsOptions = (uploadId: string | undefined, registro: string | null) =>
  queryOptions({
    queryKey: [KEY, 'colonne', uploadId, registro],
    enabled: uploadId !== undefined && registro !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await api.get<{ message: FileImporta }>('/api/importa/colonne', { query: { caricato: uploadId, registro }, signal })).message
        .tabelle,
  });

const open = (status: StatoImporta['status'] | undefined) => status === 'queued' || status === 'running';

/** Query for a dry run or an import; repeated while it is running. */
export const runOptions = (id: string | null) =>
  queryOptions({
    queryKey: [KEY, 'esito', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => (await api.get<{ message: StatoImporta }>('/api/importa/esito', { query: { id }, signal })).message,
    refetchInterval: (query) => (open(query.state.data?.status) ? WAITED : false),
  });

export const importsOptions = queryOptions({
  queryKey: [KEY, 'importazioni'],
  queryFn: async ({ signal }) => (await api.get<{ data: Importazione[] }>('/api/importazioni', { signal })).data,
  refetchInterval: (query) => (query.state.data?.some(({ stato }) => stato.includes('in corso')) ? 2 * WAITED : false),
});

export async function uploadFile(file: File, onProgress: (sent: number, total: number) => void): Promise<FileImporta> {
  const form = new FormData();
  form.append('file', file);
  return (await uploadForm<{ message: FileImporta }>('/api/importa/file', form, { onProgress })).message;
}

const startJob = async (path: string, body: object): Promise<string> =>
  (await api.post<{ message: { jobId: string } }>(path, body)).message.jobId;

export const tryImport = (asked: ImportRequest): Promise<string> => startJob('/api/importa/prova', asked);
export const makeImport = (asked: ImportRequest): Promise<string> => startJob('/api/importa', asked);
export const undoImport = (id: string): Promise<string> => startJob('/api/importazioni/annulla', { id });

export async function saveTemplate(registro: string, formato: FileFormat): Promise<void> {
  saveFile(await api.blob('/api/importa/modello', { query: { registro, formato } }), `modello_${registro}.${formato}`);
}
