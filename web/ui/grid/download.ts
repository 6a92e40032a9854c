import { fileName } from '#contracts/export/file.ts';
import { todayInRome } from '#web/lib/format.ts';
import type { ExportFormat, ExportTable } from './export.ts';

const TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
};

/**
 * Writes the table in a worker and downloads the file. `name`: file name without extension; default: the table's name with today's date.
 */
export async function downloadTable(table: ExportTable, format: ExportFormat, name?: string): Promise<void> {
  saveBytes(
    await writeTable(table, format),
    name === undefined ? fileName(table.name, todayInRome(), format) : `${name}.${format}`,
    format,
  );
}

export function saveBytes(bytes: ArrayBuffer, name: string, format: ExportFormat): void {
  saveFile(new Blob([bytes], { type: TYPES[format] }), name);
}

/** Downloads a file through a temporary link. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // the browser reads the address after the click has returned
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function writeTable(table: ExportTable, format: ExportFormat): Promise<ArrayBuffer> {
  const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = (event: MessageEvent<ArrayBuffer>) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(event.message || 'export failed'));
    worker.postMessage({ table, format });
  }).finally(() => worker.terminate());
}
