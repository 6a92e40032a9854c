import { describe, expect, it } from 'vitest';
import type { Identity, Permissions, PermissionLevels } from '#contracts/core/permissions.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { formButtons } from '#web/registers/buttons.ts';
import { campiContratto, campiDocumento, campiFoto, DOCUMENTI, quantiScaduti, statoDi, tabOf } from './noleggi.ts';
import { documentRights, periodoPermissions, mayAdd } from './noleggio-permissions.ts';

const TUTTO: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const chi = (permessi: Permissions): Identity => ({ memberID: 'anna', groupID: 5, permessi: { noleggi_int: TUTTO, accise: TUTTO, macchinari: TUTTO, ...permessi } });
const riga = (valori: Record<string, unknown>) => ({ utente: 'u', versione: 1, ...valori }) as Row;

describe('i documenti di un noleggio', () => {
  it('sono otto, nell’ordine della specifica, quattro con la scadenza', () => {
    expect(DOCUMENTI.map(({ label: etichetta }) => etichetta)).toEqual([
      'Scheda Tecnica', 'Certificato CE', 'Carta di Circolazione', 'Assicurazione', 'Manuale Uso e Manutenzione', 'Catalogo Ricambi', 'Verifica funi e catene', 'Verifica periodica',
    ]);
    expect(DOCUMENTI.flatMap((d) => (d.kind === 'document' && d.scadenza ? [d.scadenza] : []))).toEqual(noleggi.list.scadenze);
  });

  it('nell’elenco hanno una colonna ciascuno: grigio assente, verde presente, rosso scaduto anche senza file', () => {
    expect(noleggi.list.columns.slice(6)).toEqual(DOCUMENTI.map(({ field: campo }) => campo));
    expect(DOCUMENTI.map(({ column: colonna }) => colonna)).toEqual(['ST', 'CE', 'cdc', 'ass', 'mum', 'cr', 'VFC', 'VP']);
    const stati = (valori: Record<string, unknown>) => DOCUMENTI.map((documento) => statoDi(riga(valori), documento, '2026-11-21').stato);
    expect(stati({})).toEqual(Array.from({ length: 8 }, () => 'assente'));
    expect(stati({ scheda_tecnica: 'N00001/N00001_ST.pdf', carta_circolazione: 'N00001/N00001_CDC.pdf', scadenza_circolazione: '2026-11-21', scadenza_periodica: '2000-01-01' }))
      .toEqual(['presente', 'assente', 'scaduto', 'assente', 'assente', 'assente', 'assente', 'scaduto']);
  });

  it('scade anche ciò che scade oggi', () => {
    expect(quantiScaduti({ scadenza_circolazione: '2026-11-21', scadenza_assicurazione: '2026-11-22', scadenza_periodica: null }, '2026-11-21')).toBe(1);
  });

  it('si caricano con la matricola e il nome che hanno in archivio', () => {
    expect(campiDocumento('N00007', 'carta_circolazione')).toEqual({ matricola: 'N00007', nomeManutenzione: 'N00007_CDC.pdf' });
    expect(campiFoto('N00007', '2026-11-21')).toEqual({ matricola: 'N00007', nomeManutenzione: '2026-11-21_N00007.jpg' });
    expect(campiContratto('N00007', '2026-11-01')).toEqual({ matricola: 'N00007', nomeManutenzione: 'N00007_CONTRATTO_2026-11-01.pdf' });
    expect(() => campiDocumento('N00007', 'note')).toThrow();
  });
});

describe('chi può che cosa', () => {
  it('AGGIUNGI chiede di poter modificare e inserire', () => {
    expect(mayAdd(chi({}))).toBe(true);
    expect(mayAdd(chi({ noleggi_int: { ...TUTTO, allowEdit: 0 } }))).toBe(false);
    expect(mayAdd(chi({ noleggi_int: { ...TUTTO, allowInsert: 0 } }))).toBe(false);
  });

  it('la matita è nascosta a chi non vede, il cestino a chi non elimina, il caricamento a un noleggio nuovo', () => {
    const diritti = (permesso: PermissionLevels, id: string | null = '1') => {
      const identita = chi({ noleggi_int: permesso });
      return documentRights(identita, id, formButtons(identita, noleggi, id === null ? 'nuovo' : 'modifica', 'altri'));
    };
    expect(diritti(TUTTO)).toEqual({ carica: true, rinomina: true, elimina: true, scadenza: true });
    expect(diritti({ ...TUTTO, allowView: 0 }).rinomina).toBe(false);
    expect(diritti({ ...TUTTO, allowDelete: 0 })).toMatchObject({ carica: true, elimina: false });
    expect(diritti({ ...TUTTO, allowEdit: 1 })).toMatchObject({ carica: false, rinomina: false, scadenza: false });
    expect(diritti(TUTTO, null)).toMatchObject({ carica: false, elimina: false, scadenza: true });
  });

  it('i campi di un periodo seguono accise, il contratto anche macchinari, SALVA ed ELIMINA noleggi_int', () => {
    const senza = (area: 'accise' | 'macchinari' | 'noleggi_int') => periodoPermissions(chi({ [area]: { ...TUTTO, allowEdit: 0 } }), 'modifica', 'altri');
    expect(periodoPermissions(chi({}), 'modifica', 'altri')).toEqual({ campi: true, salva: true, elimina: true, carica: true });
    expect(senza('accise')).toEqual({ campi: false, salva: true, elimina: true, carica: true });
    expect(senza('macchinari')).toMatchObject({ campi: true, carica: false });
    expect(senza('noleggi_int')).toMatchObject({ campi: false, salva: false, carica: false });
    expect(periodoPermissions(chi({}), 'nuovo', null)).toMatchObject({ elimina: false, carica: false });
  });

  it('con il livello 1 si elimina solo il proprio periodo', () => {
    const identita = chi({ noleggi_int: { ...TUTTO, allowDelete: 1 } });
    expect(periodoPermissions(identita, 'modifica', 'anna').elimina).toBe(true);
    expect(periodoPermissions(identita, 'modifica', 'bruno').elimina).toBe(false);
  });
});

describe('le schede di un noleggio', () => {
  it('un documento e la sua scadenza si correggono fra i documenti, il resto fra i dettagli', () => {
    expect(['assicurazione', 'scadenza_assicurazione', 'noleggiatore', 'matricola'].map(tabOf)).toEqual(['documenti', 'documenti', 'dettagli', 'dettagli']);
  });
});
