import { z } from 'zod';
import { DomainError } from '#contracts/errors.ts';
import { isCalendarDate } from '#contracts/dates.ts';
import type { AnyRegister } from '#contracts/registri/define-register.ts';
import { datiNonValidi } from './problem.ts';

const scalare = z.union([z.string().max(500), z.number()]);
const condizione = z.union([
  scalare,
  z.null(),
  z.array(z.union([scalare, z.null()])).max(500),
  z.strictObject({ diverso: z.union([scalare, z.array(scalare).max(500)]) }),
  z.strictObject({ da: scalare.optional(), a: scalare.optional() }),
  z.strictObject({ contiene: z.string().max(200) }),
  z.strictObject({ vuoto: z.boolean() }),
]);

/** One condition of a list: on a field, or one of the named sets (`scaduti`, `manutenzione`). */
export type Condizione = z.infer<typeof condizione>;
export type Filtri = Record<string, Condizione | boolean>;

export interface RichiestaElenco {
  /** Absent: everything, unpaged, as the specification's own client expects. */
  pagina?: number;
  righe?: number;
  ordina?: string;
  cerca?: string;
  filtri?: Filtri;
}

const PAROLE = ['pagina', 'righe', 'ordina', 'cerca', 'filtri'] as const;
const intero = (max: number) => z.string().regex(/^\d{1,9}$/, { error: 'Serve un numero intero' }).transform(Number)
  .refine((n) => n >= 1 && n <= max, { error: `Serve un numero da 1 a ${max}` });

const schema = z.object({
  pagina: intero(1_000_000).optional(),
  righe: intero(500).optional(),
  ordina: z.string().max(80).optional(),
  cerca: z.string().max(200, { error: 'Al massimo 200 caratteri' }).optional(),
  filtri: z.string().max(20_000).optional(),
});

/** `null` when the query asks for no page, order, search or filter: then the whole list is meant. */
export function leggiElenco(def: AnyRegister, query: Record<string, unknown>): RichiestaElenco | null {
  if (!PAROLE.some((parola) => query[parola] !== undefined)) return null;
  const letto = schema.safeParse(query);
  if (!letto.success) throw datiNonValidi(letto.error);
  const { filtri, ordina, ...resto } = letto.data;
  if (ordina !== undefined && !nomiOrdinabili(def).has(ordina.replace(/^-/, ''))) throw campoErrato('ordina', `Non si può ordinare per ${ordina}`);
  return {
    pagina: resto.pagina ?? 1,
    righe: resto.righe ?? def.list.pageSize,
    ...(resto.cerca?.trim() ? { cerca: resto.cerca.trim() } : {}),
    ...(ordina ? { ordina } : {}),
    ...(filtri ? { filtri: leggiFiltri(def, filtri) } : {}),
  };
}

/** Names that may be ordered by or filtered on. */
export function nomiOrdinabili(def: AnyRegister): Set<string> {
  const calcolati = def.path === 'macchinari' ? ['ore_tot', 'manutenzione_oltre'] : [];
  return new Set([...Object.keys(def.fields), def.key.field, 'utente', 'versione', 'creato', 'modificato', ...calcolati]);
}

const INSIEMI = ['scaduti', 'manutenzione'];

function leggiFiltri(def: AnyRegister, testo: string): Filtri {
  let grezzi: unknown;
  try {
    grezzi = JSON.parse(testo);
  } catch {
    throw campoErrato('filtri', 'Serve un oggetto JSON');
  }
  if (typeof grezzi !== 'object' || grezzi === null || Array.isArray(grezzi)) throw campoErrato('filtri', 'Serve un oggetto JSON');
  const nomi = nomiOrdinabili(def);
  const filtri = Object.entries(grezzi).map(([nome, valore]) => {
    const letto = INSIEMI.includes(nome) ? z.boolean().safeParse(valore) : condizione.safeParse(valore);
    if (!letto.success || (!INSIEMI.includes(nome) && !nomi.has(nome))) throw campoErrato(`filtri.${nome}`, 'Filtro sconosciuto o non valido');
    if (!adatto(def, nome, letto.data)) throw campoErrato(`filtri.${nome}`, 'Il valore non è del tipo del campo');
    return [nome, letto.data] as const;
  });
  return Object.fromEntries(filtri);
}

/** A filter on a number, a date or a key must hold values of that kind: the database would refuse them. */
function adatto(def: AnyRegister, nome: string, valore: unknown): boolean {
  const numerico = nome === def.key.field ? def.key.kind === 'sequence' : ['number', 'money', 'flag'].includes(def.fields[nome]?.kind ?? '') || ['versione', 'ore_tot', 'manutenzione_oltre'].includes(nome);
  const data = def.fields[nome]?.kind === 'date';
  const istante = nome === 'creato' || nome === 'modificato';
  return scalari(valore).every((v) => {
    if (numerico) return v !== '' && Number.isFinite(Number(v)) && Math.abs(Number(v)) < 1e15;
    if (data) return isCalendarDate(String(v));
    return istante ? !Number.isNaN(Date.parse(String(v))) : true;
  });
}

function scalari(valore: unknown): (string | number)[] {
  if (typeof valore === 'string' || typeof valore === 'number') return [valore];
  if (Array.isArray(valore)) return valore.flatMap(scalari);
  if (typeof valore === 'object' && valore !== null && !('contiene' in valore)) return Object.values(valore).flatMap(scalari);
  return [];
}

const campoErrato = (campo: string, messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
