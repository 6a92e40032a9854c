import { describe, expect, it } from 'vitest';
import type { DomainError } from '#contracts/core/errors.ts';
import { checkBody } from './sanitize.ts';

const outcome = (body: unknown): unknown => {
  try {
    checkBody(body);
    return 'accettato';
  } catch (error) {
    return (error as DomainError).status;
  }
};

/** A list in a list in a list …, `livelli` deep. */
const nested = (levels: number, inside: unknown = 'x'): unknown => Array.from({ length: levels }).reduce<unknown>((body) => [body], inside);

describe('Il corpo di una richiesta', () => {
  it('può avere trentadue livelli, e non uno di più', () => {
    expect(outcome(nested(32))).toBe('accettato');
    expect(outcome(nested(33))).toBe(400);
    expect(outcome({ piatto: 1, profondo: nested(32) })).toBe(400);
  });

  it('può avere ogni testo, ma non NUL né mezzi caratteri, dovunque siano', () => {
    for (const good of ['', 'àè€😀', '\n\t', null, 7, true, [], {}]) expect(outcome({ campo: [good] })).toBe('accettato');
    for (const cattivo of ['a\u0000', '\ud800', 'a\udfffb']) {
      for (const body of [cattivo, [cattivo], { campo: { dentro: [1, cattivo] } }, { [cattivo]: 1 }, nested(31, cattivo)])
        expect(outcome(body)).toBe(400);
    }
  });

  it('rifiutato dice in quale campo', () => {
    for (const body of ['a\u0000', { ['a\u0000']: 1 }]) {
      expect(() => checkBody(body)).toThrow(
        expect.objectContaining({ dettagli: { errors: [{ campo: 'corpo', messaggio: 'Contiene caratteri di controllo' }] } }),
      );
    }
    expect(() => checkBody({ accise: { nota: 'a\u0000' } })).toThrow(
      expect.objectContaining({ dettagli: { errors: [{ campo: 'nota', messaggio: 'Contiene caratteri di controllo' }] } }),
    );
  });

  it('può avere mille campi in tutto, dovunque siano, e non uno di più; gli elenchi non ne hanno', () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`campo${i}`, i]));
    expect(outcome(fields(1000))).toBe('accettato');
    expect(outcome(Array.from({ length: 5000 }, (_, i) => i))).toBe('accettato');
    expect(outcome(fields(1001))).toBe(400);
    expect(outcome({ accise: fields(999) })).toBe('accettato');
    expect(outcome({ accise: fields(1000) })).toBe(400);
    expect(outcome([fields(500), { dentro: [fields(500)] }])).toBe(400);
    expect(() => checkBody(fields(60_000))).toThrow('troppi campi: al massimo 1000');
  });
});
