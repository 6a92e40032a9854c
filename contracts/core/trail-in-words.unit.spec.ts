import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.testing.ts';
import type { HistoryItem, TogetherPart } from './history.ts';
import { trailInWords } from './trail-in-words.ts';

const entry = (over: Partial<HistoryItem> = {}): HistoryItem => ({
  tabella: 'macchinari',
  id: 'A0112',
  oggetto: 'macchinario A0112',
  padre: null,
  versione: 1,
  evento: 'MacchinarioRegistrato.v1',
  tipo: 'creato',
  quando: '2026-03-01T08:00:00.000Z',
  utente: 'anna',
  nome: null,
  frase: 'ha creato il macchinario',
  campi: [],
  motivo: null,
  ...over,
});
const part = (tabella: string, tipo: TogetherPart['tipo'], count: number, over: Partial<TogetherPart> = {}): TogetherPart => ({
  tabella,
  tipo,
  quante: count,
  frase: null,
  segue: false,
  ...over,
});
const folded = (parts: TogetherPart[], over: Partial<HistoryItem> = {}, oneRecord = false): string =>
  trailInWords(
    catalogue,
    entry({
      ...over,
      insieme: { gruppo: 'g', quante: parts.reduce((sum, { quante }) => sum + quante, 0), unico: oneRecord, parti: parts },
    }),
  );

describe('Una voce dello storico in una frase', () => {
  it.each([
    [entry(), 'ha creato il macchinario A0112'],
    [entry({ tipo: 'modificato', frase: 'ha modificato 2 campi' }), 'ha modificato 2 campi: macchinario A0112'],
    [
      entry({
        tabella: 'cantieri_lavorazioni',
        oggetto: 'JET GROUTING, SPALLA A, cantiere 0421',
        frase: 'ha creato la lavorazione del cantiere',
      }),
      'ha creato la lavorazione del cantiere: JET GROUTING, SPALLA A, cantiere 0421',
    ],
    [entry({ tabella: 'sparita', oggetto: 'cosa 3', frase: 'ha creato il record' }), 'ha creato il record: cosa 3'],
  ])('%#', (one, said) => {
    expect(trailInWords(catalogue, one)).toBe(said);
  });

  it('più voci uguali si contano, ognuna con la sua parola', () => {
    expect(folded([part('punti_controllo', 'creato', 112, { frase: 'ha creato il punto di controllo' })])).toBe(
      'ha creato 112 punti di controllo',
    );
    expect(folded([part('macchinari', 'modificato', 1200)])).toBe('ha modificato 1.200 macchinari');
    expect(folded([part('meccanici', 'eliminato', 3)])).toBe('ha eliminato 3 meccanici');
    expect(folded([part('macchinari', 'caricato', 14, { frase: 'ha caricato un documento' })])).toBe('ha caricato 14 documenti');
    expect(folded([part('produzione', 'modificato', 3, { frase: 'ha ricalcolato la riga di produzione' })])).toBe(
      'ha ricalcolato 3 righe di produzione',
    );
    expect(folded([part('cantieri', 'altro', 2, { frase: 'ha inviato la mail' })])).toBe('ha inviato la mail (2 volte)');
    expect(folded([part('cantieri', 'altro', 5)])).toBe('ha registrato 5 fatti');
  });

  it('di più registri, con il verbo detto una volta', () => {
    expect(folded([part('cantieri', 'creato', 1), part('cantieri_wbs', 'creato', 3), part('macchinari', 'modificato', 2)])).toBe(
      'ha creato 1 cantiere, 3 wbs dei cantieri e ha modificato 2 macchinari',
    );
    const many = (['cantieri', 'macchinari', 'accise', 'costi', 'meccanici'] as const).map((table) => part(table, 'creato', 2));
    expect(folded(many)).toBe('ha creato 2 cantieri, 2 macchinari, 2 accise e altre 4 voci');
  });

  it('la prima che è sola porta il suo nome', () => {
    const site = { tabella: 'cantieri', oggetto: 'cantiere 0421', frase: 'ha creato il cantiere' };
    const one = part('cantieri', 'creato', 1, { frase: site.frase });
    expect(folded([one, part('cantieri_wbs', 'creato', 3)], site)).toBe('ha creato il cantiere 0421 e 3 wbs dei cantieri');
    expect(folded([one, part('cantieri', 'modificato', 1, { frase: 'ha modificato il cantiere' })], site)).toBe(
      'ha creato il cantiere 0421 e ha modificato 1 cantiere',
    );
    expect(folded([{ ...one, quante: 2 }, part('cantieri_wbs', 'creato', 3)], site)).toBe('ha creato 2 cantieri e 3 wbs dei cantieri');
  });

  it('di un record solo, con il record', () => {
    expect(folded([part('macchinari', 'caricato', 1), part('macchinari', 'modificato', 1)], {}, true)).toBe(
      'ha caricato 1 documento e ha modificato 1 macchinario: macchinario A0112',
    );
  });

  it('ciò che segue dal fatto di una persona viene dopo', () => {
    const renamed = { tipo: 'modificato', frase: 'ha modificato 1 campo', tabella: 'lavorazioni', oggetto: 'lavorazione JET' } as const;
    const own = part('lavorazioni', 'modificato', 1);
    expect(
      folded([own, part('produzione', 'modificato', 112, { segue: true }), part('costi', 'modificato', 2, { segue: true })], renamed),
    ).toBe('ha modificato 1 campo: lavorazione JET, e ne seguono 114 modifiche');
    expect(folded([own, part('produzione', 'modificato', 1, { segue: true })], renamed)).toBe(
      'ha modificato 1 campo: lavorazione JET, e ne segue 1 modifica',
    );
  });
});
