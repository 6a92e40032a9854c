import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { api } from '#web/lib/api-client.ts';
import { READS } from '#web/lib/create-api.ts';
import { newKey } from '#web/lib/idempotency.ts';
import { allPages } from '../../all-pages.ts';

/** New values for the records with these keys. */
export interface Together {
  def: AnyRegister;
  keys: readonly string[];
  values: Values;
}

const bodyOf = ({ keys, values }: Together) => ({ ids: keys, campi: values });

/** Reads what the change would do, row by row. */
export function readPreview(together: Together): Promise<PreviewRow[]> {
  return allPages((pagina, righe) =>
    api.post<{ data: PreviewRow[]; totale: number }>(
      `/api/${together.def.path}/modifica-insieme`,
      { ...bodyOf(together), prova: 1, pagina, righe },
      READS,
    ),
  );
}

/** Requests the change of the previewed records, in the versions that the preview showed. Returns the id of its job. */
export async function sendChange(together: Together, preview: readonly PreviewRow[], idempotencyKey: string): Promise<string> {
  const versions = Object.fromEntries(preview.flatMap(({ id, versione }) => (versione === null ? [] : [[id, versione]])));
  const { message } = await api.post<{ message: { jobId: string } }>(
    `/api/${together.def.path}/modifica-insieme`,
    { ...bodyOf(together), versioni: versions },
    { idempotencyKey },
  );
  return message.jobId;
}

/** Requests that a change is taken back. Returns the id of the job. */
export async function sendTakingBack(id: string): Promise<string> {
  const { message } = await api.post<{ message: { jobId: string } }>(`/api/modifiche/${id}/annulla`, {}, { idempotencyKey: newKey() });
  return message.jobId;
}
