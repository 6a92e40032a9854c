import { filePath } from '#contracts/core/documents.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';
import { DOCUMENTI, FATTURA, FOTO, PACKING_LIST } from './tabs.ts';

const FILE = [...DOCUMENTI, FATTURA, PACKING_LIST, FOTO];

/** What an upload sends beside a machine's file: `{matricola}_{suffix}` in the folder of the matricola. */
export function uploadFields(matricola: string, campo: string): Record<string, string> {
  const file = FILE.find((one) => one.field === campo);
  if (!file) throw new Error(`${campo} holds no file`);
  return { matricola, nomeManutenzione: nomeDi(filePath(matricola, file)), docMacch: 'true' };
}
