import { describe, expect, it } from 'vitest';
import type { DomainError } from '#contracts/core/errors.ts';
import { checkTexts } from './sanitize.ts';

const outcome = (body: unknown): unknown => {
  try {
    checkTexts(body);
    return 'accettato';
  } catch (error) {
    return (error as DomainError).status;
  }
};

describe('Il corpo di una richiesta', () => {
  it('può avere ogni testo, ma non NUL né mezzi caratteri, dovunque siano', () => {
    for (const good of ['', 'àè€😀', '\n\t', null, 7, true, [], {}]) expect(outcome({ campo: [good] })).toBe('accettato');
    for (const cattivo of ['a\u0000', '\ud800', 'a\udfffb']) {
      for (const body of [cattivo, [cattivo], { campo: { dentro: [1, cattivo] } }, { [cattivo]: 1 }, [[[[cattivo]]]]])
        expect(outcome(body)).toBe(400);
    }
  });

  it('rifiutato dice in quale campo', () => {
    for (const body of ['a\u0000', { ['a\u0000']: 1 }]) {
      expect(() => checkTexts(body)).toThrow(
        expect.objectContaining({ dettagli: { errors: [{ campo: 'corpo', messaggio: 'Contiene caratteri di controllo' }] } }),
      );
    }
    expect(() => checkTexts({ accise: { nota: 'a\u0000' } })).toThrow(
      expect.objectContaining({ dettagli: { errors: [{ campo: 'nota', messaggio: 'Contiene caratteri di controllo' }] } }),
    );
  });
});
