// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Identity, Level } from '#contracts/core/permissions.ts';
import { personale } from '#contracts/registers/personale.ts';
import { changeListState } from '#web/ui/grid/list-state.ts';
import { COLUMNS, COMPACT_COLUMNS } from './columns.tsx';
import { describe as inWords } from './DocumentSquare.tsx';
import { pageOf } from './DocumentiTab.tsx';
import type { WorkerRow } from './document-rules.ts';
import { DOCUMENTS, exceptionsOf, folderOf, opensDocument, rowTone, uploadFields } from './documents.ts';
import { COMPATTA, SCADUTI, serverFilters, withSwitch } from './filters.ts';

const TODAY = '2026-11-21';
const row = (values: Record<string, unknown> = {}) =>
  ({ matricola: '1187', cognome: 'El Amrani', nome: 'Youssef', utente: 'anna', versione: 1, ...values }) as unknown as WorkerRow;
const who = (memberID: string, allowEdit: Level): Identity => ({
  memberID,
  groupID: 40,
  permessi: { report: { allowInsert: 0, allowView: 3, allowEdit, allowDelete: 0 } },
});
const file = (field: string) => DOCUMENTS.find((one) => one.field === field)!;

describe('lo stato dei documenti di un lavoratore', () => {
  it('scaduto oggi o prima vince anche senza file; entro trenta giorni; presente; assente', () => {
    const { scaduti, inScadenza, missing } = exceptionsOf(
      row({
        ci: 'x.pdf',
        scadenza_ci: TODAY,
        scadenza_ple: '2026-11-01',
        patente: 'y.pdf',
        scadenza_patente: '2026-12-21',
        cf: 'z.pdf',
        scadenza_cf: '2026-12-22',
        limitazione: 'l.pdf',
      }),
      TODAY,
    );
    expect(scaduti.map(({ file: { field } }) => field)).toEqual(['ple', 'ci']);
    expect(inScadenza.map(({ file: { field } }) => field)).toEqual(['patente']);
    expect(missing).toHaveLength(34 - 5);
    expect(missing.map(({ field }) => field)).not.toContain('limitazione');
  });

  it('la riga è rossa con un documento scaduto, viola con la matricola tra le manutenzioni in scadenza', () => {
    expect(rowTone(row({ scadenza_mmt: TODAY }), TODAY)).toEqual({ hot: true, due: false });
    expect(rowTone(row({ scadenza_mmt: '2026-11-22', manutenzione_oltre: 0 }), TODAY)).toEqual({ hot: false, due: true });
    expect(rowTone(row({ manutenzione_oltre: null }), TODAY)).toEqual({ hot: false, due: false });
    // due by its date alone
    expect(rowTone(row({ manutenzione_oltre: null, manutenzione_dovuta: 1 }), TODAY)).toEqual({ hot: false, due: true });
  });

  it('si legge in parole, mai il colore da solo', () => {
    expect(inWords({ file: file('ci'), stato: 'assente', percorso: null, date: null }, TODAY)).toBe('Carta di Identita: assente');
    expect(inWords({ file: file('ci'), stato: 'presente', percorso: 'x', date: null }, TODAY)).toBe('Carta di Identita: presente');
    expect(inWords({ file: file('ple'), stato: 'scaduto', percorso: null, date: '2020-01-01' }, TODAY)).toMatch(
      /^PLE: nessun file, scadenza 2020-01-01, scadut/,
    );
  });

  it('quelli della salute li apre chi può modificare quel lavoratore', () => {
    for (const field of ['idoneita', 'limitazione', 'prescrizione']) {
      expect([0, 1, 3].map((level) => opensDocument(who('bruno', level as Level), row(), file(field)))).toEqual([false, false, true]);
      expect(opensDocument(who('anna', 1), row(), file(field))).toBe(true);
    }
    expect(opensDocument(who('bruno', 0), row(), file('patente'))).toBe(true);
  });
});

describe('l’elenco', () => {
  it('SCADUTI chiede gli scaduti comunque stiano, altrimenti chi non è Venduto; la vista compatta non cambia chi si vede', () => {
    expect(serverFilters({})).toEqual({ stato_attuale: { diverso: 'Venduto' } });
    expect(serverFilters({ [COMPATTA]: '1' })).toEqual({ stato_attuale: { diverso: 'Venduto' } });
    expect(serverFilters({ [SCADUTI]: '1', [COMPATTA]: '1' })).toEqual({ scaduti: true });
  });

  it('un interruttore lascia l’altro com’è', () => {
    expect(withSwitch({ [COMPATTA]: '1' }, SCADUTI, true)).toEqual({ [SCADUTI]: '1', [COMPATTA]: '1' });
    expect(withSwitch({ [SCADUTI]: '1', [COMPATTA]: '1' }, SCADUTI, false)).toEqual({ [COMPATTA]: '1' });
    expect(
      changeListState(
        { cerca: '', ordina: '', pagina: 3, righe: 20, filtri: {}, conditions: '', grouping: '' },
        { filtri: withSwitch({}, COMPATTA, true) },
      ).pagina,
    ).toBe(1);
  });

  it('ha le colonne della specifica, e i 34 documenti in gruppi uno accanto all’altro', () => {
    const shown = COLUMNS.filter(({ hidden }) => !hidden);
    expect(shown.filter(({ upright }) => !upright).map(({ id }) => id)).toEqual([
      'matricola',
      'nome',
      'cognome',
      'descrizione',
      'luogo',
      'data_inizio',
      'data_fine',
      'data_nascita',
    ]);
    const groups = shown.filter(({ upright }) => upright).map(({ group }) => group);
    expect(groups).toHaveLength(34);
    expect(groups.filter((group, i) => group !== groups[i - 1])).toEqual([
      'Identità',
      'Sanitaria',
      'Formazione e ruoli',
      'Abilitazioni',
      'Altro',
    ]);
    expect(COLUMNS.filter(({ frozen }) => frozen).map(({ id }) => id)).toEqual(['matricola', 'nome', 'cognome']);
    expect(new Set(shown.map(({ label }) => label)).size).toBe(shown.length);
  });

  it('nella vista compatta si esporta ciò che si legge', () => {
    const values = Object.fromEntries(COMPACT_COLUMNS.map((column) => [column.id, column.value?.(row({ scadenza_ci: '2020-01-01' }))]));
    expect(values['scaduti']).toBe('Carta di Identita');
    expect(values['in_scadenza']).toBe('');
    expect(String(values['mancanti']).split(', ')).toHaveLength(33);
  });
});

describe('i file', () => {
  it('un documento si manda con il percorso che avrà, la foto con il nome', () => {
    expect(folderOf(row())).toBe('PERSONALE/1187_ELAMRANI_YOUSSEF');
    expect(uploadFields(row(), 'idoneita')).toEqual({
      matricola: '1187',
      personale: 'PERSONALE/1187_ELAMRANI_YOUSSEF/1187_idoneita.pdf',
      docMacch: 'false',
    });
    expect(uploadFields(row(), 'foto')).toEqual({ matricola: '1187', nomeManutenzione: '1187_profilo.jpg' });
    expect(() => uploadFields(row(), 'cognome')).toThrow('holds no file');
  });

  it('dieci per pagina: ogni documento e la sua scadenza hanno la loro', () => {
    expect([pageOf('ci'), pageOf('scadenza_ci'), pageOf('altro2'), pageOf('scadenza_altro2'), pageOf('cognome')]).toEqual([
      1,
      1,
      4,
      4,
      null,
    ]);
    expect(new Set(Object.keys(personale.fields).map(pageOf))).toEqual(new Set([null, 1, 2, 3, 4]));
  });
});
