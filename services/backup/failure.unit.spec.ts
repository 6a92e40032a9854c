import { describe, expect, it } from 'vitest';
import { LOG_SHORTER_SENTENCE, LogShorter } from '#contracts/ports/log-shorter.ts';
import { BackupRefused } from './archive/format.ts';
import { ArchiveEmpty } from './backup.ts';
import { WrongPassphrase } from './contents.ts';
import { failureSentence } from './failure.ts';
import { BackupFolderMissing } from './nightly.ts';
import { BackupUnderWay } from './backup-in-progress.ts';

const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe('Perché un salvataggio non riesce', () => {
  it.each<[string, Error]>([
    ['Il disco è pieno', coded('ENOSPC')],
    ['Un altro salvataggio era già in corso', new BackupUnderWay()],
    ['L’archivio non ha nessuno dei documenti registrati', new ArchiveEmpty('/x')],
    ['(BACKUP_DIR) non c’è', new BackupFolderMissing('/x')],
    ['La frase segreta non è quella', new WrongPassphrase()],
    ['non si legge per intero', new BackupRefused('x')],
    [LOG_SHORTER_SENTENCE, new LogShorter('1', '2')],
    ['non si può scrivere', coded('EACCES')],
    ['non si può scrivere', coded('EPERM')],
    ['non si può scrivere', coded('EROFS')],
    ['Manca una cartella', coded('ENOENT')],
    ['Errore imprevisto (EBUSY): il dettaglio', coded('EBUSY')],
    ['Errore imprevisto: il dettaglio', new Error('x')],
  ])('%s', (sentence, error) => {
    expect(failureSentence(error)).toContain(sentence);
  });
});
