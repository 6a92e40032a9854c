import { describe, expect, it } from 'vitest';
import type { Identity, Level } from '#contracts/core/permissions.ts';
import { manutenzioneDate } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import type { Ownership } from '../platform/module.ts';
import { allowsFile, fieldByName, opens, requireOpening, requireView, requireWrite } from './file-owner.ts';

const person = (allowView: Level, allowEdit: Level, allowDelete: Level, groupID = 40): Identity => ({
  memberID: 'anna',
  groupID,
  permessi: { macchinari: { allowInsert: 0, allowView, allowEdit, allowDelete } },
});
const of = (...utenti: string[]): Ownership => ({
  def: macchinari,
  kind: 'pdf',
  records: utenti.map((utente, i) => ({ id: `M${i}`, utente, field: null })),
});
const error = (code: string) => expect.objectContaining({ code });

describe('Il nome di un file di macchina', () => {
  it('è una scheda solo con la matricola, un giorno che esiste e l’estensione', () => {
    expect([
      manutenzioneDate('M1', 'M1_260203.pdf'),
      manutenzioneDate('M1', 'M1_260203.PDF'),
      manutenzioneDate('M_1', 'M_1_260203.pdf'),
    ]).toEqual(['2026-02-03', '2026-02-03', '2026-02-03']);
    for (const name of [
      'X1_260203.pdf',
      'M10_260203.pdf',
      'M1-260203.pdf',
      'M1_260231.pdf',
      'M1_260203.jpg',
      'M1_260203',
      'M1_2602031.pdf',
      'M1_x260203.pdf',
      'M1_260203.pdfx',
      'M1_CE.pdf',
      '',
    ]) {
      expect(manutenzioneDate('M1', name), name).toBeNull();
    }
  });

  it('sta per un campo secondo il suo suffisso, qualunque sia l’estensione', () => {
    expect(fieldByName(macchinari, 'M1', 'M1_CE.pdf')?.field).toBe('documenti_ce');
    expect(fieldByName(macchinari, 'M1', 'M1_FOTO.jpeg')?.field).toBe('foto');
    for (const name of ['M1_BOH.pdf', 'M2_CE.pdf', 'CE.pdf', 'M1_CE.altro.pdf'])
      expect(fieldByName(macchinari, 'M1', name), name).toBeNull();
  });
});

describe('I permessi su un file', () => {
  it('riservato: lo apre chi può cambiare ogni suo record; chi lo vede soltanto ha 403, chi non lo vede 404', () => {
    const reserved = (...utenti: string[]): Ownership => ({ ...of(...utenti), reserved: true });
    expect([0, 1, 3].map((edit) => opens(person(3, edit as Level, 3), reserved('bruno')))).toEqual([false, false, true]);
    expect(opens(person(3, 1, 0), reserved('anna'))).toBe(true);
    expect(opens(person(3, 1, 0), reserved('anna', 'bruno'))).toBe(false);
    expect(opens(person(3, 0, 0), of('bruno'))).toBe(true);
    expect(opens(person(0, 3, 3), reserved('bruno'))).toBe(false);
    expect(() => requireOpening(person(3, 0, 0, 2), reserved('bruno'))).toThrow(error('NON_PERMESSO'));
    expect(() => requireOpening(person(1, 3, 0), reserved('bruno'))).toThrow(error('FILE_ASSENTE'));
    expect(() => requireOpening(person(3, 3, 0), reserved('bruno'))).not.toThrow();
    const observed = { ...person(3, 3, 3), osservatore: 'admin' };
    expect([opens(observed, reserved('bruno')), opens(observed, of('bruno'))]).toEqual([false, true]);
    expect(() => requireOpening(observed, reserved('bruno'))).toThrow(error('SOLA_LETTURA'));
    expect(() => requireOpening(observed, of('bruno'))).not.toThrow();
  });

  it('che più record si dividono: lo legge chi ne vede uno, lo cambia chi può cambiarli tutti', () => {
    const io = person(1, 1, 1);
    for (const action of ['view', 'edit', 'delete'] as const) {
      expect(allowsFile(io, of('anna'), action)).toBe(true);
      expect(allowsFile(io, of('anna', 'anna'), action)).toBe(true);
      expect(allowsFile(io, of('bruno'), action)).toBe(false);
      expect(allowsFile(io, of('anna', 'bruno'), action)).toBe(action === 'view');
      expect(allowsFile(io, of('bruno', 'anna'), action)).toBe(action === 'view');
      expect(allowsFile(person(3, 3, 3), of('bruno', 'carla'), action)).toBe(true);
    }
  });

  it('che è accanto a record ancora da scrivere: lo tocca solo chi può tutto', () => {
    for (const action of ['view', 'edit', 'delete'] as const) {
      expect(allowsFile(person(1, 1, 1), of(), action)).toBe(false);
      expect(allowsFile(person(3, 3, 3), of(), action)).toBe(true);
    }
  });

  it('ogni livello vale per la sua azione', () => {
    expect(['view', 'edit', 'delete'].map((action) => allowsFile(person(3, 1, 0), of('bruno'), action as 'view'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(['view', 'edit', 'delete'].map((action) => allowsFile(person(3, 0, 3), of('bruno'), action as 'view'))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('che non è di nessuno lo leggono i gruppi 2 e 9, e nessuno lo scrive', () => {
    for (const gruppo of [2, 9]) expect(allowsFile(person(3, 3, 3, gruppo), null, 'view')).toBe(true);
    for (const gruppo of [3, 12, 40]) expect(allowsFile(person(3, 3, 3, gruppo), null, 'view')).toBe(false);
    for (const action of ['edit', 'delete'] as const) expect(allowsFile(person(3, 3, 3, 2), null, action)).toBe(false);
  });

  it('un’area chiusa è 403, un file di altri o di nessuno non c’è, uno che si vede soltanto è 403', () => {
    expect(() => requireView(person(0, 3, 3), of('anna'))).toThrow(error('NON_PERMESSO'));
    expect(() => requireView(person(1, 3, 3), of('bruno'))).toThrow(error('FILE_ASSENTE'));
    expect(() => requireView(person(3, 3, 3), null)).toThrow(error('FILE_ASSENTE'));
    expect(() => requireWrite(person(1, 3, 3), of('bruno'), 'edit')).toThrow(error('FILE_ASSENTE'));
    expect(() => requireWrite(person(3, 0, 3), of('anna'), 'edit')).toThrow(error('NON_PERMESSO'));
    expect(() => requireWrite(person(3, 3, 3, 2), null, 'delete')).toThrow(error('NON_PERMESSO'));
    expect(() => requireWrite(person(3, 1, 0), of('anna'), 'edit')).not.toThrow();
  });
});
