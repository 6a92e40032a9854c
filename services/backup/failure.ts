import { diskFull } from '#contracts/core/disk-full.ts';
import { LOG_SHORTER_SENTENCE, LogShorter } from '#contracts/ports/log-shorter.ts';
import { ArchiveEmpty } from './backup.ts';
import { BackupRefused } from './archive/format.ts';
import { WrongPassphrase } from './contents.ts';
import { BackupFolderMissing } from './nightly.ts';
import { BackupUnderWay } from './backup-in-progress.ts';

/** Why a backup, or a restore that was tried, did not succeed: for the people who look after the portal. */
export function failureSentence(error: unknown): string {
  if (diskFull(error)) return 'Il disco è pieno: di questo salvataggio non è rimasto nulla, quelli di prima sono intatti.';
  if (error instanceof BackupUnderWay) return 'Un altro salvataggio era già in corso.';
  if (error instanceof ArchiveEmpty)
    return 'L’archivio non ha nessuno dei documenti registrati: la cartella di rete è collegata? Non è stato salvato nulla.';
  if (error instanceof BackupFolderMissing) return 'La cartella dei salvataggi (BACKUP_DIR) non c’è: è collegata?';
  if (error instanceof WrongPassphrase) return 'La frase segreta non è quella dei salvataggi che la cartella già contiene.';
  if (error instanceof BackupRefused) return 'L’ultimo salvataggio non si legge per intero: è danneggiato, o ne manca una parte.';
  if (error instanceof LogShorter) return LOG_SHORTER_SENTENCE;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'Nella cartella dei salvataggi non si può scrivere.';
  if (code === 'ENOENT') return 'Manca una cartella, dell’archivio o dei salvataggi: è collegata?';
  return `Errore imprevisto${code ? ` (${code})` : ''}: il dettaglio è nei log del portale.`;
}
