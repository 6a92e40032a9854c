import type { AnyRegister } from '../core/define-register.ts';
import { etichettaDi } from '../core/define-register.ts';
import type { Field } from '../core/fields.ts';
import { registro } from '../registers/index.ts';
import type { VoceStorico } from '../core/history.ts';
import { campiInParole, recordDi } from '../core/history-in-words.ts';
import type { ColonnaFoglio, Grezzo, TipoCella } from './cells.ts';

/** A row as the list's query reads it. */
export type RigaLetta = Readonly<Record<string, unknown>>;

/** A column of a list as a file has it: the same label, kind and value as on the screen. */
export interface ColonnaEsportabile extends ColonnaFoglio {
  valore(riga: RigaLetta): Grezzo;
}

/** A list that can be written to a file whole. */
export interface ElencoEsportabile {
  /** Title of the list and name of its files. */
  titolo: string;
  /** In the middle of a sentence: "accise". */
  molti: string;
  /** By the name the screen gives the column. */
  colonne: ReadonlyMap<string, ColonnaEsportabile>;
}

/** The portal-wide trail, which is no register. */
export const STORICO = 'storico';

/** Columns that a screen makes of other values of the row. */
const CALCOLATE: Record<string, Record<string, ColonnaEsportabile>> = {
  macchinari: {
    manutenzione: { etichetta: 'Manutenzione', tipo: 'testo', valore: (riga) => semplice(riga['manutenzione_oltre']) },
  },
};

/** By the register's path, or `storico`. */
export function elencoEsportabile(tabella: string): ElencoEsportabile | undefined {
  if (tabella === STORICO) return { titolo: 'STORICO', molti: 'storico', colonne: COLONNE_STORICO };
  const def = registro(tabella);
  return def && { titolo: def.list.titolo, molti: def.etichette.molti, colonne: colonneDelRegistro(def) };
}

function colonneDelRegistro(def: AnyRegister): Map<string, ColonnaEsportabile> {
  const nomi = [def.key.field, ...Object.keys(def.fields), 'utente'];
  return new Map([
    ...nomi.map((nome) => [nome, colonnaDelCampo(def, nome)] as const),
    ...Object.entries(CALCOLATE[def.path] ?? {}),
  ]);
}

function colonnaDelCampo(def: AnyRegister, nome: string): ColonnaEsportabile {
  const campo = def.fields[nome];
  return {
    etichetta: campo?.colonna ?? etichettaDi(def, nome),
    tipo: tipoDi(campo),
    ...(campo?.kind === 'number' ? { decimali: campo.decimali } : {}),
    valore: (riga) => mostrato(campo, semplice(riga[nome])),
  };
}

function tipoDi(campo: Field | undefined): TipoCella {
  switch (campo?.kind) {
    // a year is no figure
    case 'number': return campo.anno ? 'testo' : 'numero';
    case 'money': return 'euro';
    case 'date': return 'data';
    case 'flag': return 'logico';
    default: return 'testo';
  }
}

/** A choice shows its label, which can differ from what is stored. */
const mostrato = (campo: Field | undefined, valore: Grezzo): Grezzo =>
  (campo?.kind === 'choice' ? (campo.opzioni.find((o) => o.valore === valore)?.etichetta ?? valore) : valore);

function semplice(valore: unknown): Grezzo {
  if (valore === null || valore === undefined) return null;
  return typeof valore === 'string' || typeof valore === 'number' || typeof valore === 'boolean' ? valore : JSON.stringify(valore);
}

const daVoce = (fai: (voce: VoceStorico) => Grezzo) => (riga: RigaLetta) => fai(riga as unknown as VoceStorico);
const COLONNE_STORICO: ReadonlyMap<string, ColonnaEsportabile> = new Map<string, ColonnaEsportabile>([
  ['quando', { etichetta: 'Quando', tipo: 'istante', valore: daVoce((v) => v.quando) }],
  ['nome', { etichetta: 'Chi', tipo: 'testo', valore: daVoce((v) => v.nome ?? v.utente) }],
  ['record', { etichetta: 'Record', tipo: 'testo', valore: daVoce(recordDi) }],
  ['frase', { etichetta: 'Che cosa', tipo: 'testo', valore: daVoce((v) => v.frase) }],
  ['campi', { etichetta: 'Campi', tipo: 'testo', valore: daVoce(campiInParole) }],
  ['utente', { etichetta: 'Utente', tipo: 'testo', valore: daVoce((v) => v.utente) }],
  ['evento', { etichetta: 'Evento', tipo: 'testo', valore: daVoce((v) => v.evento) }],
  ['motivo', { etichetta: 'Motivo', tipo: 'testo', valore: daVoce((v) => v.motivo) }],
]);
