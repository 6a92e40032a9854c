import { describe, expect, it } from 'vitest';
import { defineRegister, type AnyRegister } from '../core/define-register.ts';
import { keySchema, valuesSchema } from '../core/register-schema.ts';
import { date, document, ref, text } from '../core/fields.ts';
import { accise } from './accise.ts';
import { cantieri } from './cantieri.ts';
import { elencoManutenzioni } from './elenco-manutenzioni.ts';
import { lavorazioni } from './lavorazioni.ts';
import { catalogue } from '../catalogue.testing.ts';
import * as check from '../core/check-registers.ts';

const { registers: REGISTERS, register, childrenOf, referencesTo } = catalogue;
const checkRegisters = (registers: readonly AnyRegister[] = REGISTERS) => check.checkRegisters(registers);

const bozza = (over: Partial<AnyRegister> = {}): AnyRegister => ({ ...accise, ...over });

describe('i registri', () => {
  it('tutti insieme sono in ordine', () => expect(checkRegisters()).toEqual([]));

  it('un percorso doppio, un evento doppio e un riferimento ignoto si vedono tutti insieme', () => {
    const problems = checkRegisters([bozza(), bozza({ fields: { ...accise.fields, cantiere: ref('C', 'inesistente', 'x') } as never })]);
    expect(problems).toContain('duplicate path accise');
    expect(problems.some((p) => p.includes('AccisaRegistrata.v1 belongs'))).toBe(true);
    expect(problems).toContain('accise.cantiere: unknown register inesistente');
  });

  it('un campo rinominato si vede in ogni registro che lo nomina', () => {
    const without = (path: string, field: string): readonly AnyRegister[] =>
      REGISTERS.map((def) =>
        def.path === path
          ? ({ ...def, fields: Object.fromEntries(Object.entries(def.fields).filter(([name]) => name !== field)) } as AnyRegister)
          : def,
      );
    const shown = checkRegisters(without('cantieri', 'committente'));
    expect(shown).toContain('accise.cantiere: cantieri has no field committente');
    expect(shown.length).toBeGreaterThan(5);
    expect(checkRegisters(without('lavorazioni', 'descrizione'))).toContain('cantieri.lavorazioni: lavorazioni has no field descrizione');
    expect(checkRegisters(without('cantieri_wbs', 'descrizione'))).toContain('produzione.wbs: cantieri_wbs has no field descrizione');
    expect(checkRegisters(without('produzione', 'commessa'))).toContain('produzione.wbs: produzione has no field commessa');
  });

  it('dove più voci si uniscono con la virgola, la voce la rifiuta', () => {
    const loose = { ...lavorazioni, fields: { ...lavorazioni.fields, descrizione: text('Descrizione') } } as AnyRegister;
    expect(checkRegisters([cantieri, loose, ...REGISTERS.filter(({ path }) => path !== 'cantieri' && path !== 'lavorazioni')])).toEqual([
      'lavorazioni.descrizione: cantieri.lavorazioni joins its values by commas, it must refuse them',
    ]);
    for (const [def, values] of [
      [lavorazioni, { descrizione: 'PALI, TIRANTI' }],
      [elencoManutenzioni, { Descrizione: 'Olio, filtri' }],
    ] as const) {
      expect(valuesSchema(def, 'create').safeParse(values).error?.issues[0]?.message).toMatch(/^Non può contenere virgole/);
    }
    expect(valuesSchema(lavorazioni, 'create').parse({ descrizione: 'PALI; TIRANTI' })).toEqual({ descrizione: 'PALI; TIRANTI' });
  });

  it('una colonna che non è un campo ferma il processo', () => {
    expect(() => defineRegister(bozza({ list: { ...accise.list, columns: ['data', 'inventata'] } }))).toThrow('unknown field inventata');
  });

  it.each([
    ['list.columns', { list: { ...accise.list, columns: ['inventata'] } }],
    ['list.optional', { list: { ...accise.list, optional: ['inventata'] } }],
    ['list.sort', { list: { ...accise.list, sort: '-inventata' } }],
    ['list.search', { list: { ...accise.list, search: ['inventata'] } }],
    ['list.scadenze', { list: { ...accise.list, scadenze: ['inventata'] } }],
    ['name', { name: ['inventata'] }],
    ['form', { form: { ...accise.form, sections: [{ rows: [['data'], ['inventata']] }] } }],
  ] as const)('in %s un nome che non è un campo si dice, con il suo posto', (place, over) => {
    expect(() => defineRegister(bozza(over as never))).toThrow(`accise: ${place} names the unknown field inventata`);
  });

  it('un documento scade con una data', () => {
    expect(() =>
      defineRegister(bozza({ ownsFile: () => true, fields: { ...accise.fields, d: document('D', 'D', 'matricola') } as never })),
    ).toThrow('which is no date');
    expect(() =>
      defineRegister(bozza({ ownsFile: () => true, fields: { ...accise.fields, s: date('S'), d: document('D', 'D', 's') } as never })),
    ).not.toThrow();
    expect(() => defineRegister(bozza({ fields: { ...accise.fields, d: document('D', 'D') } }))).toThrow(/ownsFile/);
  });

  it('il nome di un evento di eliminazione contiene Eliminat', () => {
    for (const def of REGISTERS) expect(def.events.deleted).toMatch(/Eliminat/);
  });

  it('i figli e i riferimenti si trovano dalle definizioni', () => {
    const macchinari = register('macchinari')!;
    expect(childrenOf(macchinari).map((f) => f.path)).toEqual(['datiMacchina', 'manutMacchinari']);
    expect(childrenOf(register('noleggi')!).map((f) => f.path)).toEqual(['storicoNoleggi', 'fotoNoleggi']);
    expect(referencesTo(macchinari).map((r) => `${r.def.path}.${r.campo}`)).toEqual([
      'produzione.attrezzatura',
      'manutenzioni.matricola',
      'guasti.matricola',
      'accise.matricola',
      'curve_consumo.matricola',
    ]);
    expect(referencesTo(register('noleggi')!).map((r) => `${r.def.path}.${r.campo}=${r.valore}`)).toEqual([
      'produzione.attrezzatura=matricola',
    ]);
    expect(referencesTo(register('tipologia')!).map((r) => `${r.def.path}.${r.campo}`)).toEqual([
      'macchinari.tipologia',
      'punti_controllo.tipologia',
      'noleggi.tipologia',
      'requisiti.tipologia',
    ]);
  });
});

describe('lo schema di un record', () => {
  const required = register('tipologia')!;

  it('lascia cadere i nomi che non conosce e tiene quelli assenti assenti', () => {
    expect(valuesSchema(bozza(), 'change').parse({ ore: '7', utente: 'altri', id: 4, ['__proto__x']: 1 })).toEqual({ ore: 7 });
  });

  it('un campo obbligatorio serve alla creazione e non si svuota dopo', () => {
    expect(valuesSchema(required, 'create').safeParse({}).success).toBe(false);
    expect(valuesSchema(required, 'change').safeParse({}).success).toBe(true);
    expect(valuesSchema(required, 'change').safeParse({ tipologia: '' }).success).toBe(false);
  });

  it('una chiave naturale non esce dal suo nome, una numerica è un intero positivo', () => {
    const natural = keySchema(register('macchinari')!);
    expect(natural.parse(' A 01-b ')).toBe('A 01-b');
    for (const bad of ['', '   ', '../x', 'a/b', '..', 'a\u0000', 'x'.repeat(51), null, {}])
      expect(natural.safeParse(bad).success).toBe(false);
    const sequence = keySchema(bozza());
    expect(sequence.parse('12')).toBe(12);
    for (const bad of [0, -1, 1.5, 'a', '1e3', '', null, 2 ** 60]) expect(sequence.safeParse(bad).success).toBe(false);
  });

  it('il testo di ogni registro ha le sue etichette', () => {
    for (const def of REGISTERS) for (const field of Object.values(def.fields)) expect(field.label, def.path).not.toBe('');
    expect(text('X').max).toBe(255);
  });
});
