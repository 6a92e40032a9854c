// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { namesOf, rowsOf, documentRows } from './rows.ts';
import { PORTAL } from '../index.ts';
import { variantOf as variantIn } from './variant-of.ts';

const PRINTS = await PORTAL.prints();
const variantOf = (state: unknown, search: string) => variantIn(PRINTS, state, search);

const row = (values: Record<string, unknown>) => ({ utente: 'u', versione: 1, ...values }) as Row;
const variant = (kind: string) => variantOf(null, `?tipo=${kind}`)!;
const fields = (kind: string, values: Record<string, unknown> = {}) => rowsOf(variant(kind), row(values)).map((r) => r.campo);

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
    expect(fields('MacchinarioDettaglio')).toEqual(['matricola', 'matricola_costr', 'tipologia', 'descrizione', 'anno_acquisto', 'costo']);
    expect(fields('ManutenzioneDettaglio')).toEqual([
      'data',
      'cantiere',
      'matricola',
      'descrizione',
      'tipologia',
      'ore_km',
      'note',
      'manutenzione',
    ]);
    expect(fields('AccisaDettaglio')).toEqual(['data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti']);
    expect(fields('NoleggioDettaglio').slice(0, 8)).toEqual([
      'id',
      'cantiere',
      'settimana',
      'n_int1',
      'n_int2',
      'n_int3',
      'n_int4',
      'matricola',
    ]);
    expect(fields('LavorazioneDettaglio')).toEqual(['descrizione', 'um']);
    expect(fields('ProduzioneDettaglio')).toEqual(['attrezzatura', 'cantiere', 'quantita']);
    expect(fields('CostoDettaglio')).toEqual(['id', 'data', 'cantiere', 'wbs', 'tipologia_costo', 'quantita', 'importo', 'totale']);
    expect(fields('StoricoNoleggioDettaglio')).toEqual(['id', 'matricola', 'cantiere', 'tariffa', 'data_inizio', 'data_fine']);
    expect(fields('CantiereDettaglio')).toEqual([
      'commessa',
      'committente',
      'comune',
      'indirizzo',
      'stato',
      'provincia',
      'referente_descrizione',
      'data_inizio',
      'data_fine',
      'cig',
      'cup',
      'googleIDE',
    ]);
  });

  it.each([
    'MacchinarioDettaglio',
    'ManutenzioneDettaglio',
    'AccisaDettaglio',
    'CantiereDettaglio',
    'NoleggioDettaglio',
    'StoricoNoleggioDettaglio',
    'LavorazioneDettaglio',
    'ProduzioneDettaglio',
    'CostoDettaglio',
  ])('%s: ogni campo esiste nel registro', (kind) => {
    const { def, campi } = variant(kind);
    const onlyOnPaper = ['settimana', 'n_int1', 'n_int2', 'n_int3', 'n_int4'];
    for (const fieldName of campi.flatMap(namesOf))
      expect([def.key.field, ...Object.keys(def.fields), ...onlyOnPaper], fieldName).toContain(fieldName);
  });
});

describe('come si legge', () => {
  const texts = (kind: string, values: Record<string, unknown>) =>
    Object.fromEntries(rowsOf(variant(kind), row(values)).map((r) => [r.etichetta, r.text]));

  it('numeri e importi all’italiana, le scelte con la loro etichetta, il vuoto come vuoto', () => {
    expect(texts('MacchinarioDettaglio', { matricola: 'A1', anno_acquisto: 2020, costo: 2107 })).toMatchObject({
      Matricola: 'A1',
      'Anno acquisto': '2020',
      'Costo acquisto': '€\u00A02.107,00',
      Tipologia: null,
    });
    expect(texts('ManutenzioneDettaglio', { tipologia: 'Lettura', ore_km: 1234.5, note: '' })).toMatchObject({
      'Tipo Manutenzione': 'Lettura Ore',
      'Ore/Km': '1.234,5',
      Note: null,
    });
    expect(texts('AccisaDettaglio', { minuti: 0 })).toMatchObject({ Minuti: '0', Ore: null });
  });

  it('di un noleggio la commessa, la settimana e le quattro quantità, con i loro nomi; vuote dove il record non le ha', () => {
    const read = texts('NoleggioDettaglio', { id: 3, cantiere: '0412', matricola: 'N00003', n_int2: 4 });
    expect(read).toMatchObject({
      Numero: '3',
      Commessa: '0412',
      Settimana: null,
      Vasconi: null,
      'Cisterna Gasolio': '4',
      'Impianto di miscelazione': null,
      Silos: null,
      Matricola: 'N00003',
    });
  });

  it('di un cantiere senza indirizzo la via, senza descrizione il numero del referente', () => {
    expect(fields('CantiereDettaglio', { via: 'Via Roma 1', referente: 7 })).toContain('via');
    expect(rowsOf(variant('CantiereDettaglio'), row({ referente: 7 })).find((r) => r.campo === 'referente')?.text).toBe('7');
  });

  it('dei documenti il nome del file e la scadenza, in parole quando conta', () => {
    const def = catalogue.registerOrThrow('macchinari');
    const rows = documentRows(
      { def },
      row({
        documenti_ce: 'A1/A1_CE.pdf',
        documenti_cdc: 'A1/A1_CDC.pdf',
        scadenza_circolazione: '2026-11-18',
        documenti_ass: 'A1/A1_ASS.pdf',
        scadenza_assicurazione: '2027-11-18',
        scadenza_varie2: '2026-11-22',
      }),
      '2026-11-20',
    );
    expect(Object.fromEntries(rows.map((r) => [r.campo, r.text]))).toMatchObject({
      documenti_ce: 'A1_CE.pdf',
      documenti_cdc: 'A1_CDC.pdf – scadenza 2026-11-18, scaduta da 2 giorni',
      documenti_ass: 'A1_ASS.pdf – scadenza 2027-11-18',
      varie2: 'scadenza 2026-11-22, tra 2 giorni',
      documenti_usoman: null,
    });
  });
});
