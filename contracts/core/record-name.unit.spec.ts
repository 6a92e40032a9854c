import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.testing.ts';
import * as naming from './record-name.ts';

const knownRegister = catalogue.registerOrThrow;
const recordName = naming.recordName.bind(null, catalogue);

describe('come si chiama un record', () => {
  it.each([
    ['macchinari', { id: 'A0112', values: { marca: 'Bauer' } }, undefined, 'macchinario A0112'],
    ['manutenzioni', { id: '12', values: { matricola: 'A0112', data: '2026-03-02' } }, undefined, 'manutenzione A0112 2026-03-02'],
    ['accise', { id: '12', values: {} }, undefined, 'accisa 12'],
    [
      'cantieri_lavorazioni',
      { id: '65', values: { commessa: '0421', lavorazione: 'JET GROUTING', descrizione_wbs: 'SPALLA A' } },
      { id: '0421', values: {} },
      'JET GROUTING, SPALLA A, cantiere 0421',
    ],
    ['datiMacchina', { id: 'A0112', values: {} }, { id: 'A0112', values: {} }, 'scheda dati, macchinario A0112'],
    [
      'storicoNoleggi',
      { id: '4', values: { matricola: 'N00012', cantiere: '0421', data_inizio: '2026-03-02' } },
      { id: '7', values: { matricola: 'N00012' } },
      '0421, 2026-03-02, noleggio N00012',
    ],
    [
      'fotoNoleggi',
      { id: '4', values: { data: '2026-03-02', foto: 'N00012/foto/2026-03-02_N00012.jpg' } },
      undefined,
      '2026-03-02, 2026-03-02_N00012.jpg, noleggio',
    ],
    [
      'groupsPermissions',
      { id: '4', values: { groupID: 3, tableName: 'noleggi_int' } },
      { id: '3', values: { name: 'Operativi' } },
      'Noleggi, gruppo Operativi',
    ],
  ])('%s', (path, record, parent, said) => {
    expect(recordName(knownRegister(path), record, parent)).toBe(said);
  });
});
