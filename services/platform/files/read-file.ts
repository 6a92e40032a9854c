import { createReadStream, fstat, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FileInfo, FileLetto } from '#contracts/ports/file-store.ts';
import { estensione } from './logical-path.ts';

const TIPI: Record<string, FileLetto['contentType']> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.zip': 'application/zip',
};

export function contentType(percorso: string): FileLetto['contentType'] {
  return TIPI[estensione(percorso)] ?? 'application/octet-stream';
}

/** Facts of a regular file on disk; `null` for nothing, a folder or anything else. */
export async function statoFile(disco: string): Promise<Stats | null> {
  const stato = await stat(disco).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  return stato?.isFile() ? stato : null;
}

export function comeInfo(percorso: string, stato: Stats, versione: number): FileInfo {
  return { percorso, byte: stato.size, modificato: stato.mtime.toISOString(), versione };
}

export function comeLetto(info: FileInfo, disco: string, stato: Stats): FileLetto {
  return { ...info, contentType: contentType(info.percorso), apri: (intervallo) => apri(disco, stato, intervallo) };
}

/** Fails when the name has come to mean another content since its facts were read: half of each would be worse. */
function apri(disco: string, atteso: Stats, intervallo?: { inizio: number; fine: number }): Readable {
  const flusso = createReadStream(disco, intervallo ? { start: intervallo.inizio, end: intervallo.fine } : {});
  flusso.once('open', (fd) =>
    fstat(fd, (error, trovato) => {
      if (!error && (trovato.ino !== atteso.ino || trovato.size !== atteso.size)) {
        flusso.destroy(new Error('the file was replaced while it was being read'));
      }
    }),
  );
  return flusso;
}
