import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Lets `scrivi` make the file beside its place, and puts it there only when it is whole and on disk. */
export async function comeRisultato<T>(finale: string, scrivi: (temp: string) => Promise<T>): Promise<T> {
  const temp = `${finale}.${randomUUID()}.temp`;
  await mkdir(dirname(finale), { recursive: true });
  try {
    const esito = await scrivi(temp);
    await sincronizza(temp);
    await rename(temp, finale);
    return esito;
  } finally {
    await rm(temp, { force: true });
  }
}

async function sincronizza(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
