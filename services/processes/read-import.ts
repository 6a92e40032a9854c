// Process in which an uploaded file is parsed. Any damage that the file does to memory, time or objects ends with this process.
import { readFile } from 'node:fs/promises';
import type { FileTable } from '#contracts/modules/importa.ts';
import type { FileToRead, RegisterHeads, SeenFile } from '#contracts/ports/file-reading.ts';
import { asProcess } from '#workers/isolated/in-process.ts';
import { FileTooLarge } from '#services/modules/importa/file/limits.ts';
import { previewTables, proposeFields } from '#services/modules/importa/file/table-preview.ts';
import { readImportFile, writeRows } from '#services/modules/importa/file/read-file.ts';
import { UnreadableFile } from '#services/modules/importa/file/tables.ts';

export type ReadOrder =
  | ({ kind: 'look'; registers: readonly RegisterHeads[] } & FileToRead)
  | ({ kind: 'rows'; into: string } & FileToRead)
  | { kind: 'propose'; file: string; register: RegisterHeads };

asProcess(run, (error) =>
  error instanceof FileTooLarge ? 'FILE_TROPPO_GRANDE' : error instanceof UnreadableFile ? 'RICHIESTA_NON_VALIDA' : null,
);

async function run(order: ReadOrder): Promise<SeenFile | FileTable[] | string> {
  if (order.kind === 'propose') {
    const seen = JSON.parse(await readFile(order.file, 'utf8')) as FileTable[];
    return seen.map((table) => proposeFields(table, order.register));
  }
  const { tables, digest } = await readImportFile(order.file, order.name);
  if (order.kind === 'look') return { digest, tables: previewTables(tables, order.registers) };
  await writeRows(tables, order.into);
  return digest;
}
