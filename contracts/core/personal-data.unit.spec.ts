import { describe, expect, test } from 'vitest';
import { MODULES } from '../modules/index.ts';
import { DOCUMENT_EVENTS } from './documents.ts';
import { personalData } from './personal-data.ts';

const { valuesOf, namesOf } = personalData(MODULES.flatMap(({ registers = [] }) => registers));
const fieldsOf = (type: string, data: Parameters<typeof valuesOf>[0]['data']) =>
  Object.fromEntries(valuesOf({ type, data }).map(({ field, person }) => [field, person]));

describe('I dati personali di un evento', () => {
  test('di un lavoratore: ciò che dice chi è, non la matricola, il rapporto né la mansione', () => {
    const data = { matricola: '1187', nome: 'Anna', cognome: 'Neri', luogo: '', mansione: 3, data_inizio: '2020-01-01', data_fine: null };
    const documents = { unilav: 'Personale/1187_Neri_Anna/1187_unilav.pdf', scadenza_unilav: '2027-01-01', extra_ue: 0, foto: null };
    const added = { visita_oculistica: 'Personale/1187_Neri_Anna/x.pdf', scadenza_visita_oculistica: '2027-05-01' };
    expect(fieldsOf('LavoratoreModificato.v1', { ...data, ...documents, ...added })).toEqual(
      Object.fromEntries(
        ['nome', 'cognome', 'unilav', 'scadenza_unilav', 'extra_ue', 'visita_oculistica', 'scadenza_visita_oculistica'].map((field) => [
          field,
          'personale/1187',
        ]),
      ),
    );
  });

  test('di un documento di un lavoratore: il luogo del file, che porta il nome, e le date; di una macchina nulla', () => {
    const content = { campo: 'unilav', percorso: 'Personale/1187_Neri_Anna/1187_unilav.pdf', file_versione: 1, byte: 10, sha256: 'abc' };
    expect(Object.keys(fieldsOf(DOCUMENT_EVENTS.caricato, { tabella: 'personale', id: '1187', ...content }))).toEqual([
      'percorso',
      'sha256',
    ]);
    expect(fieldsOf(DOCUMENT_EVENTS.caricato, { tabella: 'macchinari', id: '1187', ...content })).toEqual({});
  });

  test('il nome di un operatore è suo dove lo scrive una riga di produzione', () => {
    const named = { register: 'operatore', field: 'descrizione', name: 'Neri Anna' };
    expect(fieldsOf('RigaProduzioneAggiunta.v1', { id: 4, operatore: 'Neri Anna', descrizione: 'scavo' })).toEqual({ operatore: named });
    expect(fieldsOf('OperatoreRegistrato.v1', { id: 12, descrizione: 'Neri Anna' })).toEqual({ descrizione: 'operatore/12' });
    expect(namesOf({ type: 'OperatoreRegistrato.v1', data: { id: 12, descrizione: 'Neri Anna' } })).toEqual([
      { ...named, subject: 'operatore/12' },
    ]);
    expect(namesOf({ type: 'LavoratoreRegistrato.v1', data: { matricola: '1', nome: 'Anna' } })).toEqual([]);
  });

  test('la scadenza che qualcuno ha visto è del lavoratore; di una macchina no', () => {
    const seen = { vistoTipo: 'unilav', vistoNome: 'Unilav', vistoVoce: null, vistoRiferimento: '2026-02-03', vistoFino: '2026-03-01' };
    expect(Object.keys(fieldsOf('ScadenzaLavoratoreVista.v1', { matricola: '1187', ...seen }))).toEqual(['vistoRiferimento']);
    expect(fieldsOf('ScadenzaMacchinarioVista.v1', { matricola: '1187', ...seen })).toEqual({});
  });
});
