import { createHash, randomFillSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileFields, filePath } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';

export const MB = 1024 * 1024;
const EACH = 2 * MB;
const TEN = fileFields(macchinari)
  .filter(({ kind }) => kind === 'document')
  .slice(0, 10);
export const DOCUMENTS_EACH = TEN.length;

/** Writes ten documents of two megabytes to a machine's folder. Their content is random, since scans do not compress either. */
export async function bulky(
  archive: string,
  matricola: string,
): Promise<{ field: string; percorso: string; file_versione: number; byte: number; sha256: string }[]> {
  const contents = [];
  for (const file of TEN) {
    const percorso = filePath(matricola, file);
    const content = randomFillSync(Buffer.alloc(EACH));
    content.write('%PDF-1.4\n', 0, 'latin1');
    content.write('\n%%EOF\n', EACH - 7, 'latin1');
    await mkdir(dirname(join(archive, percorso)), { recursive: true });
    await writeFile(join(archive, percorso), content);
    contents.push({
      field: file.field,
      percorso,
      file_versione: 1,
      byte: EACH,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  }
  return contents;
}
