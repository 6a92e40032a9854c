import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { accise } from '#contracts/registers/accise.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Random } from './random.ts';

/** Sites that all writers write about. */
export const SITES = ['CA01', 'CA02', 'CA03'] as const;
export const MACHINES = ['MC01', 'MC02', 'MC03', 'MC04'] as const;
export const WORK = { lavorazione: 'PALI', wbs: 'GENERALE', manutenzione: 'TAGLIANDO' } as const;
/** Wbs that the writers choose in turn: so many that no two changes of one record after each other choose the same. */
export const PARTS: readonly string[] = Array.from({ length: 97 }, (_, i) => `Parte ${i}`);

/** Record generator of one register. */
export interface Kind {
  def: AnyRegister;
  /** Values of a change; `n` never comes again for its writer, so that no change changes nothing. */
  changed(n: number, random: Random): Values;
  /** Further ones that only a new record has. */
  created?(random: Random): Values;
  /** Returns the key, for registers whose keys people choose. */
  key?(writer: number, n: number): string;
  /** Of a child: the parent is one of these, or one of the writer's own records of this kind. */
  parents?: readonly string[];
  parentKind?: Kind;
  /** Fields that hold a further number of the portal's own. */
  numbers?: readonly string[];
  /** Its children take values from it: a change of it is a change of each of them, in one append. */
  carries?: AnyRegister;
}

const day = (n: number): string => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

const days: Kind = {
  def: produzionePadre,
  changed: (n) => ({ data: day(n) }),
  created: (random) => ({ cantiere: random.pick(SITES) }),
  carries: produzione,
};

/**
 * A plain numbered register; one with references, deadlines and sums on the side; one with a second
 * number; one whose key people give; children that share a stream with those of other writers; a
 * header whose lines change with it.
 */
export const KINDS: readonly Kind[] = [
  { def: accise, changed: (n, random) => ({ data: day(n), matricola: random.pick(MACHINES), ore: n, minuti: random.below(60) }) },
  {
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
  },
  {
    def: noleggi,
    changed: (n, random) => ({ descrizione: `Noleggio ${n}`, cantiere: random.pick(SITES), data_inizio: day(n) }),
    numbers: ['n_matricola'],
  },
  {
    def: cantieri,
    changed: (n) => ({ committente: `Committente ${n}`, data_inizio: day(n) }),
    key: (writer, n) => `${String.fromCodePoint(68 + writer)}${n.toString(36).toUpperCase().padStart(3, '0')}`,
  },
  { def: cantieriWbs, changed: (n) => ({ descrizione: PARTS[n % PARTS.length]! }), parents: SITES },
  days,
  {
    def: produzione,
    changed: (n) => ({ quantita: n + 1, note: `Riga ${n}` }),
    created: () => ({ lavorazione: WORK.lavorazione, wbs: WORK.wbs }),
    parentKind: days,
  },
];
