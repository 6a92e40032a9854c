import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { messaggioDi, urlFile } from '#web/lib/api-client.ts';
import { nuovaChiave } from '#web/lib/idempotency.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';
import { archivioDi, carica, prendi } from '#web/registers/documents/files.api.ts';
import { createRecord, deleteRecord, refresh } from '#web/registers/register.api.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import type { LightboxImage } from '#web/ui/overlays/Lightbox.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { campiFoto, testo } from './noleggi.ts';

const MESSAGGI = fotoNoleggi.messages;

/** Upload, sight and deletion of a rental's photos. */
export function useFotoNoleggio(id: string, matricola: string) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  /** Percent of the upload that is on its way. */
  const [percento, setPercento] = useState<number | null>(null);
  const [rifiutata, setRifiutata] = useState<string | null>(null);

  const aggiungi = async (file: File, data: string): Promise<void> => {
    setRifiutata(null);
    setPercento(0);
    try {
      const { percorso } = await carica(file, campiFoto(matricola, data), { onProgress: (sent, total) => setPercento(total > 0 ? (sent / total) * 100 : 0) });
      await createRecord(fotoNoleggi, { id_noleggi: Number(id), data, foto: percorso }, nuovaChiave());
      snackbar.success(MESSAGGI.created, { detail: nomeDi(percorso) });
    } catch (error) {
      setRifiutata(messaggioDi(error));
    } finally {
      setPercento(null);
      void refresh(client, fotoNoleggi);
    }
  };
  const elimina = async (row: Row): Promise<void> => {
    const nome = nomeDi(testo(row['foto']) ?? String(row['data'] ?? ''));
    if (!(await confirm({ title: 'Elimina foto', text: `Sei sicuro di voler cancellare la foto: ${nome}?`, detail: 'Resta nello storico del noleggio.', confirmLabel: 'ELIMINA', danger: true }))) return;
    try {
      await deleteRecord(fotoNoleggi, String(row['id']), row.versione);
      snackbar.success(MESSAGGI.deleted, { detail: nome });
    } catch (error) {
      snackbar.error(MESSAGGI.deleteError, { detail: messaggioDi(error) });
    } finally {
      void refresh(client, fotoNoleggi);
    }
  };
  /** The photos that can be opened, each with the row it belongs to. */
  const immagini = async (rows: readonly Row[]): Promise<{ row: Row; image: LightboxImage }[]> => {
    const found = await Promise.all(rows.map(async (row) => {
      const percorso = testo(row['foto']);
      if (!percorso) return [];
      const file = archivioDi(row)['foto'];
      const name = await prendi(percorso, file?.percorso === percorso ? file.versione : undefined).catch(() => null);
      return name === null ? [] : [{ row, image: { src: urlFile(name), alt: nomeDi(percorso), download: urlFile(name, true) } }];
    }));
    return found.flat();
  };
  return { percento, rifiutata, aggiungi, elimina, immagini };
}
