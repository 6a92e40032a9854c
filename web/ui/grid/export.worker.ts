import type { ExportFormat, ExportTable } from './export.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

/** Worker that writes exported files: a large sheet takes seconds and would freeze the page. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<{ table: ExportTable; format: ExportFormat }>) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
};

scope.onmessage = ({ data: { table, format } }) => {
  const bytes = format === 'csv' ? (new TextEncoder().encode(writeCsv(table)).buffer as ArrayBuffer) : writeXlsx(table);
  scope.postMessage(bytes, [bytes]);
};
