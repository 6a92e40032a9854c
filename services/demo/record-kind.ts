import type { Sender } from '#contracts/ports/dispatch.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import type { Dependencies } from '../platform/module.ts';
import type { KindEntry } from './entries.ts';

/** Changes a document kind, found by its code among the installed kinds. Does nothing if the portal has no such kind. */
export async function recordKind(
  { store, dispatch }: Pick<Dependencies, 'store' | 'dispatch'>,
  { soggetto, codice, valori }: KindEntry,
  sender: Sender,
): Promise<void> {
  for (let id = 1; ; id += 1) {
    const [created] = await store.read(streamOf(tipiDocumento, id));
    // no further kind exists
    if (!created) return;
    if (created.data['soggetto'] !== soggetto || created.data['codice'] !== codice) continue;
    await dispatch({ register: tipiDocumento.path, action: 'change', key: id, values: valori }, sender);
    return;
  }
}
