import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../checkpoints/files.ts';
import { PRIVATE } from '../files/modes.ts';

/** Name of the list beside the backups of the people who were forgotten. */
export const FORGOTTEN_LIST = 'dimenticati.json';

/** A worker who was forgotten: numbers and an instant, and no name. */
export interface ForgottenEntry {
  matricola: string;
  quando: string;
  /** Id of the first event of the worker, which tells apart workers with the same matricola in two portals; older lists lack it. */
  primo_evento?: string | undefined;
}

const listSchema = z.array(
  z.strictObject({ matricola: z.string().min(1).max(30), quando: z.iso.datetime(), primo_evento: z.uuid().optional() }),
);

/** Returns the people whom the list in a folder names; none if there is no list. Throws for a damaged list, which must not be passed over. */
export const readForgotten = (folder: string): Promise<ForgottenEntry[]> => readList(join(folder, FORGOTTEN_LIST));

/** Returns the people whom these folders' lists name, each once, with the first instant that a list tells. */
export async function readForgottenIn(folders: readonly string[]): Promise<ForgottenEntry[]> {
  const people = new Map<string, ForgottenEntry>();
  for (const folder of new Set(folders)) {
    for (const one of await readForgotten(folder)) {
      const person = `${one.matricola}/${one.primo_evento ?? ''}`;
      const known = people.get(person);
      if (!known || Date.parse(one.quando) < Date.parse(known.quando)) people.set(person, one);
    }
  }
  return [...people.values()];
}

async function readList(file: string): Promise<ForgottenEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) return [];
  try {
    return listSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${file} cannot be read: it names the people who were forgotten, and nothing is restored without it`, { cause: error });
  }
}

/** Adds people to the list in a folder; a person who is in it already stays with the first instant. */
export async function addForgotten(folder: string, added: readonly ForgottenEntry[]): Promise<void> {
  const known = await readForgotten(folder);
  const fresh = added.filter(
    ({ matricola, primo_evento }) =>
      !known.some((one) => one.matricola === matricola && (one.primo_evento ?? primo_evento) === primo_evento),
  );
  if (fresh.length === 0) return;
  await writeWhole(join(folder, FORGOTTEN_LIST), `${JSON.stringify([...known, ...fresh], null, 1)}\n`, PRIVATE.file);
}

/** Adds the people of one folder's list to that of another, such as the folder of a backup. */
export const copyForgotten = async (from: string, to: string): Promise<void> => addForgotten(to, await readForgotten(from));
