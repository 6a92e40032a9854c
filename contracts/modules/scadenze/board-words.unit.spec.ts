import { describe, expect, it } from 'vitest';
import { boardFilters, boardOrder, seenRequest } from './board-request.ts';
import { endedAtWork, kindName, seenWords, stopWords, subjectName, whenDue } from './board-words.ts';
import { END_OF_RENTAL, END_OF_SITE } from './board.ts';
import { dueItem } from './due-item.testing.ts';

describe('Le parole dello scadenzario', () => {
  it('dicono quando scade: in giorni, in ore, o che manca', () => {
    const said = (more: Parameters<typeof dueItem>[0]) => whenDue(dueItem(more));
    expect([said({ giorni: 1 }), said({ giorni: 7 }), said({ giorni: 0 }), said({ giorni: -1 }), said({ giorni: -3 })]).toEqual([
      'fra 1 giorno',
      'fra 7 giorni',
      'oggi',
      'da 1 giorno',
      'da 3 giorni',
    ]);
    expect([said({ ore_mancanti: 1200 }), said({ ore_mancanti: 0 }), said({ ore_mancanti: -5 })]).toEqual([
      'fra 1.200 h',
      'oltre di 0 h',
      'oltre di 5 h',
    ]);
    expect([said({ fascia: 'assente', ore_mancanti: 3 }), said({ giorni: null })]).toEqual(['manca', '']);
  });

  it('di un cantiere o di un noleggio finito dicono se ancora si lavora: dal giorno dopo, e se non è chiuso', () => {
    const ended = (more: Parameters<typeof dueItem>[0]) => endedAtWork(dueItem({ tipo: END_OF_SITE, giorni: -1, ...more }));
    expect([ended({}), ended({ tipo: END_OF_RENTAL })]).toEqual([true, true]);
    expect([ended({ giorni: 0 }), ended({ giorni: null }), ended({ chiuso: 1 }), ended({ tipo: 'funi' })]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(kindName(dueItem({ tipo: END_OF_SITE, tipo_nome: 'Fine', giorni: -1 }))).toBe('Fine, finito, ma si lavora');
    expect(kindName(dueItem({ tipo_nome: 'Tagliando', voce: 'Olio' }))).toBe('Tagliando, Olio');
  });

  it('dicono chi è fermo e dove, chi l’ha vista, di che si parla', () => {
    const stop = (soggetto: 'lavoratore' | 'noleggio' | 'macchina') =>
      stopWords(dueItem({ ferma: [{ soggetto, id: 'X1', cantiere: '0422' }] }));
    expect([stop('lavoratore'), stop('noleggio'), stop('macchina'), stopWords(dueItem())]).toEqual([
      'non idoneo su 0422',
      'fermo su 0422',
      'ferma su 0422',
      null,
    ]);
    expect([seenWords(dueItem()), seenWords(dueItem({ visto_fino: '2026-12-01', visto_da: 'anna' }))]).toEqual([null, '2026-12-01, anna']);
    expect(subjectName(dueItem({ soggetto: 'macchina' }))).toBe('Macchinario');
  });
});

describe('Le richieste allo scadenzario', () => {
  const seen = { soggetto: 'macchina', id: 'M1', tipo: 'funi', fino: '2026-12-01' };
  const takes = (more: object) => seenRequest.safeParse({ ...seen, ...more }).success;

  it('segnare una scadenza vuole un record, un tipo e un giorno, entro la loro lunghezza', () => {
    expect([takes({}), takes({ id: 7 }), takes({ voce: null }), takes({ voce: 'x'.repeat(255) })]).toEqual([true, true, true, true]);
    expect([takes({ id: 'x'.repeat(100) }), takes({ tipo: 'x'.repeat(300) })]).toEqual([true, true]);
    for (const wrong of [
      { id: 'x'.repeat(101) },
      { id: ' ' },
      { id: 1.5 },
      { tipo: 'x'.repeat(301) },
      { tipo: '' },
      { voce: 'x'.repeat(256) },
      { soggetto: 'altro' },
      { fino: '2026-02-30' },
      { id: 'a\u0000' },
    ])
      expect(takes(wrong), JSON.stringify(wrong)).toBe(false);
  });

  it('un filtro vuoto non filtra; uno sconosciuto si rifiuta', () => {
    expect(boardFilters.parse({ fascia: '', id: '', chiusi: '', giorno: '' })).toEqual({});
    expect(boardFilters.parse({ fascia: '7', chiusi: 1, cerca: ' a ' })).toEqual({ fascia: '7', chiusi: '1', cerca: 'a' });
    for (const wrong of [{ fascia: '8' }, { chiusi: '2' }, { giorno: 'ieri' }, { cerca: 'x'.repeat(201) }])
      expect(boardFilters.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    expect([boardOrder.safeParse('-scadenza').success, boardOrder.safeParse('--scadenza').success]).toEqual([true, false]);
  });
});
