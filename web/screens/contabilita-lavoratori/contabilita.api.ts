import { queryOptions } from '@tanstack/react-query';
import type { ProcessoAccodato, ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import { INPUT_FILES, type InputFile } from '#contracts/modules/contabilita/result.ts';
import { api } from '#web/lib/api-client.ts';
import { saveFile } from '#web/ui/grid/download.ts';
import { isWaiting } from './states.ts';

const PATH = '/api/contabilita-lavoratori';

/** Newest first; asked again every second and a half while one of them waits or runs. */
export const processesOptions = queryOptions({
  queryKey: ['contabilita-lavoratori'],
  queryFn: async ({ signal }) => (await api.get<{ message: ProcessoContabilita[] }>(`${PATH}/process-result`, { signal })).message,
  refetchInterval: (query) => (query.state.data?.some(isWaiting) ? 1500 : false),
});

export async function uploadPair(
  files: Record<InputFile, File>,
  onProgress: (sent: number, total: number) => void,
): Promise<ProcessoAccodato> {
  const form = new FormData();
  for (const name of INPUT_FILES) form.append(name, files[name]);
  return (await api.upload<{ message: ProcessoAccodato }>(`${PATH}/process-files`, form, { onProgress })).message;
}

export async function download(filename: string): Promise<void> {
  saveFile(await api.blob(`${PATH}/download`, { query: { filename } }), filename);
}
