import { describe, expect, it } from 'vitest';
import { hasProblem, parsePoints, pointsFor, pointsText, problemWords } from './points.ts';

describe('i punti di un controllo', () => {
  it('tornano come erano, e niente è nessun punto', () => {
    const points = [
      { punto: 'Freni', esito: 'ok' as const },
      { punto: 'Luci', esito: 'problema' as const },
    ];
    expect(parsePoints(pointsText(points))).toEqual(points);
    expect(pointsText([])).toBeNull();
    expect([parsePoints(null), parsePoints('')]).toEqual([[], []]);
  });

  it.each([
    ['non è JSON', 'Freni: ok'],
    ['non è un elenco', '{"punto":"Freni","esito":"ok"}'],
    ['ha un esito che non c’è', '[{"punto":"Freni","esito":"forse"}]'],
    ['ha un punto senza nome', '[{"punto":" ","esito":"ok"}]'],
    ['dice altro', '[{"punto":"Freni","esito":"ok","nota":"x"}]'],
    ['è troppo lungo', JSON.stringify(Array.from({ length: 41 }, () => ({ punto: 'Freni', esito: 'ok' })))],
  ])('ciò che %s non è un elenco di punti', (_what, text) => expect(parsePoints(text)).toBeNull());

  it('un controllo senza problemi non chiede niente a nessuno', () => {
    expect(hasProblem({ punti: '[{"punto":"Freni","esito":"ok"}]', ferma: 0 })).toBe(false);
    for (const values of [{ punti: '[{"punto":"Freni","esito":"problema"}]' }, { testo: 'perde olio' }, { ferma: 1 }])
      expect(hasProblem(values)).toBe(true);
  });

  it('in una riga: i punti e il testo', () => {
    const punti = '[{"punto":"Freni","esito":"problema"},{"punto":"Luci","esito":"ok"},{"punto":"Olio","esito":"problema"}]';
    expect(problemWords({ punti, testo: 'perde' })).toBe('Freni, Olio: perde');
    expect(problemWords({ punti: null, testo: 'perde' })).toBe('perde');
    expect(problemWords({ punti })).toBe('Freni, Olio');
  });

  it('della tipologia i suoi, in ordine; senza suoi quelli di tutte', () => {
    const all = [
      { tipologia: 'Gru', punto: 'Funi', ordine: 20 },
      { tipologia: null, punto: 'Freni', ordine: 10 },
      { tipologia: 'Gru', punto: 'Gancio', ordine: 10 },
      { tipologia: 'Gru', punto: 'Estintore', ordine: null },
    ];
    expect(pointsFor('Gru', all)).toEqual(['Gancio', 'Funi', 'Estintore']);
    expect(pointsFor('Perforatrice', all)).toEqual(['Freni']);
    expect(pointsFor(null, all)).toEqual(['Freni']);
  });
});
