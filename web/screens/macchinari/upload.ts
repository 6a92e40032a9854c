import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fileFields, filePath } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';

/** What an upload sends beside a machine's file: `{matricola}_{suffix}` in the folder of the matricola. */
export function uploadFields(matricola: string, fieldName: string, def: AnyRegister = macchinari): Record<string, string> {
  const file = fileFields(def).find((one) => one.field === fieldName);
  if (!file) throw new Error(`${fieldName} holds no file`);
  return { matricola, nomeManutenzione: nameOf(filePath(matricola, file)), docMacch: 'true' };
}
