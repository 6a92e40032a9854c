import { describe, expect, it } from 'vitest';
import { register } from '#contracts/registers/index.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { nomiDi, rowsOf, documentRows } from './rows.ts';
import { variantOf } from './variants.ts';

const riga = (valori: Record<string, unknown>) => ({ utente: 'u', versione: 1, ...valori }) as Row;
const variante = (tipo: string) => variantOf(null, `?tipo=${tipo}`)!;
const campi = (tipo: string, valori: Record<string, unknown> = {}) => rowsOf(variante(tipo), riga(valori)).map((r) => r.campo);

describe('che cosa si stampa', () => {
  it('lo dice lo stato di navigazione, o l’indirizzo dopo una ricarica', () => {
    expect(variantOf({ stampa: 'AccisaDettaglio' }, '?tipo=MacchinarioDettaglio')?.def.path).toBe('accise');
    expect(variantOf({ cerca: '' }, '?tipo=MacchinarioDettaglio')?.def.path).toBe('macchinari');
    expect(variantOf(null, '?tipo=AccisaDettaglio')?.titolo).toBe('ACCISA');
  });

  it.each(['', '?tipo=', '?tipo=Altro', '?tipo=constructor', '?tipo=__proto__'])('altrimenti niente: %s', (search) => {
    expect(variantOf(null, search)).toBeNull();
  });

  it('di ogni record i campi della specifica, nel loro ordine', () => {
    expect(campi('MacchinarioDettaglio')).toEqual(['matricola', 'matricola_costr', 'tipologia', 'descrizione', 'anno_acquisto', 'costo']);
    expect(campi('ManutenzioneDettaglio')).toEqual(['data', 'cantiere', 'matricola', 'descrizione', 'tipologia', 'ore_km', 'note', 'manutenzione']);
    expect(campi('AccisaDettaglio')).toEqual(['data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti']);
    expect(campi('NoleggioDettaglio').slice(0, 8)).toEqual(['id', 'cantiere', 'settimana', 'n_int1', 'n_int2', 'n_int3', 'n_int4', 'matricola']);
    expect(campi('StoricoNoleggioDettaglio')).toEqual(['id', 'matricola', 'cantiere', 'tariffa', 'data_inizio', 'data_fine']);
    expect(campi('CantiereDettaglio')).toEqual(['commessa', 'committente', 'comune', 'indirizzo', 'stato', 'provincia', 'referente_descrizione', 'data_inizio', 'data_fine', 'cig', 'cup', 'googleIDE']);
  });

  it.each(['MacchinarioDettaglio', 'ManutenzioneDettaglio', 'AccisaDettaglio', 'CantiereDettaglio', 'NoleggioDettaglio', 'StoricoNoleggioDettaglio'])('%s: ogni campo esiste nel registro', (tipo) => {
    const { def, campi: voci } = variante(tipo);
    const soloSuCarta = ['settimana', 'n_int1', 'n_int2', 'n_int3', 'n_int4'];
    for (const campo of voci.flatMap(nomiDi)) expect([def.key.field, ...Object.keys(def.fields), ...soloSuCarta], campo).toContain(campo);
  });
});

describe('come si legge', () => {
  const testi = (tipo: string, valori: Record<string, unknown>) => Object.fromEntries(rowsOf(variante(tipo), riga(valori)).map((r) => [r.etichetta, r.testo]));

  it('numeri e importi all’italiana, le scelte con la loro etichetta, il vuoto come vuoto', () => {
    expect(testi('MacchinarioDettaglio', { matricola: 'A1', anno_acquisto: 2020, costo: 2107 })).toMatchObject({ Matricola: 'A1', 'Anno acquisto': '2020', 'Costo acquisto': '€\u00A02.107,00', Tipologia: null });
    expect(testi('ManutenzioneDettaglio', { tipologia: 'Lettura', ore_km: 1234.5, note: '' })).toMatchObject({ 'Tipo Manutenzione': 'Lettura Ore', 'Ore/Km': '1.234,5', Note: null });
    expect(testi('AccisaDettaglio', { minuti: 0 })).toMatchObject({ Minuti: '0', Ore: null });
  });

  it('di un noleggio la commessa, la settimana e le quattro quantità, con i loro nomi; vuote dove il record non le ha', () => {
    const letti = testi('NoleggioDettaglio', { id: 3, cantiere: '0412', matricola: 'N00003', n_int2: 4 });
    expect(letti).toMatchObject({ Numero: '3', Commessa: '0412', Settimana: null, Vasconi: null, 'Cisterna Gasolio': '4', 'Impianto di miscelazione': null, Silos: null, Matricola: 'N00003' });
  });

  it('di un cantiere senza indirizzo la via, senza descrizione il numero del referente', () => {
    expect(campi('CantiereDettaglio', { via: 'Via Roma 1', referente: 7 })).toContain('via');
    expect(rowsOf(variante('CantiereDettaglio'), riga({ referente: 7 })).find((r) => r.campo === 'referente')?.testo).toBe('7');
  });

  it('dei documenti il nome del file e la scadenza, in parole quando conta', () => {
    const def = register('macchinari')!;
    const righe = documentRows({ def }, riga({
      documenti_ce: 'A1/A1_CE.pdf', documenti_cdc: 'A1/A1_CDC.pdf', scadenza_circolazione: '2026-11-18', documenti_ass: 'A1/A1_ASS.pdf', scadenza_assicurazione: '2027-11-18', scadenza_varie2: '2026-11-22',
    }), '2026-11-20');
    expect(Object.fromEntries(righe.map((r) => [r.campo, r.testo]))).toMatchObject({
      documenti_ce: 'A1_CE.pdf',
      documenti_cdc: 'A1_CDC.pdf – scadenza 2026-11-18, scaduta da 2 giorni',
      documenti_ass: 'A1_ASS.pdf – scadenza 2027-11-18',
      varie2: 'scadenza 2026-11-22, tra 2 giorni',
      documenti_usoman: null,
    });
  });
});
