import { describe, expect, it } from 'vitest';
import { countReading, FileTooLarge, FILE_LIMITS } from './limits.ts';
import { UnreadableFile } from './tables.ts';

const MB = 1024 * 1024;

describe('I limiti di un file che si importa', () => {
  it('valgono fino al limite compreso, e la frase dice quale è superato', () => {
    const { sheets, columns } = countReading();
    expect(() => sheets(100)).not.toThrow();
    expect(() => sheets(101)).toThrow('Il file ha più di 100 fogli o tabelle: va diviso.');
    expect(() => columns(500)).not.toThrow();
    expect(() => columns(501)).toThrow('Il file ha più di 500 colonne: va diviso.');
    expect(() => columns(501)).toThrow(FileTooLarge);
    expect(() => columns(501)).toThrow(UnreadableFile);
  });

  it('righe, celle e testo si contano insieme, di tutte le tabelle', () => {
    const rows = countReading();
    for (let n = 0; n < FILE_LIMITS.rows; n += 1) rows.row(1, 0);
    expect(() => rows.row(1, 0)).toThrow('più di 200.000 righe');
    const cells = countReading();
    cells.row(1_999_999, 0);
    cells.row(1, 0);
    expect(() => cells.row(1, 0)).toThrow('più di 2.000.000 celle');
    const text = countReading();
    text.row(1, 200 * MB - 1);
    text.row(1, 1);
    expect(() => text.row(1, 1)).toThrow('più di 200 MB di testo');
  });
});
