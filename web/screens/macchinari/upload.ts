import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fileFields, filePath } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';

/** Fields of an upload for a machine's file, stored as `{matricola}_{suffix}` in the machine's folder. */
export function uploadFields(matricola: string, fieldName: string, def: AnyRegister = macchinari): Record<string, string> {
  const file = fileFields(def).find((one) => one.field === fieldName);
  if (!file) throw new Error(`${fieldName} holds no file`);
  return { matricola, nomeManutenzione: nameOf(filePath(matricola, file)), docMacch: 'true' };
}
