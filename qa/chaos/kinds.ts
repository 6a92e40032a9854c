import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { accise } from '#contracts/registers/accise.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { NameOf, ValuesOf } from '#contracts/core/typed-record.ts';
import type { Random } from './random.ts';

/** Sites that the records of all writers reference. */
export const SITES = ['CA01', 'CA02', 'CA03'] as const;
export const MACHINES = ['MC01', 'MC02', 'MC03', 'MC04'] as const;
export const WORK = { lavorazione: 'PALI', wbs: 'GENERALE', manutenzione: 'TAGLIANDO' } as const;
/** Wbs that the writers choose in turn; enough that two consecutive changes of a record never choose the same one. */
export const PARTS: readonly string[] = Array.from({ length: 97 }, (_, i) => `Parte ${i}`);

/** Record generator of one register. */
export interface Kind {
  def: AnyRegister;
  /** Returns the values of a change. `n` is unique per writer, so that every change changes something. */
  changed(n: number, random: Random): Values;
  /** Returns further values that only a new record has. */
  created?(random: Random): Values;
  /** Returns the key, for registers whose keys people choose. */
  key?(writer: number, n: number): string;
  /** For child records: keys of possible parents; with `parentKind` instead, the parent is one of the writer's own records of that kind. */
  parents?: readonly string[];
  parentKind?: Kind;
  /** Fields with a further number that the portal assigns. */
  numbers?: readonly string[];
  /** Register of the children that copy values of this record. A change of the record changes each child in the same append. */
  carries?: AnyRegister;
}

/** Kind of a register's records; their values are checked against its definition. */
const kindOf = <D extends AnyRegister>(
  kind: Omit<Kind, 'def' | 'changed' | 'created' | 'numbers'> & {
    def: D;
    changed(n: number, random: Random): ValuesOf<D>;
    created?(random: Random): ValuesOf<D>;
    numbers?: readonly NameOf<D>[];
  },
): Kind => kind as Kind;

const day = (n: number): string => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

const days = kindOf({
  def: produzionePadre,
  changed: (n) => ({ data: day(n) }),
  created: (random) => ({ cantiere: random.pick(SITES) }),
  carries: produzione,
});

/**
 * Registers used by the writers: a plain numbered register; a register with references, deadlines and sums; a register with a second
 * assigned number; a register whose key people choose. Also children in streams shared by several writers, and a header whose lines change
 * with the header.
 */
export const KINDS: readonly Kind[] = [
  kindOf({ def: accise, changed: (n, random) => ({ data: day(n), matricola: random.pick(MACHINES), ore: n, minuti: random.below(60) }) }),
  kindOf({
    def: manutenzioni,
    changed: (n, random) => ({
      data: day(n),
      matricola: random.pick(MACHINES),
      cantiere: random.pick(SITES),
      descrizione: `Intervento ${n}`,
      ore_km: n,
      manutenzione: WORK.manutenzione,
      ore_scadenza: n + 250,
    }),
  }),
  kindOf({
    def: noleggi,
    changed: (n, random) => ({ descrizione: `Noleggio ${n}`, cantiere: random.pick(SITES), data_inizio: day(n) }),
    numbers: ['n_matricola'],
  }),
  kindOf({
    def: cantieri,
    changed: (n) => ({ committente: `Committente ${n}`, data_inizio: day(n) }),
    key: (writer, n) => `${String.fromCodePoint(68 + writer)}${n.toString(36).toUpperCase().padStart(3, '0')}`,
  }),
  kindOf({ def: cantieriWbs, changed: (n) => ({ descrizione: PARTS[n % PARTS.length]! }), parents: SITES }),
  days,
  kindOf({
    def: produzione,
    changed: (n) => ({ quantita: n + 1, note: `Riga ${n}` }),
    created: () => ({ lavorazione: WORK.lavorazione, wbs: WORK.wbs }),
    parentKind: days,
  }),
];
