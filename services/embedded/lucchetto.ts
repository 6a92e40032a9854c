import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { nascita, vivo } from './processo.ts';

/** Another portal works in this folder. */
export class CartellaOccupata extends Error {
  constructor(datiDir: string, pid: string) {
    super(`La cartella ${resolve(datiDir)} è già usata da un portale in funzione (processo ${pid}): fermarlo, o scegliere un'altra DATI_DIR`);
    this.name = 'CartellaOccupata';
  }
}

const stillHeld = (content: string): boolean => {
  const [pid = '', born = ''] = content.trim().split(' ');
  return pid !== '' && vivo(Number(pid)) && nascita(Number(pid)) === born;
};

/** Takes the folder for this process, also after a portal that was killed. Returns the release. */
export async function occupaCartella(datiDir: string): Promise<() => Promise<void>> {
  const path = join(datiDir, 'portale.lock');
  const mine = `${process.pid} ${nascita(process.pid)}\n`;
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, mine);
  try {
    for (;;) {
      if (await tryLink(draft, path)) break;
      const held = await readFile(path, 'utf8').catch(() => '');
      if (stillHeld(held)) throw new CartellaOccupata(datiDir, held.split(' ')[0] ?? '');
      await removeStale(path, held);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true });
  };
}

async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the dead owner's file away; when another start was quicker and this is its file, gives it back. */
async function removeStale(path: string, expected: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== expected) await tryLink(aside, path);
  await rm(aside, { force: true });
}
