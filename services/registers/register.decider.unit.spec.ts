import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister, Valori } from '#contracts/core/define-register.ts';
import { REGISTRI, registro } from '#contracts/registers/index.ts';
import { chiaveRecord, rileggi, type EventoLetto } from '#contracts/core/history.ts';
import { esempioDi, valoriDi } from '../../test/arbitraries.ts';
import { decide, statoAllaVersione, type ComandoRisolto, type Decisione } from './register.decider.ts';

/** A stream in memory: given its events, when a command, then what is recorded. */
class Scena {
  readonly def: AnyRegister;
  readonly eventi: EventoLetto[] = [];
  readonly padre: string | number | undefined;

  constructor(def: AnyRegister) {
    this.def = def;
    const sopra = def.parent && registro(def.parent.register);
    if (!sopra) return;
    this.padre = sopra.key.kind === 'sequence' ? 41 : 'M 1/b';
    this.registra([{ type: sopra.events.created, data: { [sopra.key.field]: this.padre, ...esempioDi(sopra) } }], 'mario');
  }

  get chiave(): string | number {
    if (this.def.parent?.field === this.def.key.field) return this.padre ?? '';
    return this.def.key.kind === 'sequence' ? 7 : 'K 7';
  }

  quando(comando: Partial<ComandoRisolto> & Pick<ComandoRisolto, 'azione'>, chiave = this.chiave): Decisione[] {
    return decide(this.def, { registro: this.def.path, chiave, padre: this.padre, ...comando }, rileggi(this.eventi), this.eventi);
  }

  fa(comando: Partial<ComandoRisolto> & Pick<ComandoRisolto, 'azione'>, utente = 'anna'): Decisione[] {
    return this.registra(this.quando(comando), utente);
  }

  registra(decisioni: Decisione[], utente: string): Decisione[] {
    for (const decisione of decisioni) {
      const version = this.eventi.length + 1;
      this.eventi.push({ ...decisione, version, metadata: { utente, at: `2026-01-01T00:00:${String(version % 60).padStart(2, '0')}Z` } });
    }
    return decisioni;
  }

  get record() {
    return rileggi(this.eventi).get(chiaveRecord(this.def.path, this.chiave));
  }
}

function codice(azione: () => unknown): string {
  try {
    azione();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'nessun errore';
}

const pieni = (valori: Valori) => Object.fromEntries(Object.entries(valori).filter(([, v]) => v !== null));

describe.each(REGISTRI.map((def) => [def.path, def] as const))('Il registro %s', (_path, def) => {
  const creata = () => {
    const scena = new Scena(def);
    scena.fa({ azione: 'crea', valori: esempioDi(def) });
    return scena;
  };
  const campo = Object.keys(def.fields).find((nome) => nome !== def.parent?.field && !def.fields[nome]?.obbligatorio);

  it('crea un record con la chiave e i valori dati, senza quelli vuoti', () => {
    const scena = new Scena(def);
    const [evento, ...altri] = scena.fa({ azione: 'crea', valori: { ...esempioDi(def), ...(campo ? { [campo]: null } : {}) } });
    expect(altri).toEqual([]);
    expect(evento?.type).toBe(def.events.created);
    expect(evento?.data).toMatchObject({ [def.key.field]: scena.chiave });
    expect(Object.values(evento?.data ?? {})).not.toContain(null);
    expect(scena.record).toMatchObject({ esiste: true, utente: 'anna' });
  });

  it('un secondo comando identico non cambia nulla', () => {
    const scena = creata();
    expect(codice(() => scena.quando({ azione: 'crea', valori: esempioDi(def) }))).toBe('DUPLICATO');
    expect(scena.quando({ azione: 'modifica', valori: esempioDi(def) })).toEqual([]);
    const nuovi = esempioDi(def, 900);
    scena.fa({ azione: 'modifica', valori: nuovi });
    expect(scena.quando({ azione: 'modifica', valori: nuovi })).toEqual([]);
    const versione = scena.eventi.length;
    expect(scena.quando({ azione: 'ripristina', versione })).toEqual([]);
    scena.fa({ azione: 'elimina' });
    expect(codice(() => scena.quando({ azione: 'elimina' }))).toBe('SCONOSCIUTO');
  });

  if (campo) it('una modifica porta solo i campi che cambiano davvero; null svuota', () => {
    const scena = creata();
    const [evento] = scena.fa({ azione: 'modifica', valori: { ...esempioDi(def), [campo]: null } });
    expect(evento).toEqual({ type: def.events.changed, data: { [def.key.field]: scena.chiave, [campo]: null } });
    expect(scena.record?.valori[campo]).toBeNull();
  });

  it('non cambia un record che non esiste o che è eliminato', () => {
    const scena = new Scena(def);
    for (const azione of ['modifica', 'elimina'] as const) expect(codice(() => scena.quando({ azione, valori: {} }))).toBe('SCONOSCIUTO');
    expect(codice(() => scena.quando({ azione: 'ripristina', versione: 1 }))).toBe('SCONOSCIUTO');
    const eliminata = creata();
    eliminata.fa({ azione: 'elimina' });
    expect(codice(() => eliminata.quando({ azione: 'modifica', valori: esempioDi(def, 3) }))).toBe('SCONOSCIUTO');
  });

  it('rifiuta chi ha letto una versione superata e dice che cosa è cambiato, da chi e quando', () => {
    const scena = creata();
    const letta = scena.record?.versione ?? 0;
    const nuovi = esempioDi(def, 900);
    const [cambio] = scena.fa({ azione: 'modifica', valori: nuovi }, 'bruno');
    expect(cambio).toBeDefined();
    for (const azione of ['modifica', 'elimina', 'ripristina'] as const) {
      expect(codice(() => scena.quando({ azione, valori: nuovi, versione: letta, versioneLetta: letta }))).toBe('VERSIONE_SUPERATA');
    }
    try {
      scena.quando({ azione: 'modifica', valori: {}, versioneLetta: letta });
    } catch (error) {
      expect((error as DomainError).dettagli.extra).toMatchObject({ attuale: nuovi, versione: scena.eventi.length, utente: 'bruno', quando: expect.any(String) });
    }
    expect(scena.quando({ azione: 'modifica', valori: nuovi, versioneLetta: scena.eventi.length })).toEqual([]);
  });

  it('ripristina i valori di una versione, anche di un record eliminato', () => {
    const scena = creata();
    const prima = scena.eventi.length;
    scena.fa({ azione: 'modifica', valori: esempioDi(def, 900) });
    scena.fa({ azione: 'elimina' });
    const [evento] = scena.fa({ azione: 'ripristina', versione: prima });
    expect(evento?.type).toBe(def.events.restored);
    expect(scena.record?.esiste).toBe(true);
    expect(pieni(scena.record?.valori ?? {})).toMatchObject(esempioDi(def));
    expect(codice(() => scena.quando({ azione: 'ripristina', versione: 999 }))).toBe('VERSIONE_SCONOSCIUTA');
    expect(codice(() => scena.quando({ azione: 'ripristina', versione: 0 }))).toBe('VERSIONE_SCONOSCIUTA');
  });

  it('un record eliminato e ripristinato senza altro torna com\'era', () => {
    const scena = creata();
    const prima = scena.record;
    scena.fa({ azione: 'elimina' });
    expect(scena.fa({ azione: 'ripristina', versione: prima?.versione })).toEqual([{ type: def.events.restored, data: { [def.key.field]: scena.chiave } }]);
    expect(scena.record?.valori).toEqual(prima?.valori);
  });

  it('una chiave eliminata non si riusa; un figlio si può rifare', () => {
    const scena = creata();
    scena.fa({ azione: 'elimina' });
    const rifatta = codice(() => scena.quando({ azione: 'crea', valori: esempioDi(def) }));
    expect(rifatta).toBe(def.parent ? 'nessun errore' : 'DUPLICATO');
  });

  const sopra = def.parent && registro(def.parent.register);
  if (sopra) it('non esiste senza il suo padre', () => {
    const scena = creata();
    scena.registra([{ type: sopra.events.deleted, data: { [sopra.key.field]: scena.padre ?? '' } }], 'anna');
    for (const azione of ['crea', 'modifica', 'elimina'] as const) {
      expect(codice(() => scena.quando({ azione, valori: esempioDi(def, 5) }))).toBe('SCONOSCIUTO');
    }
  });

  it('qualunque serie di modifiche lascia gli ultimi valori, e ogni versione si ritrova', () => {
    fc.assert(fc.property(valoriDi(def), fc.array(valoriDi(def), { maxLength: 5 }), (nati, cambi) => {
      const scena = new Scena(def);
      scena.fa({ azione: 'crea', valori: nati });
      let attesi = pieni(nati);
      const fotografie = [[scena.eventi.length, attesi] as const];
      for (const cambio of cambi) {
        const eventi = scena.fa({ azione: 'modifica', valori: cambio });
        attesi = pieni({ ...attesi, ...cambio });
        if (eventi.length > 0) fotografie.push([scena.eventi.length, attesi]);
        expect(scena.quando({ azione: 'modifica', valori: cambio })).toEqual([]);
      }
      for (const [versione, valori] of fotografie) {
        const record = statoAllaVersione(scena.eventi, versione).get(chiaveRecord(def.path, scena.chiave));
        expect(pieni(record?.valori ?? {})).toMatchObject(valori);
        const copia = new Scena(def);
        copia.eventi.splice(0, copia.eventi.length, ...scena.eventi);
        copia.fa({ azione: 'ripristina', versione });
        expect(pieni(copia.record?.valori ?? {})).toEqual(pieni(record?.valori ?? {}));
      }
    }), { numRuns: 25 });
  });
});

describe('Le regole dei singoli registri', () => {
  it('una macchina senza matricola è rifiutata con la frase della specifica', () => {
    const scena = new Scena(registro('macchinari') as AnyRegister);
    expect(() => scena.quando({ azione: 'crea', valori: {} }, ' ')).toThrow('Attenzione la matricola non può essere vuota');
  });

  it.each([['manutMacchinari', 'componente'], ['groupsPermissions', 'tableName']])('%s: due righe dello stesso padre non hanno lo stesso %s', (path, campo) => {
    const def = registro(path) as AnyRegister;
    const scena = new Scena(def);
    const valori = esempioDi(def);
    scena.fa({ azione: 'crea', valori });
    expect(codice(() => scena.quando({ azione: 'crea', valori }, 8))).toBe('DUPLICATO');
    const altro = esempioDi(def, 31)[campo] === valori[campo] ? esempioDi(def, 58) : esempioDi(def, 31);
    expect(altro[campo]).not.toBe(valori[campo]);
    scena.registra(scena.quando({ azione: 'crea', valori: altro }, 8), 'anna');
    expect(codice(() => scena.quando({ azione: 'modifica', valori: { [campo]: valori[campo] ?? null } }, 8))).toBe('DUPLICATO');
    // the first one goes, its value is free, and then it cannot come back
    scena.fa({ azione: 'elimina' });
    scena.registra(scena.quando({ azione: 'modifica', valori: { [campo]: valori[campo] ?? null } }, 8), 'anna');
    expect(codice(() => scena.quando({ azione: 'ripristina', versione: 2 }))).toBe('DUPLICATO');
  });

  it('il padre di una riga non si cambia con una modifica', () => {
    const scena = new Scena(registro('manutMacchinari') as AnyRegister);
    scena.fa({ azione: 'crea', valori: { componente: 'olio_motore' } });
    expect(scena.quando({ azione: 'modifica', valori: { matricola: 'ALTRA' } })).toEqual([]);
    expect(scena.record?.valori['matricola']).toBe(scena.padre);
  });
});
