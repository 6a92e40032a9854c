import { filePath } from '#contracts/core/documents.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';
import { DOCUMENTS, FATTURA, FOTO, PACKING_LIST } from './tabs.ts';

const FILE = [...DOCUMENTS, FATTURA, PACKING_LIST, FOTO];

/** What an upload sends beside a machine's file: `{matricola}_{suffix}` in the folder of the matricola. */
export function uploadFields(matricola: string, fieldName: string): Record<string, string> {
  const file = FILE.find((one) => one.field === fieldName);
  if (!file) throw new Error(`${fieldName} holds no file`);
  return { matricola, nomeManutenzione: nameOf(filePath(matricola, file)), docMacch: 'true' };
}
