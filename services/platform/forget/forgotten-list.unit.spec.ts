import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addForgotten, copyForgotten, FORGOTTEN_LIST, readForgotten, readForgottenIn } from './forgotten-list.ts';

const FIRST = { matricola: '1187', quando: '2026-01-02T10:00:00.000Z' };
const SECOND = { matricola: '1188', quando: '2026-02-03T10:00:00.000Z' };

describe('La lista dei dimenticati', () => {
  let own: string;
  let other: string;
  beforeEach(async () => {
    [own, other] = await Promise.all([mkdtemp(join(tmpdir(), 'strato-lista-')), mkdtemp(join(tmpdir(), 'strato-lista-'))]);
  });
  afterEach(async () => {
    for (const folder of [own, other]) await rm(folder, { recursive: true, force: true });
  });

  it('va accanto a ogni salvataggio, e non toglie chi vi era già', async () => {
    await addForgotten(own, [FIRST]);
    await addForgotten(other, [SECOND]);
    await copyForgotten(own, other);
    expect(await readForgotten(other)).toEqual([SECOND, FIRST]);
    await copyForgotten(own, other);
    expect(await readForgotten(other)).toEqual([SECOND, FIRST]);
    expect(await readForgotten(own)).toEqual([FIRST]);
  });

  it('senza dimenticati non lascia nessun file', async () => {
    await copyForgotten(own, other);
    await expect(rm(join(other, FORGOTTEN_LIST))).rejects.toThrow('ENOENT');
  });

  it('al ripristino conta chiunque sia in una delle liste, una volta, con il primo istante', async () => {
    await addForgotten(own, [{ ...FIRST, quando: '2026-03-01T00:00:00.000Z' }, SECOND]);
    await addForgotten(other, [FIRST]);
    expect(await readForgottenIn([own, other, own])).toEqual([FIRST, SECOND]);
    expect(await readForgottenIn([other, own])).toEqual([FIRST, SECOND]);
    expect(await readForgottenIn([])).toEqual([]);
  });

  it('due lavoratori con la stessa matricola, di due portali, sono due', async () => {
    const here = { ...FIRST, primo_evento: '0c5a0a8e-3f0e-4a58-9b4f-6f6b4d1f7c11' };
    const elsewhere = { ...FIRST, primo_evento: '1d6b1b9f-4a1f-4b69-8c5a-7a7c5e2a8d22' };
    await addForgotten(own, [here]);
    await addForgotten(own, [elsewhere, here]);
    expect(await readForgotten(own)).toEqual([here, elsewhere]);
    expect(await readForgottenIn([own, own])).toEqual([here, elsewhere]);
    // an entry of an older list is anybody's with that matricola
    await addForgotten(other, [FIRST]);
    await addForgotten(other, [here]);
    expect(await readForgotten(other)).toEqual([FIRST]);
  });

  it('una lista che non si legge ferma, anche se l’altra si legge', async () => {
    await addForgotten(own, [FIRST]);
    await writeFile(join(other, FORGOTTEN_LIST), '[{"matricola":""}]');
    await expect(readForgottenIn([own, other])).rejects.toThrow('nothing is restored without it');
    await expect(copyForgotten(own, other)).rejects.toThrow('nothing is restored without it');
  });

  it('una lista che c’è ma non si può aprire non è una lista che manca', async () => {
    await mkdir(join(own, FORGOTTEN_LIST));
    await expect(readForgotten(own)).rejects.toThrow('EISDIR');
    await expect(readForgotten(join(other, 'non-c-è'))).resolves.toEqual([]);
  });
});
