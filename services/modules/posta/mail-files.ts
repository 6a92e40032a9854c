import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address } from 'postal-mime';
import type { MailContent, MailRow } from '#contracts/modules/posta.ts';

const NAME = /^[\w-]{1,200}\.eml$/;

/** Tells whether a name has the form of a mail's file name; files with other names are never opened. */
export const isMailName = (name: unknown): name is string => typeof name === 'string' && NAME.test(name);

/** Returns a page of the mails in a folder, newest first, and their total number. Only the files of that page are opened. */
export async function listMails(folder: string, from: number, count: number): Promise<{ data: MailRow[]; totale: number }> {
  const names = (await readdir(folder).catch(() => [])).filter(isMailName);
  const files = await Promise.all(names.map(async (nome) => ({ nome, at: (await stat(join(folder, nome))).mtimeMs })));
  const asked = files.toSorted((a, b) => b.at - a.at || (a.nome < b.nome ? -1 : 1)).slice(from, from + count);
  const mails = await Promise.all(asked.map(({ nome }) => readMail(folder, nome)));
  return { totale: names.length, data: mails.flatMap((mail) => (mail ? [rowOf(mail)] : [])) };
}

/** Reads and parses one mail; `null` if the file does not exist. */
export async function readMail(folder: string, nome: string): Promise<MailContent | null> {
  const raw = await rawMail(folder, nome);
  if (!raw) return null;
  const [{ mtime }, { subject, to, from, text }] = await Promise.all([stat(join(folder, nome)), PostalMime.parse(raw)]);
  return {
    nome,
    byte: raw.length,
    creato: mtime.toISOString(),
    oggetto: subject ?? '',
    destinatari: inWords(to),
    mittente: inWords(from && [from]),
    testo: text ?? '',
  };
}

/** Reads the bytes of a mail's file; `null` if the file cannot be read. */
export const rawMail = (folder: string, nome: string): Promise<Buffer | null> => readFile(join(folder, nome)).catch(() => null);

const rowOf = ({ mittente: _from, testo: _text, ...row }: MailContent): MailRow => row;

function inWords(addresses: readonly Address[] = []): string {
  return addresses.map(({ name, address = '' }) => (name === '' || name === address ? address : `${name} <${address}>`)).join(', ');
}
