import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { asDomainError } from './problem.ts';
import { checkTexts } from './sanitize.ts';

const error = (ownership: object, message = 'x') => Object.assign(new Error(message), ownership);

describe('Un errore diventa un problema', () => {
  it.each([
    ['una regola infranta', new DomainError('DUPLICATO'), 'DUPLICATO'],
    ['il registro degli eventi che non si raggiunge', new StoreUnavailable('via'), 'NON_DISPONIBILE'],
    ['il database che rifiuta la connessione', error({ code: 'ECONNREFUSED' }), 'NON_DISPONIBILE'],
    ['il database rifiutato su ogni indirizzo', new AggregateError([error({ code: 'ECONNREFUSED' })]), 'NON_DISPONIBILE'],
    ['il database che si sta spegnendo', error({ code: '57P01' }), 'NON_DISPONIBILE'],
    ['il socket di un database che riparte', error({ code: 'ENOENT', syscall: 'connect' }), 'NON_DISPONIBILE'],
    ['due scritture che si bloccano a vicenda', error({ code: '40P01' }), 'NON_DISPONIBILE'],
    ['la connessione caduta', error({}, 'Connection terminated unexpectedly'), 'NON_DISPONIBILE'],
    ['il disco pieno del database', error({ code: '53100' }), 'DISCO_PIENO'],
    ['il disco pieno del registro degli eventi', new StoreUnavailable('via', { cause: error({ code: '53100' }) }), 'DISCO_PIENO'],
    ['il disco pieno dell’archivio', error({ code: 'ENOSPC', syscall: 'write' }), 'DISCO_PIENO'],
    ['lo spazio finito di chi fa girare il portale', error({ code: 'EDQUOT' }), 'DISCO_PIENO'],
    ['un JSON rotto', error({ type: 'entity.parse.failed', status: 400 }), 'JSON_NON_VALIDO'],
    ['un corpo troppo grande', error({ type: 'entity.too.large', status: 413 }), 'TROPPO_GRANDE'],
    ['una codifica sconosciuta', error({ status: 415 }), 'TIPO_NON_ACCETTATO'],
    ['un percorso scritto male', error({ status: 400 }), 'RICHIESTA_NON_VALIDA'],
    ['un valore che una colonna non può tenere', error({ code: '22P02' }), 'RICHIESTA_NON_VALIDA'],
    ['un codice che comincia come gli altri ma non è di PostgreSQL', error({ code: '22' }), 'ERRORE_INTERNO'],
    ['uno sbaglio nostro', new TypeError('x is undefined'), 'ERRORE_INTERNO'],
    ['qualcosa che non è un errore', 'boh', 'ERRORE_INTERNO'],
    ['niente', undefined, 'ERRORE_INTERNO'],
  ])('%s', (name, error, code) => {
    expect(asDomainError(error).code).toBe(code);
  });

  it('gli errori di uno schema sono frasi italiane, campo per campo', () => {
    const { error } = z.object({ nome: z.string(), eta: z.number().min(3) }).safeParse({ eta: 1 });
    expect(asDomainError(error).dettagli.errors).toEqual([
      { campo: 'nome', messaggio: expect.stringMatching(/attes|valid/) },
      { campo: 'eta', messaggio: expect.stringMatching(/piccol/) },
    ]);
  });
});

describe('Un corpo', () => {
  it('può avere testo di ogni lingua e oggetti dentro oggetti', () => {
    expect(() => checkTexts({ a: ['àè€😀\n\t', { b: [1, null, true] }] })).not.toThrow();
  });

  it.each([
    ['NUL in un valore', { a: { b: ['x\u0000'] } }],
    ['NUL in un nome', { 'a\u0000': 1 }],
    ['mezzo carattere', { a: '\ud800' }],
    ['mezzo carattere in un nome', { '\udfff': 1 }],
  ])('%s è rifiutato', (name, body) => {
    expect(() => checkTexts(body)).toThrow(DomainError);
  });
});
