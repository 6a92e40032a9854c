import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileArgument, momentArgument, passphraseArgument } from './backup-arguments.ts';

describe('Ciò che si dice ai comandi del salvataggio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strato-frase-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('FILE ci vuole', () => {
    expect(fileArgument({ FILE: '/a/b' }, 'backup')).toBe('/a/b');
    expect(() => fileArgument({ FILE: '' }, 'restore')).toThrow('make restore FILE=');
  });

  it('la frase è quella data, o quella del file senza l’a capo, mai tutte e due', () => {
    const file = join(folder, 'frase');
    writeFileSync(file, ' con spazi \n');
    expect(passphraseArgument({})).toBeNull();
    expect(passphraseArgument({ PASSPHRASE: 'una' })).toBe('una');
    expect(passphraseArgument({ PASSPHRASE_FILE: file })).toBe(' con spazi ');
    expect(() => passphraseArgument({ PASSPHRASE: 'una', PASSPHRASE_FILE: file })).toThrow('Only one');
    writeFileSync(file, '\n');
    expect(() => passphraseArgument({ PASSPHRASE_FILE: file })).toThrow('is empty');
    expect(() => passphraseArgument({ PASSPHRASE_FILE: join(folder, 'manca') })).toThrow('ENOENT');
  });

  it('FINO è un’ora di Roma, con i secondi o senza, d’inverno e d’estate', () => {
    const said = (text?: string) => {
      const moment = momentArgument({ FINO: text });
      return moment === null ? null : new Date(moment).toISOString();
    };
    expect(said()).toBeNull();
    expect(said('2026-11-20T18:00')).toBe('2026-11-20T17:00:00.000Z');
    expect(said('2026-07-20T18:00:30')).toBe('2026-07-20T16:00:30.000Z');
    expect(said('2026-11-20T18:00:30Z')).toBe('2026-11-20T18:00:30.000Z');
    for (const wrong of ['2026-11-20', 'ieri', '2026-11-20 18:00', '2026-13-40T18:00', '2026-02-30T18:00', '2026-02-29T18:00Z', '18:00'])
      expect(() => said(wrong)).toThrow(`FINO=${wrong} is no moment`);
  });
});
