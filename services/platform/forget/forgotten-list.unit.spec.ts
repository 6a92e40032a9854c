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
