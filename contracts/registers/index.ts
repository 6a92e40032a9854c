import { accise } from './accise.ts';
import type { Field } from '../core/fields.ts';
import type { AnyRegister } from '../core/define-register.ts';
import { cantieri } from './cantieri.ts';
import { cantieriLavorazioni } from './cantieri-lavorazioni.ts';
import { cantieriWbs } from './cantieri-wbs.ts';
import { costi } from './costi.ts';
import { datiMacchina } from './dati-macchina.ts';
import { elencoManutenzioni } from './elenco-manutenzioni.ts';
import { fotoNoleggi } from './foto-noleggi.ts';
import { groups } from './groups.ts';
import { groupsPermissions } from './groups-permissions.ts';
import { lavorazioni } from './lavorazioni.ts';
import { macchinari } from './macchinari.ts';
import { mansioni } from './mansioni.ts';
import { manutenzioni } from './manutenzioni.ts';
import { manutMacchinari } from './manut-macchinari.ts';
import { meccanici } from './meccanici.ts';
import { noleggi } from './noleggi.ts';
import { operatore } from './operatore.ts';
import { personale } from './personale.ts';
import { produzione } from './produzione.ts';
import { produzionePadre } from './produzione-padre.ts';
import { referenti } from './referenti.ts';
import { storicoNoleggi } from './storico-noleggi.ts';
import { tipologia } from './tipologia.ts';
import { tipologiaCosti } from './tipologia-costi.ts';
import { users } from './users.ts';
import { wbs } from './wbs.ts';

/** Every register of the portal. A new one is added here; its list and detail in the web come from it. */
export const REGISTERS: readonly AnyRegister[] = [
  tipologia,
  meccanici,
  elencoManutenzioni,
  referenti,
  lavorazioni,
  wbs,
  operatore,
  tipologiaCosti,
  mansioni,
  cantieri,
  cantieriWbs,
  cantieriLavorazioni,
  produzionePadre,
  produzione,
  costi,
  macchinari,
  datiMacchina,
  manutMacchinari,
  manutenzioni,
  accise,
  noleggi,
  storicoNoleggi,
  fotoNoleggi,
  personale,
  groups,
  groupsPermissions,
  users,
];

const BY_PATH = new Map(REGISTERS.map((def) => [def.path, def]));

/** The register of an API path, which is also the `tabella` of the history. */
export function register(path: string): AnyRegister | undefined {
  return BY_PATH.get(path);
}

/** A register that is known to be there: named by another definition, or by code. */
export function knownRegister(path: string): AnyRegister {
  const def = BY_PATH.get(path);
  if (!def) throw new Error(`there is no register ${path}`);
  return def;
}

/** The registers whose records live in the streams of this one. */
export function childrenOf(def: AnyRegister): AnyRegister[] {
  return REGISTERS.filter((child) => child.parent?.register === def.path);
}

/** How many records of other registers point to one (`GET api/riferimenti`). */
export interface References {
  /** Of the records that the reader may see. */
  totale: number;
  per: { tabella: string; etichetta: string; quanti: number }[];
  /** There are also some that the reader may not see; how many is not told. */
  altri: boolean;
}

/** Fields of other registers that hold a value of this one: what a deletion would leave dangling. */
export function referencesTo(def: AnyRegister): { def: AnyRegister; campo: string; valore: string; multiplo: boolean }[] {
  return REGISTERS.flatMap((other) =>
    Object.entries(other.fields).flatMap(([fieldName, field]) =>
      targetsOf(field).flatMap(({ register: path, value }) =>
        path === def.path ? [{ def: other, campo: fieldName, valore: value, multiplo: field.kind === 'multi' }] : [],
      ),
    ),
  );
}

/** The registers a field's value may come from. */
function targetsOf(field: Field): readonly { register: string; value: string }[] {
  if (field.kind !== 'ref' && field.kind !== 'multi') return [];
  return [field, ...(field.kind === 'ref' ? (field.also ?? []) : [])];
}

/** What is wrong with the registers taken together; reported all at once at start. */
export function checkRegisters(registers: readonly AnyRegister[] = REGISTERS): string[] {
  const problems: string[] = [];
  const paths = new Set<string>();
  const events = new Set<string>();
  for (const def of registers) {
    if (paths.has(def.path)) problems.push(`duplicate path ${def.path}`);
    paths.add(def.path);
    for (const name of [...Object.values(def.events), ...Object.keys(def.facts ?? {})]) {
      if (events.has(name)) problems.push(`${def.path}: event ${name} belongs to another register too`);
      events.add(name);
      if (!/^[A-Z][A-Za-z]+\.v\d+$/.test(name)) problems.push(`${def.path}: ${name} is no event name`);
    }
  }
  for (const def of registers) {
    if (def.parent && !paths.has(def.parent.register)) problems.push(`${def.path}: unknown parent ${def.parent.register}`);
    for (const [name, field] of Object.entries(def.fields)) {
      for (const { register: path, value } of targetsOf(field)) {
        const target = registers.find((one) => one.path === path);
        if (!target) problems.push(`${def.path}.${name}: unknown register ${path}`);
        const source = target?.fields[value];
        if (field.kind === 'multi' && source && !(source.kind === 'text' && source.withoutCommas))
          problems.push(`${path}.${value}: ${def.path}.${name} joins its values by commas, it must refuse them`);
      }
    }
  }
  return problems;
}
