import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CartellaOccupata, occupaCartella } from './lucchetto.ts';
import { segretoLocale } from './segreti.ts';

describe('La cartella dei dati', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-lucchetto-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('è di un portale per volta', async () => {
    const lascia = await occupaCartella(folder);
    await expect(occupaCartella(folder)).rejects.toThrow(CartellaOccupata);
    await lascia();
    await (await occupaCartella(folder))();
    expect(await readdir(folder)).toEqual([]);
  });

  test('torna libera quando il portale che la usava è stato ucciso', async () => {
    await writeFile(join(folder, 'portale.lock'), '999999999 123\n');
    await (await occupaCartella(folder))();
    // the same number, given by the system to another process
    await writeFile(join(folder, 'portale.lock'), `${process.pid} 1\n`);
    await (await occupaCartella(folder))();
    expect(await readdir(folder)).toEqual([]);
  });

  test('fra più avvii insieme dopo un’uccisione ne passa uno solo', async () => {
    await writeFile(join(folder, 'portale.lock'), '999999999 123\n');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => occupaCartella(folder)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  test('conserva i suoi segreti, uno per nome', async () => {
    const insieme = await Promise.all([1, 2, 3].map(() => segretoLocale(folder, 'firma')));
    expect(new Set([...insieme, await segretoLocale(folder, 'firma')]).size).toBe(1);
    expect(insieme[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await segretoLocale(folder, 'postgres')).not.toBe(insieme[0]);
  });
});
