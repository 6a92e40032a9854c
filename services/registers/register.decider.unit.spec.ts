import { registerEventOf } from '#contracts/core/facts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { catalogue } from '../../test/catalogue.ts';
import * as reading from '#contracts/core/fold.ts';
import { recordKey, type ReadEvent } from '#contracts/core/record-state.ts';
import { exampleOf, valuesOf } from '../../test/arbitraries.ts';
import type { Decision } from '#contracts/core/events.ts';
import * as deciding from './register.decider.ts';
import type { ResolvedCommand } from './register.decider.ts';

const fold = reading.fold.bind(null, catalogue);
const decide = deciding.decide.bind(null, catalogue);
const stateAtVersion = deciding.stateAtVersion.bind(null, catalogue);

const REGISTERS = catalogue.registers;
const knownRegister = catalogue.registerOrThrow;

/** A stream in memory for tests of the form given events, when a command, then decisions. */
class Scena {
  readonly def: AnyRegister;
  readonly eventi: ReadEvent[] = [];
  readonly padre: string | number | undefined;

  constructor(def: AnyRegister) {
    this.def = def;
    const above = def.parent && knownRegister(def.parent.register);
    if (!above) return;
    this.padre = above.key.kind === 'sequence' ? 41 : 'M 1/b';
    this.add([registerEventOf(above, 'created', { [above.key.field]: this.padre, ...exampleOf(above) })], 'mario');
    const needed = def.needs && knownRegister(def.needs.register);
    if (needed) this.add([registerEventOf(needed, 'created', { [needed.key.field]: 1, ...exampleOf(needed) })], 'mario');
  }

  get chiave(): string | number {
    if (this.def.parent?.field === this.def.key.field) return this.padre ?? '';
    return this.def.key.kind === 'sequence' ? 7 : 'K 7';
  }

  quando(command: Partial<ResolvedCommand> & Pick<ResolvedCommand, 'action'>, key = this.chiave): Decision[] {
    return decide(
      this.def,
      { register: this.def.path, key, parent: this.padre, ...command },
      { state: fold(this.eventi), events: this.eventi },
    );
  }

  fa(command: Partial<ResolvedCommand> & Pick<ResolvedCommand, 'action'>, utente = 'anna'): Decision[] {
    return this.add(this.quando(command), utente);
  }

  add(decisions: Decision[], utente: string): Decision[] {
    for (const decision of decisions) {
      const version = this.eventi.length + 1;
      this.eventi.push({ ...decision, version, metadata: { utente, at: `2026-01-01T00:00:${String(version % 60).padStart(2, '0')}Z` } });
    }
    return decisions;
  }

  get record() {
    return fold(this.eventi).get(recordKey(this.def.path, this.chiave));
  }
}

function code(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'nessun errore';
}

const full = (values: Values) => Object.fromEntries(Object.entries(values).filter(([, v]) => v !== null));

describe.each(REGISTERS.map((def) => [def.path, def] as const))('Il registro %s', (_path, def) => {
  const created = () => {
    const scena = new Scena(def);
    scena.fa({ action: 'create', values: exampleOf(def) });
    return scena;
  };
  const field = Object.keys(exampleOf(def)).find((name) => !def.fields[name]?.required);

  it('crea un record con la chiave e i valori dati, senza quelli vuoti', () => {
    const scena = new Scena(def);
    const [event, ...others] = scena.fa({ action: 'create', values: { ...exampleOf(def), ...(field ? { [field]: null } : {}) } });
    expect(others).toEqual([]);
    expect(event?.type).toBe(def.events.created);
    expect(event?.data).toMatchObject({ [def.key.field]: scena.chiave });
    expect(Object.values(event?.data ?? {})).not.toContain(null);
    expect(scena.record).toMatchObject({ exists: true, utente: 'anna' });
  });

  it('un secondo comando identico non cambia nulla', () => {
    const scena = created();
    expect(code(() => scena.quando({ action: 'create', values: exampleOf(def) }))).toBe('DUPLICATO');
    expect(scena.quando({ action: 'change', values: exampleOf(def) })).toEqual([]);
    const added = exampleOf(def, 900);
    scena.fa({ action: 'change', values: added });
    expect(scena.quando({ action: 'change', values: added })).toEqual([]);
    const version = scena.eventi.length;
    expect(scena.quando({ action: 'restore', version })).toEqual([]);
    scena.fa({ action: 'delete' });
    expect(code(() => scena.quando({ action: 'delete' }))).toBe('SCONOSCIUTO');
  });

  if (field)
    it('una modifica porta solo i campi che cambiano davvero; null svuota', () => {
      const scena = created();
      const [event] = scena.fa({ action: 'change', values: { ...exampleOf(def), [field]: null } });
      expect(event).toEqual({ type: def.events.changed, data: { [def.key.field]: scena.chiave, [field]: null } });
      expect(scena.record?.values[field]).toBeNull();
    });

  it('non cambia un record che non esiste o che è eliminato', () => {
    const scena = new Scena(def);
    for (const action of ['change', 'delete'] as const) expect(code(() => scena.quando({ action, values: {} }))).toBe('SCONOSCIUTO');
    expect(code(() => scena.quando({ action: 'restore', version: 1 }))).toBe('SCONOSCIUTO');
    const deleted = created();
    deleted.fa({ action: 'delete' });
    expect(code(() => deleted.quando({ action: 'change', values: exampleOf(def, 3) }))).toBe('SCONOSCIUTO');
  });

  it('rifiuta chi ha letto una versione superata e dice che cosa è cambiato, da chi e quando', () => {
    const scena = created();
    const read = scena.record?.version ?? 0;
    const added = exampleOf(def, 900);
    const [cambio] = scena.fa({ action: 'change', values: added }, 'bruno');
    expect(cambio).toBeDefined();
    for (const action of ['change', 'delete', 'restore'] as const) {
      expect(code(() => scena.quando({ action, values: added, version: read, readVersion: read }))).toBe('VERSIONE_SUPERATA');
    }
    try {
      scena.quando({ action: 'change', values: {}, readVersion: read });
    } catch (error) {
      expect((error as DomainError).dettagli.extra).toMatchObject({
        attuale: added,
        versione: scena.eventi.length,
        utente: 'bruno',
        quando: expect.any(String),
      });
    }
    expect(scena.quando({ action: 'change', values: added, readVersion: scena.eventi.length })).toEqual([]);
    // a version above the current one was never read
    expect(code(() => scena.quando({ action: 'change', values: added, readVersion: 999 }))).toBe('VERSIONE_SUPERATA');
  });

  it('ripristina i valori di una versione, anche di un record eliminato', () => {
    const scena = created();
    const before = scena.eventi.length;
    scena.fa({ action: 'change', values: exampleOf(def, 900) });
    scena.fa({ action: 'delete' });
    const [event] = scena.fa({ action: 'restore', version: before });
    expect(event?.type).toBe(def.events.restored);
    expect(scena.record?.exists).toBe(true);
    expect(full(scena.record?.values ?? {})).toMatchObject(exampleOf(def));
    expect(code(() => scena.quando({ action: 'restore', version: 999 }))).toBe('VERSIONE_SCONOSCIUTA');
    expect(code(() => scena.quando({ action: 'restore', version: 0 }))).toBe('VERSIONE_SCONOSCIUTA');
  });

  it("un record eliminato e ripristinato senza altro torna com'era", () => {
    const scena = created();
    const before = scena.record;
    scena.fa({ action: 'delete' });
    expect(scena.fa({ action: 'restore', version: before?.version })).toEqual([
      { type: def.events.restored, data: { [def.key.field]: scena.chiave } },
    ]);
    expect(scena.record?.values).toEqual(before?.values);
  });

  it('una chiave eliminata non si riusa; un figlio si può rifare', () => {
    const scena = created();
    scena.fa({ action: 'delete' });
    const redone = code(() => scena.quando({ action: 'create', values: exampleOf(def) }));
    expect(redone).toBe(def.parent ? 'nessun errore' : 'DUPLICATO');
  });

  const above = def.parent && knownRegister(def.parent.register);
  if (above)
    it('non esiste senza il suo padre', () => {
      const scena = created();
      scena.add([registerEventOf(above, 'deleted', { [above.key.field]: scena.padre ?? '' })], 'anna');
      for (const action of ['create', 'change', 'delete'] as const) {
        expect(code(() => scena.quando({ action, values: exampleOf(def, 5) }))).toBe('SCONOSCIUTO');
      }
    });

  it('qualunque serie di modifiche lascia gli ultimi valori, e ogni versione si ritrova', () => {
    fc.assert(
      fc.property(valuesOf(def), fc.array(valuesOf(def), { maxLength: 5 }), (born, changes) => {
        const scena = new Scena(def);
        scena.fa({ action: 'create', values: born });
        let expected = full(born);
        const photos = [[scena.eventi.length, expected] as const];
        for (const cambio of changes) {
          const events = scena.fa({ action: 'change', values: cambio });
          expected = full({ ...expected, ...cambio });
          if (events.length > 0) photos.push([scena.eventi.length, expected]);
          expect(scena.quando({ action: 'change', values: cambio })).toEqual([]);
        }
        for (const [version, values] of photos) {
          const record = stateAtVersion(scena.eventi, version).get(recordKey(def.path, scena.chiave));
          expect(full(record?.values ?? {})).toMatchObject(values);
          const copy = new Scena(def);
          copy.eventi.splice(0, copy.eventi.length, ...scena.eventi);
          copy.fa({ action: 'restore', version });
          expect(full(copy.record?.values ?? {})).toEqual(full(record?.values ?? {}));
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('Le regole dei singoli registri', () => {
  it('una macchina senza matricola è rifiutata con la frase della specifica', () => {
    const scena = new Scena(knownRegister('macchinari'));
    expect(() => scena.quando({ action: 'create', values: {} }, ' ')).toThrow('Attenzione la matricola non può essere vuota');
  });

  it.each([
    ['manutMacchinari', 'componente'],
    ['groupsPermissions', 'tableName'],
  ])('%s: due righe dello stesso padre non hanno lo stesso %s', (path, field) => {
    const def = knownRegister(path);
    const scena = new Scena(def);
    const values = exampleOf(def);
    scena.fa({ action: 'create', values });
    expect(code(() => scena.quando({ action: 'create', values }, 8))).toBe('DUPLICATO');
    const other = exampleOf(def, 31)[field] === values[field] ? exampleOf(def, 58) : exampleOf(def, 31);
    expect(other[field]).not.toBe(values[field]);
    scena.add(scena.quando({ action: 'create', values: other }, 8), 'anna');
    expect(code(() => scena.quando({ action: 'change', values: { [field]: values[field] ?? null } }, 8))).toBe('DUPLICATO');
    // once the first record is deleted its value is free, and after the value is taken the record cannot be restored
    scena.fa({ action: 'delete' });
    scena.add(scena.quando({ action: 'change', values: { [field]: values[field] ?? null } }, 8), 'anna');
    expect(code(() => scena.quando({ action: 'restore', version: 2 }))).toBe('DUPLICATO');
  });

  it('un figlio prende dal padre quello che la definizione dice, e lo segue quando cambia', () => {
    const scena = new Scena(knownRegister('produzione'));
    scena.fa({ action: 'create', values: { quantita: 2, data: '1999-01-01', commessa: 'ALTR' } });
    const header = fold(scena.eventi).get(recordKey('produzione_padre', 41))?.values;
    expect(scena.record?.values).toMatchObject({ data: header?.['data'], commessa: header?.['cantiere'] });
    const padre = knownRegister('produzione_padre');
    const change: ResolvedCommand = { register: padre.path, action: 'change', key: 41, values: { data: '2031-05-06' } };
    expect(decide(padre, change, { state: fold(scena.eventi) })).toEqual([
      // the parent's `commessa` is derived from `cantiere`, even if it was stored without one
      { type: padre.events.changed, data: { id: 41, data: '2031-05-06', commessa: header?.['cantiere'] } },
      { type: 'RigaProduzioneModificata.v1', data: { id: 7, data: '2031-05-06' } },
    ]);
  });

  it('quello che una regola fa dei valori si aggiunge a quelli mandati, e può rifiutare', () => {
    const scena = new Scena(knownRegister('produzione'));
    const derive = () => ({ prezzo: 2.5 });
    scena.add(scena.quando({ action: 'create', values: { quantita: 3 }, derive }), 'anna');
    expect(scena.record?.values).toMatchObject({ prezzo: 2.5, produzione: 7.5 });
    expect(scena.quando({ action: 'change', values: {}, derive })).toEqual([]);
    expect(scena.quando({ action: 'change', values: {}, derive: () => ({ prezzo: 4 }) })[0]?.data).toEqual({
      id: 7,
      prezzo: 4,
      produzione: 12,
    });
    expect(
      code(() =>
        scena.quando({
          action: 'change',
          values: {},
          derive: () => {
            throw new DomainError('NON_DEL_CANTIERE');
          },
        }),
      ),
    ).toBe('NON_DEL_CANTIERE');
  });

  it('un padre ha al massimo i figli che la definizione dice, e prima quello che gli serve', () => {
    const scena = new Scena(knownRegister('cantieri_wbs'));
    for (let key = 1; key <= 100; key++) scena.add(scena.quando({ action: 'create', values: { descrizione: `W${key}` } }, key), 'anna');
    expect(() => scena.quando({ action: 'create', values: {} }, 101)).toThrow('Limite massimo Wbs raggiunto!');
    const without = new Scena(knownRegister('cantieri_lavorazioni'));
    without.eventi.splice(1);
    expect(() => without.quando({ action: 'create', values: {} })).toThrow('Crea una Wbs');
  });

  it('il padre di una riga non si cambia con una modifica', () => {
    const scena = new Scena(knownRegister('manutMacchinari'));
    scena.fa({ action: 'create', values: { componente: 'olio_motore' } });
    expect(scena.quando({ action: 'change', values: { matricola: 'ALTRA' } })).toEqual([]);
    expect(scena.record?.values['matricola']).toBe(scena.padre);
  });
});

describe('un periodo', () => {
  const period = (values: Values, before: Values = {}) => {
    const scena = new Scena(cantieri);
    scena.fa({ action: 'create', values: before });
    return () => scena.quando({ action: 'change', values });
  };

  it('non finisce prima di cominciare, qualunque delle due date si cambi', () => {
    expect(
      code(() => new Scena(cantieri).quando({ action: 'create', values: { data_inizio: '2026-03-02', data_fine: '2026-03-01' } })),
    ).toBe('RICHIESTA_NON_VALIDA');
    expect(code(period({ data_fine: '2026-03-01' }, { data_inizio: '2026-03-02' }))).toBe('RICHIESTA_NON_VALIDA');
    expect(code(period({ data_inizio: '2026-03-02' }, { data_fine: '2026-03-01' }))).toBe('RICHIESTA_NON_VALIDA');
  });

  it('può durare un giorno, non avere fine, e non ferma chi cambia altro', () => {
    expect(code(period({ data_fine: '2026-03-02' }, { data_inizio: '2026-03-02' }))).toBe('nessun errore');
    expect(code(period({ data_fine: null }, { data_inizio: '2026-03-02', data_fine: '2026-03-03' }))).toBe('nessun errore');
    const scena = new Scena(cantieri);
    scena.add(
      [registerEventOf(cantieri, 'created', { commessa: scena.chiave, data_inizio: '2026-03-02', data_fine: '2026-03-01' })],
      'anna',
    );
    expect(code(() => scena.quando({ action: 'change', values: { committente: 'Anas' } }))).toBe('nessun errore');
  });
});
