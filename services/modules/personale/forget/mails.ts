import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { missingAs } from './missing-file.ts';

/** Deletes the mails in a folder that name a person, in their text or subject. */
export async function deleteMails(folder: string, names: readonly RegExp[]): Promise<void> {
  if (names.length === 0) return;
  for (const name of await readdir(folder).catch(missingAs([]))) {
    if (!name.endsWith('.eml')) continue;
    const file = join(folder, name);
    const readings = readingsOf(await readFile(file, 'latin1').catch(missingAs('')));
    if (names.some((one) => readings.some((text) => one.test(text)))) await rm(file, { force: true });
  }
}

/** Returns the texts of a mail as they may be encoded: plain, quoted-printable, Base64, and encoded words of headers. */
export function readingsOf(mail: string): string[] {
  const words = mail
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('latin1') : quotedPrintable(text.replaceAll('_', ' ')),
    );
  const blocks = mail.match(/(?:^[A-Za-z\d+/]{4,76}={0,2}\r?\n?)+/gm) ?? [];
  return [words, quotedPrintable(mail), ...blocks.map((block) => Buffer.from(block, 'base64').toString('latin1'))].map((text) =>
    Buffer.from(text, 'latin1').toString('utf8'),
  );
}

const quotedPrintable = (text: string): string =>
  text.replaceAll(/=\r?\n/g, '').replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
