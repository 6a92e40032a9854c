import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { messageOf, fileUrl, downloadUrl } from '#web/lib/api-client.ts';
import { newKey } from '#web/lib/idempotency.ts';
import type { RowOf } from '#web/registers/row.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';
import { archiveOf, take } from '#web/registers/documents/files.api.ts';
import { uploadToArchive } from '#web/registers/documents/upload-to-archive.ts';
import { createRecord, deleteRecord, refresh } from '#web/registers/register.api.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import type { LightboxImage } from '#web/ui/overlays/Lightbox.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { fotoFields, text } from './noleggi.ts';

export type Foto = RowOf<typeof fotoNoleggi>;

const MESSAGES = fotoNoleggi.messages;

/** Uploads, shows and deletes a rental's photos. */
export function useFotoNoleggio(id: string, matricola: string) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  /** Progress of the upload in percent; `null` when none runs. */
  const [percent, setPercent] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const add = async (file: File, data: string): Promise<void> => {
    setRefusal(null);
    setPercent(0);
    try {
      const { percorso } = await uploadToArchive(file, fotoFields(matricola, data), {
        onProgress: (sent, total) => setPercent(total > 0 ? (sent / total) * 100 : 0),
      });
      await createRecord(fotoNoleggi, { id_noleggi: Number(id), data, foto: percorso }, { idempotencyKey: newKey() });
      snackbar.success(MESSAGES.created, { detail: nameOf(percorso) });
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setPercent(null);
      void refresh(client, fotoNoleggi);
    }
  };
  const remove = async (row: Foto): Promise<void> => {
    const name = nameOf(text(row.foto) ?? row.data ?? '');
    if (
      !(await confirm({
        title: 'Elimina foto',
        text: `Sei sicuro di voler cancellare la foto: ${name}?`,
        detail: 'Resta nello storico del noleggio.',
        confirmLabel: 'ELIMINA',
        danger: true,
      }))
    )
      return;
    try {
      await deleteRecord(fotoNoleggi, String(row.id), row.versione);
      snackbar.success(MESSAGES.deleted, { detail: name });
    } catch (error) {
      snackbar.error(MESSAGES.deleteError, { detail: messageOf(error) });
    } finally {
      void refresh(client, fotoNoleggi);
    }
  };
  /** Returns the photos that can be opened, each with its row. */
  const images = async (rows: readonly Foto[]): Promise<{ row: Foto; image: LightboxImage }[]> => {
    const imagesPerRow = await Promise.all(
      rows.map(async (row) => {
        const path = text(row.foto);
        if (!path) return [];
        const file = archiveOf(row).foto;
        const name = await take(path, file?.percorso === path ? file.versione : undefined).catch(() => null);
        return name === null ? [] : [{ row, image: { src: fileUrl(name), alt: nameOf(path), download: downloadUrl(name) } }];
      }),
    );
    return imagesPerRow.flat();
  };
  return { percento: percent, rifiutata: refusal, aggiungi: add, elimina: remove, immagini: images };
}
