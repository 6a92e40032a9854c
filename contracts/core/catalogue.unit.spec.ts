import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCatalogue } from './catalogue.ts';
import { declaredEvents } from './declared-events.ts';
import type { ModuleDefinition } from './define-module.ts';
import type { EventSchemas, ModuleFacts } from './facts.ts';
import { defineRegister, type AnyRegister } from './define-register.ts';
import { exampleRegister, exampleModule as itself, exampleEvents, exampleCatalogue } from './example-register.testing.ts';
import type { Chronicle } from './chronicle.ts';

const nothing = z.strictObject({});
const module: ModuleDefinition & { events: EventSchemas } = { ...itself, events: exampleEvents };
/** A module definition with its events and upcasts. */
type Tried = ModuleDefinition & { events?: EventSchemas } & Pick<ModuleFacts, 'upcasts'>;
const refused = (...modules: readonly Tried[]): string[] => {
  try {
    createCatalogue(
      modules,
      declaredEvents(modules.flatMap(({ name: of, events, ...others }) => (events ? [{ of, events, ...others }] : []))),
    );
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};
const other = (over: Partial<AnyRegister>): AnyRegister => ({
  ...exampleRegister,
  path: 'altri',
  facts: {},
  events: { created: 'AltroRegistrato.v1', changed: 'AltroModificato.v1', deleted: 'AltroEliminato.v1', restored: 'AltroRipristinato.v1' },
  ...over,
});
/** Creates an upcast to another type with empty data. */
const as = (to: string) => ({ to, data: () => ({}) });
const chronicle = (path: string, ...types: string[]): Chronicle => ({
  path,
  access: { area: 'report', write: 'area' },
  labels: { one: 'calcolo' },
  key: { field: 'numero', label: 'Numero' },
  fields: {},
  events: Object.fromEntries(types.map((type) => [type, () => ({ sentence: 'ha calcolato', values: {} })])),
  route: '/',
});

describe('a catalogue', () => {
  it('of one register knows its events, its children and what its lists carry', () => {
    expect([...exampleCatalogue.events.keys()]).toEqual([
      ...Object.values(exampleRegister.events),
      'AttrezzoTarato.v1',
      'DocumentoCaricato.v1',
      'DocumentoEliminato.v1',
      'DocumentoRinominato.v1',
      'DocumentoRinnovato.v1',
      'DocumentoOscurato.v1',
      'DocumentoAperto.v1',
    ]);
    expect([
      exampleCatalogue.register('attrezzi'),
      exampleCatalogue.registerOrThrow('attrezzi'),
      exampleCatalogue.register('macchinari'),
    ]).toEqual([exampleRegister, exampleRegister, undefined]);
    expect(() => exampleCatalogue.registerOrThrow('macchinari')).toThrow('there is no register macchinari');
    expect([exampleCatalogue.childrenOf(exampleRegister), exampleCatalogue.referencesTo(exampleRegister)]).toEqual([[], []]);
    expect([exampleCatalogue.computedOf(exampleRegister), exampleCatalogue.filtersOf(exampleRegister)]).toEqual([
      { tonnellate: 'numeric' },
      ['pesanti'],
    ]);
  });

  it('knows who signs in by the register that holds the accounts', () => {
    const accounts = other({ accounts: { fullName: 'nome' } });
    expect(createCatalogue([itself, { name: 'altri', registers: [accounts] }]).accounts).toEqual({ def: accounts, fullName: 'nome' });
    expect(exampleCatalogue.accounts).toBeUndefined();
    expect(() => defineRegister(other({ accounts: { fullName: 'cognome' } }))).toThrow('altri: accounts names the unknown field cognome');
    expect(() => defineRegister(other({ forgottenAs: () => ({ cognome: 'X' }) }))).toThrow(
      'altri: forgottenAs names the unknown field cognome',
    );
  });

  it('takes events of older versions that end in one of now, by however many steps', () => {
    const chain = { 'AttrezzoPesato.v1': as('AttrezzoPesato.v2'), 'AttrezzoPesato.v2': as('AttrezzoModificato.v1') };
    expect(refused({ ...module, upcasts: chain })).toEqual([]);
    expect([...exampleCatalogue.upcasts.keys()].filter((type) => exampleCatalogue.events.has(type))).toEqual([]);
  });

  it('says everything that does not fit at once', () => {
    const wrong = { name: 'attrezzi', registers: [other({ path: 'attrezzi' })], events: { 'senza versione': nothing } };
    expect(refused(module, wrong)).toEqual([
      'duplicate path attrezzi',
      'two modules are called attrezzi',
      'attrezzi: senza versione is no event name',
    ]);
  });

  it.each([
    ['an event declared twice', [module, { name: 'altro', events: exampleEvents }], 'altro: AttrezzoTarato.v1 is declared by attrezzi too'],
    [
      'an event of a register',
      [module, { name: 'altro', events: { 'AttrezzoEliminato.v1': nothing } }],
      'altro: AttrezzoEliminato.v1 is an event of every record already',
    ],
    [
      'an event of documents',
      [{ name: 'altro', events: { 'DocumentoCaricato.v1': nothing } }],
      'altro: DocumentoCaricato.v1 is an event of every record already',
    ],
    [
      'a fact without its data',
      [{ name: 'attrezzi', registers: [exampleRegister] }],
      'attrezzi: the data of AttrezzoTarato.v1 are not declared',
    ],
    [
      'a chronicle without its data',
      [{ name: 'conti', chronicles: [chronicle('conti', 'ContoFatto.v1')] }],
      'conti: the data of ContoFatto.v1 are not declared',
    ],
    [
      'a chronicle with the path of a register',
      [module, { name: 'conti', chronicles: [chronicle('attrezzi')] }],
      'duplicate path attrezzi',
    ],
    [
      'a parent that is not there',
      [{ name: 'altri', registers: [other({ parent: { register: 'nessuno', field: 'x' } })] }],
      'altri: unknown parent nessuno',
    ],
    [
      'an event of two registers',
      [{ name: 'due', registers: [other({}), other({ path: 'ancora' })] }],
      'ancora: event AltroRegistrato.v1 belongs to another register too',
    ],
    [
      'a computed value of another module’s register',
      [module, { name: 'altro', computed: { attrezzi: { x: 'text' } } }],
      'altro: computed of attrezzi, which is no register of this module',
    ],
    [
      'two registers of accounts',
      [
        module,
        {
          name: 'altri',
          registers: [other({ accounts: { fullName: 'nome' } }), other({ path: 'ancora', accounts: { fullName: 'nome' } })],
        },
      ],
      'only one register can hold the accounts, not altri and ancora',
    ],
    [
      'an old event read as one that nobody declares',
      [{ ...module, upcasts: { 'AttrezzoPesato.v1': as('AttrezzoPesato.v2') } }],
      'attrezzi: AttrezzoPesato.v1 is read as AttrezzoPesato.v2, which no module declares',
    ],
    [
      'an old event that is no old one',
      [{ ...module, upcasts: { 'AttrezzoTarato.v1': as('AttrezzoModificato.v1') } }],
      'attrezzi: AttrezzoTarato.v1 is read as AttrezzoModificato.v1, and may still be recorded',
    ],
    [
      'an old event of a register that is no old one',
      [{ ...module, upcasts: { 'AttrezzoEliminato.v1': as('AttrezzoTarato.v1') } }],
      'attrezzi: AttrezzoEliminato.v1 is read as AttrezzoTarato.v1, and may still be recorded',
    ],
    [
      'an old event that two modules read',
      [
        { ...module, upcasts: { 'AttrezzoPesato.v1': as('AttrezzoTarato.v1') } },
        { name: 'altro', events: {}, upcasts: { 'AttrezzoPesato.v1': as('AttrezzoModificato.v1') } },
      ],
      'altro: how AttrezzoPesato.v1 is read is said by attrezzi too',
    ],
    [
      'old events that become each other',
      [{ ...module, upcasts: { 'AttrezzoPesato.v1': as('AttrezzoPesato.v2'), 'AttrezzoPesato.v2': as('AttrezzoPesato.v1') } }],
      'attrezzi: AttrezzoPesato.v2 is read as itself in the end',
    ],
    ['an old event that is none', [{ ...module, upcasts: { pesato: as('AttrezzoTarato.v1') } }], 'attrezzi: pesato is no event name'],
    [
      'a filter called like a field',
      [{ name: 'altri', registers: [other({})], filters: { altri: ['peso'] } }],
      'altri: altri has a field peso already',
    ],
  ] as const)('refuses %s', (_what, modules, problem) => {
    expect(refused(...modules)).toContain(problem);
  });

  it('holds the data of the own events to kinds and names, not to the limits of the day', () => {
    const fits = (type: string, data: object) => exampleCatalogue.events.get(type)!.schema().safeParse(data).success;
    expect(fits('AttrezzoRegistrato.v1', { matricola: 'T1', nome: 'x'.repeat(9000), peso: -1, scheda: null })).toBe(true);
    expect(fits('AttrezzoRegistrato.v1', { nome: 'Trapano' })).toBe(false);
    expect(fits('AttrezzoModificato.v1', { matricola: 'T1', peso: '3' })).toBe(false);
    expect(fits('AttrezzoRipristinato.v1', { matricola: 'T1', peso: '3' })).toBe(true);
    expect(fits('AttrezzoRipristinato.v1', { matricola: 'T1', peso: true })).toBe(false);
    expect(fits('AttrezzoModificato.v1', { matricola: 'T1', colore: 'rosso' })).toBe(false);
    expect(fits('AttrezzoEliminato.v1', { matricola: 'T1', nome: 'Trapano' })).toBe(false);
  });
});
