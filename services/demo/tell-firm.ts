import { Readable } from 'node:stream';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { firmDocumentPath } from '#contracts/modules/scadenze/document-kind.ts';
import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { uploadFile } from '../registers/upload-document.ts';
import type { Dependencies } from '../platform/module.ts';
import type { FirmEntry } from './entries.ts';
import { pdf } from './pdf.ts';

/** Returns a function that records entries of the firm's own documents, one for each kind. */
export function tellFirm(
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files' | 'dispatch'>,
): (entry: FirmEntry, sender: Sender) => Promise<void> {
  const numbers = new Map<string, number>();
  return async (entry, sender) => {
    const { tipo } = entry;
    if (entry.fatto === 'registrato') {
      const values = { tipo, responsabile: entry.responsabile };
      const { key } = await deps.dispatch({ register: documentiDitta.path, action: 'create', values }, sender);
      numbers.set(tipo, Number(key));
      return;
    }
    const id = numbers.get(tipo);
    if (id === undefined) throw new Error(`${tipo} of the firm is not there yet`);
    await uploadFile(deps, {
      path: firmDocumentPath(id),
      ownership: { def: documentiDitta, kind: 'pdf', records: [{ id, utente: sender.identity.memberID, field: 'percorso' }] },
      content: () => Readable.from([pdf(entry.titolo, entry.righe)]),
      renewal: entry.rinnovo,
      sender,
    });
  };
}
