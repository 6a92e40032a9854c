import { describe, expect, it } from 'vitest';
import { EVERYTHING, type Identity, type Permissions, type PermissionLevels } from '#contracts/core/permissions.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { formButtons } from '#web/registers/buttons.ts';
import { stateOf } from '#web/registers/documents/document-state.ts';
import { contrattoFields, documentFields, fotoFields, DOCUMENTS, countExpired, tabOf } from './noleggi.ts';
import { documentRights, periodoPermissions, mayAdd } from './noleggio-permissions.ts';

const who = (permissions: Permissions): Identity => ({
  memberID: 'anna',
  groupID: 5,
  permessi: { noleggi_int: EVERYTHING, accise: EVERYTHING, macchinari: EVERYTHING, ...permissions },
});
const row = (values: Record<string, unknown>) => ({ utente: 'u', versione: 1, ...values }) as Row;

describe('i documenti di un noleggio', () => {
  it('sono otto, nell’ordine della specifica, quattro con la scadenza', () => {
    expect(DOCUMENTS.map(({ label }) => label)).toEqual([
      'Scheda Tecnica',
      'Certificato CE',
      'Carta di Circolazione',
      'Assicurazione',
      'Manuale Uso e Manutenzione',
      'Catalogo Ricambi',
      'Verifica funi e catene',
      'Verifica periodica',
    ]);
    expect(DOCUMENTS.flatMap((d) => (d.kind === 'document' && d.scadenza ? [d.scadenza] : []))).toEqual(noleggi.list.scadenze);
  });

  it('nell’elenco hanno una colonna ciascuno: grigio assente, verde presente, rosso scaduto anche senza file', () => {
    expect(noleggi.list.columns.slice(6)).toEqual(DOCUMENTS.map(({ field: fieldName }) => fieldName));
    expect(DOCUMENTS.map(({ column }) => column)).toEqual(['ST', 'CE', 'cdc', 'ass', 'mum', 'cr', 'VFC', 'VP']);
    const states = (values: Record<string, unknown>) => DOCUMENTS.map((document) => stateOf(row(values), document, '2026-11-21').stato);
    expect(states({})).toEqual(Array.from({ length: 8 }, () => 'assente'));
    expect(
      states({
        scheda_tecnica: 'N00001/N00001_ST.pdf',
        carta_circolazione: 'N00001/N00001_CDC.pdf',
        scadenza_circolazione: '2026-11-21',
        scadenza_periodica: '2000-01-01',
      }),
    ).toEqual(['presente', 'assente', 'scaduto', 'assente', 'assente', 'assente', 'assente', 'scaduto']);
  });

  it('scade anche ciò che scade oggi', () => {
    expect(
      countExpired({ scadenza_circolazione: '2026-11-21', scadenza_assicurazione: '2026-11-22', scadenza_periodica: null }, '2026-11-21'),
    ).toBe(1);
  });

  it('si caricano con la matricola e il nome che hanno in archivio', () => {
    expect(documentFields('N00007', 'carta_circolazione')).toEqual({ matricola: 'N00007', nomeManutenzione: 'N00007_CDC.pdf' });
    expect(fotoFields('N00007', '2026-11-21')).toEqual({ matricola: 'N00007', nomeManutenzione: '2026-11-21_N00007.jpg' });
    expect(contrattoFields('N00007', '2026-11-01')).toEqual({ matricola: 'N00007', nomeManutenzione: 'N00007_CONTRATTO_2026-11-01.pdf' });
    expect(() => documentFields('N00007', 'note')).toThrow();
  });
});

describe('chi può che cosa', () => {
  it('AGGIUNGI chiede di poter modificare e inserire', () => {
    expect(mayAdd(who({}))).toBe(true);
    expect(mayAdd(who({ noleggi_int: { ...EVERYTHING, allowEdit: 0 } }))).toBe(false);
    expect(mayAdd(who({ noleggi_int: { ...EVERYTHING, allowInsert: 0 } }))).toBe(false);
  });

  it('la matita è nascosta a chi non vede, il cestino a chi non elimina, il caricamento a un noleggio nuovo', () => {
    const rights = (permission: PermissionLevels, id: string | null = '1') => {
      const identity = who({ noleggi_int: permission });
      return documentRights(identity, id, formButtons(identity, noleggi, id === null ? 'nuovo' : 'modifica', 'altri'));
    };
    expect(rights(EVERYTHING)).toEqual({ upload: true, rinomina: true, remove: true, scadenza: true });
    expect(rights({ ...EVERYTHING, allowView: 0 }).rinomina).toBe(false);
    expect(rights({ ...EVERYTHING, allowDelete: 0 })).toMatchObject({ upload: true, remove: false });
    expect(rights({ ...EVERYTHING, allowEdit: 1 })).toMatchObject({ upload: false, rinomina: false, scadenza: false });
    expect(rights(EVERYTHING, null)).toMatchObject({ upload: false, remove: false, scadenza: true });
  });

  it('i campi di un periodo seguono accise, il contratto anche macchinari, SALVA ed ELIMINA noleggi_int', () => {
    const without = (area: 'accise' | 'macchinari' | 'noleggi_int') =>
      periodoPermissions(who({ [area]: { ...EVERYTHING, allowEdit: 0 } }), 'modifica', 'altri');
    expect(periodoPermissions(who({}), 'modifica', 'altri')).toEqual({ campi: true, save: true, remove: true, upload: true });
    expect(without('accise')).toEqual({ campi: false, save: true, remove: true, upload: true });
    expect(without('macchinari')).toMatchObject({ campi: true, upload: false });
    expect(without('noleggi_int')).toMatchObject({ campi: false, save: false, upload: false });
    expect(periodoPermissions(who({}), 'nuovo', null)).toMatchObject({ remove: false, upload: false });
  });

  it('con il livello 1 si elimina solo il proprio periodo', () => {
    const identity = who({ noleggi_int: { ...EVERYTHING, allowDelete: 1 } });
    expect(periodoPermissions(identity, 'modifica', 'anna').remove).toBe(true);
    expect(periodoPermissions(identity, 'modifica', 'bruno').remove).toBe(false);
  });
});

describe('le schede di un noleggio', () => {
  it('un documento e la sua scadenza si correggono fra i documenti, il resto fra i dettagli', () => {
    expect(['assicurazione', 'scadenza_assicurazione', 'noleggiatore', 'matricola'].map(tabOf)).toEqual([
      'documenti',
      'documenti',
      'dettagli',
      'dettagli',
    ]);
  });
});
