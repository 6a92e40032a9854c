import { uploadForm } from '#web/lib/upload-form.ts';
import { queryOptions } from '@tanstack/react-query';
import type { EarlierRun, ProcessoAccodato, ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import { INPUT_FILES, type InputFile } from '#contracts/modules/contabilita/result.ts';
import { api } from '#web/lib/api-client.ts';
import { saveFile } from '#web/ui/grid/download.ts';
import { sha256Of } from './sha256.ts';
import { isWaiting } from './states.ts';

const PATH = '/api/contabilita-lavoratori';
const KEY = 'contabilita-lavoratori';

/** The two files chosen by the person. */
export type Pair = Record<InputFile, File>;

/** Query for all runs, newest first; repeated every 1.5 seconds while one is queued or running. */
export const processesOptions = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) => (await api.get<{ message: ProcessoContabilita[] }>(`${PATH}/process-result`, { signal })).message,
  refetchInterval: (query) => (query.state.data?.some(isWaiting) ? 1500 : false),
});

const ids = new WeakMap<File, number>();
let last = 0;
/** Returns a number for a chosen file. The same file chosen again gets a new number, since its content may have changed. */
function idOf(file: File | undefined): number | null {
  if (!file) return null;
  if (!ids.has(file)) ids.set(file, (last += 1));
  return ids.get(file) ?? null;
}

/** Query for earlier runs of the same two files, newest first; disabled until both are chosen. */
export const earlierOptions = ({ bilMovDip, ripartizioni }: Partial<Pair>) =>
  queryOptions({
    queryKey: [KEY, 'gia-elaborati', idOf(bilMovDip), idOf(ripartizioni)],
    enabled: bilMovDip !== undefined && ripartizioni !== undefined,
    retry: false,
    queryFn: async ({ signal }): Promise<EarlierRun[]> => {
      if (!bilMovDip || !ripartizioni) return [];
      const query = { bilMovDip: await sha256Of(bilMovDip), ripartizioni: await sha256Of(ripartizioni) };
      return (await api.get<{ message: EarlierRun[] }>(`${PATH}/gia-elaborati`, { query, signal })).message;
    },
  });

/** Pairs of files sent from this page, by run, so that swapped files can be sent again in the right order. */
export const sentOptions = queryOptions({
  queryKey: [`${KEY}-inviati`],
  queryFn: async (): Promise<Readonly<Record<string, Pair>>> => ({}),
  staleTime: Infinity,
  gcTime: Infinity,
});

export async function uploadPair(files: Pair, onProgress: (sent: number, total: number) => void): Promise<ProcessoAccodato> {
  const form = new FormData();
  for (const name of INPUT_FILES) form.append(name, files[name]);
  return (await uploadForm<{ message: ProcessoAccodato }>(`${PATH}/process-files`, form, { onProgress })).message;
}

export const removeResult = (id: string): Promise<unknown> => api.del(`${PATH}/process-result`, { id });

export async function download(filename: string): Promise<void> {
  saveFile(await api.blob(`${PATH}/download`, { query: { filename } }), filename);
}
