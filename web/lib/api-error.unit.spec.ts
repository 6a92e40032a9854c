import { describe, expect, it } from 'vitest';
import { ApiError, messageOf, NetworkError } from './api-error.ts';

describe('la frase di un errore', () => {
  it('è quella del portale, quale che sia il nome con cui la dà', () => {
    expect(new ApiError(400, { message: 'Manca la data', detail: 'altro' }).message).toBe('Manca la data');
    expect(new ApiError(400, { detail: 'Manca la data' }).message).toBe('Manca la data');
  });

  it.each([
    [400, 'La richiesta non è riuscita.'],
    [499, 'La richiesta non è riuscita.'],
    [413, 'La richiesta è troppo grande.'],
    [500, /^Il portale ha un problema/],
    [503, /^Il portale ha un problema/],
  ])('se il portale non ne dà, per %i è %s', (status, said) => expect(new ApiError(status, {}).message).toMatch(said));

  it('quella di un errore del programma non si mostra a nessuno', () => {
    expect(messageOf(new ApiError(409, { message: 'Già in uso' }))).toBe('Già in uso');
    expect(messageOf(new NetworkError())).toMatch(/non è raggiungibile/);
    expect(messageOf(new TypeError('x is undefined'))).toBe('Si è verificato un errore imprevisto.');
    expect(messageOf('x', 'Non riuscito')).toBe('Non riuscito');
  });

  it('di un guasto del portale dice il riferimento con cui lo si trova nei log, di un rifiuto no', () => {
    const problem = { message: 'Si è verificato un errore imprevisto.', riferimento: 'c-1' };
    expect(new ApiError(500, problem).message).toBe('Si è verificato un errore imprevisto. Riferimento: c-1');
    expect(new ApiError(503, problem).message).toContain('c-1');
    const made = { ...problem, riferimento: 'c598b0d5-02b9-4a4f-afad-d3ed4178b9fd' };
    expect(new ApiError(500, made).message).toBe('Si è verificato un errore imprevisto. Riferimento: c598b0d5');
    expect(new ApiError(409, problem).message).toBe('Si è verificato un errore imprevisto.');
    expect(new ApiError(500, { ...problem, riferimento: 7 }).message).toBe('Si è verificato un errore imprevisto.');
  });

  it('porta i campi sbagliati e dopo quanto riprovare', () => {
    const errors = [{ campo: 'data', messaggio: 'Manca' }];
    expect(new ApiError(400, { errors }, 90)).toMatchObject({ status: 400, errors, retryAfter: 90, name: 'ApiError' });
    expect(new ApiError(400, {})).toMatchObject({ errors: [], retryAfter: null });
    expect(new NetworkError()).toMatchObject({ status: 0, name: 'NetworkError' });
  });
});
