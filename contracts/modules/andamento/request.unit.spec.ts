import { describe, expect, it } from 'vitest';
import { FIGURES } from './answer.ts';
import { machineRequest } from './machine.ts';
import { andamentoRequest, righeRequest } from './request.ts';

const said = (schema: typeof andamentoRequest | typeof righeRequest | typeof machineRequest, value: object): string[] => {
  const read = schema.safeParse(value);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const YEAR = { dal: '2026-01-01', al: '2026-12-31' };
const fifty = (al: string) => ({ dal: '1976-01-01', al });

describe.each([
  ['di un cantiere', andamentoRequest, { commessa: 'C1' }],
  ['delle sue righe', righeRequest, { commessa: 'C1', voce: 'costi' }],
  ['di un macchinario', machineRequest, { matricola: 'M1' }],
] as const)('La richiesta dell’andamento %s', (_of, schema, whose) => {
  it('ha un periodo che comincia prima di finire, o lo stesso giorno', () => {
    expect(said(schema, { ...whose, ...YEAR })).toEqual([]);
    expect(said(schema, { ...whose, dal: YEAR.al, al: YEAR.al })).toEqual([]);
    expect(said(schema, { ...whose, dal: '2026-02-02', al: '2026-02-01' })).toEqual(['al: Il periodo finisce prima di cominciare']);
  });

  it('ha al massimo cinquant’anni', () => {
    // 366 × 50 days
    expect(said(schema, { ...whose, ...fifty('2026-02-07') })).toEqual([]);
    expect(said(schema, { ...whose, ...fifty('2026-02-08') })).toEqual(['al: Al massimo cinquant’anni']);
  });

  it('ha parole di al massimo 255 caratteri', () => {
    const [name] = Object.keys(whose);
    expect(said(schema, { ...whose, ...YEAR, [name!]: 'x'.repeat(255) })).toEqual([]);
    expect(said(schema, { ...whose, ...YEAR, [name!]: 'x'.repeat(256) })[0]).toMatch(new RegExp(`^${name}: Serve una `));
  });
});

it('senza una commessa è di tutti i cantieri; le righe ne hanno una, e una voce; un macchinario ha la sua matricola', () => {
  expect(said(andamentoRequest, YEAR)).toEqual([]);
  expect(said(righeRequest, { ...YEAR, voce: 'costi' })).toEqual(['commessa: Serve una commessa']);
  for (const voce of FIGURES) expect(said(righeRequest, { ...YEAR, commessa: 'C1', voce })).toEqual([]);
  expect(said(righeRequest, { ...YEAR, commessa: 'C1', voce: 'altro' })).toEqual([
    'voce: Serve una fra: produzione, costi, noleggi, manodopera',
  ]);
  expect(said(righeRequest, { ...YEAR, commessa: 'C1', voce: 'costi', wbs: ['a', 'b'] })).toEqual(['wbs: Serve un solo valore']);
  expect(said(righeRequest, { ...YEAR, commessa: 'C1', voce: 'costi', wbs: '' })).toEqual([]);
  expect(said(machineRequest, { ...YEAR, matricola: '' })).toEqual(['matricola: Serve una matricola']);
});
