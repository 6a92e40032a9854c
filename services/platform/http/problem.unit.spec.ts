import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { comeDomainError } from './problem.ts';
import { verificaCorpo } from './sanitize.ts';

const errore = (proprieta: object, message = 'x') => Object.assign(new Error(message), proprieta);

describe('Un errore diventa un problema', () => {
  it.each([
    ['una regola infranta', new DomainError('DUPLICATO'), 'DUPLICATO'],
    ['il registro degli eventi che non si raggiunge', new StoreUnavailable('via'), 'NON_DISPONIBILE'],
    ['il database che rifiuta la connessione', errore({ code: 'ECONNREFUSED' }), 'NON_DISPONIBILE'],
    ['il database rifiutato su ogni indirizzo', new AggregateError([errore({ code: 'ECONNREFUSED' })]), 'NON_DISPONIBILE'],
    ['il database che si sta spegnendo', errore({ code: '57P01' }), 'NON_DISPONIBILE'],
    ['la connessione caduta', errore({}, 'Connection terminated unexpectedly'), 'NON_DISPONIBILE'],
    ['un JSON rotto', errore({ type: 'entity.parse.failed', status: 400 }), 'JSON_NON_VALIDO'],
    ['un corpo troppo grande', errore({ type: 'entity.too.large', status: 413 }), 'TROPPO_GRANDE'],
    ['una codifica sconosciuta', errore({ status: 415 }), 'TIPO_NON_ACCETTATO'],
    ['un percorso scritto male', errore({ status: 400 }), 'RICHIESTA_NON_VALIDA'],
    ['un valore che una colonna non può tenere', errore({ code: '22P02' }), 'RICHIESTA_NON_VALIDA'],
    ['un codice che comincia come gli altri ma non è di PostgreSQL', errore({ code: '22' }), 'ERRORE_INTERNO'],
    ['uno sbaglio nostro', new TypeError('x is undefined'), 'ERRORE_INTERNO'],
    ['qualcosa che non è un errore', 'boh', 'ERRORE_INTERNO'],
    ['niente', undefined, 'ERRORE_INTERNO'],
  ])('%s', (_nome, error, codice) => {
    expect(comeDomainError(error).code).toBe(codice);
  });

  it('gli errori di uno schema sono frasi italiane, campo per campo', () => {
    const { error } = z.object({ nome: z.string(), eta: z.number().min(3) }).safeParse({ eta: 1 });
    expect(comeDomainError(error).dettagli.errors).toEqual([
      { campo: 'nome', messaggio: expect.stringMatching(/attes|valid/) },
      { campo: 'eta', messaggio: expect.stringMatching(/piccol/) },
    ]);
  });
});

describe('Un corpo', () => {
  it('può avere testo di ogni lingua e oggetti dentro oggetti', () => {
    expect(() => verificaCorpo({ a: ['àè€😀\n\t', { b: [1, null, true] }] })).not.toThrow();
  });

  it.each([
    ['NUL in un valore', { a: { b: ['x\u0000'] } }],
    ['NUL in un nome', { 'a\u0000': 1 }],
    ['mezzo carattere', { a: '\ud800' }],
    ['mezzo carattere in un nome', { '\udfff': 1 }],
  ])('%s è rifiutato', (_nome, corpo) => {
    expect(() => verificaCorpo(corpo)).toThrow(DomainError);
  });

  it('troppo annidato è rifiutato, senza finire la memoria', () => {
    let corpo: unknown = 1;
    for (let i = 0; i < 200_000; i += 1) corpo = [corpo];
    expect(() => verificaCorpo(corpo)).toThrow('annidato');
  });
});
