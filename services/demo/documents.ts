import { addDays } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { random, type RandomSource } from './random.ts';
import type { MacchinaDemo } from './macchinari.ts';
import { ROPES } from './story.ts';
import { to, type Entry, type RenewalEntry } from './entries.ts';
import { kindOf, lastTwo, latest } from './validity.ts';

const FIELDS = fileFields(macchinari).filter((c) => c.kind === 'document');

/**
 * Returns the share of machines that have a document, by its field. Machines that lift or have a plate always have the documents that these
 * need.
 */
function probabilita(fieldName: string, { modello }: MacchinaDemo): number {
  const forField: Record<string, number> = {
    documenti_ce: 0.95,
    documenti_cdc: modello.targa ? 1 : 0,
    documenti_cdp: modello.targa ? 0.9 : 0.1,
    packingList: 0.15,
    documenti_ass: modello.targa || modello.tipologia === 'Perforatrice' ? 1 : 0.5,
    documenti_usoman: 0.9,
    documenti_catric: 0.6,
    documenti_schel: 0.45,
    documenti_schidr: 0.45,
    documenti_schpneu: 0.2,
    documenti_fattura: 0.75,
    varie1: 0.5,
    varie2: modello.sollevamento ? 1 : 0,
    varie3: modello.sollevamento ? 1 : 0.25,
  };
  return forField[fieldName] ?? 0;
}

/** Draws an expiry date: one in fourteen is past, one in eight within a month, the others within a year. */
export function scadenza(today: string, c: RandomSource): string {
  const n = c.number();
  if (n < 0.07) return addDays(today, -c.integer(0, 45));
  if (n < 0.19) return addDays(today, c.integer(1, 30));
  return addDays(today, c.integer(31, 364));
}

/** Returns the uploads of a machine's documents. A document that expires has two of them, the current one and its predecessor. */
export function demoDocuments(macchina: MacchinaDemo, today: string, index: number): Entry[] {
  const { matricola, modello } = macchina;
  const c = random(`documenti-${matricola}`);
  const input = addDays(today, -730 + (index % 20));
  const entries: Entry[] = [];
  const upload = ({ field, label }: { field: string; label: string }, day: string, row: string, rinnovo?: RenewalEntry): Entry => ({
    at: to(day, c.integer(0, 500)),
    utente: c.chance(0.7) ? 'admin' : 'direzione',
    document: {
      matricola,
      campo: field,
      titolo: label,
      righe: [`Macchina ${matricola}`, `${modello.marca} ${modello.modello}`, row, 'Documento dimostrativo'],
      ...(rinnovo ? { rinnovo } : {}),
    },
  });
  for (const file of FIELDS) {
    const { field } = file;
    if (!c.chance(probabilita(field, macchina)) || (matricola === ROPES.matricola && field === ROPES.campo)) continue;
    const kind = kindOf('macchina', file);
    if (!kind) {
      entries.push(upload(file, addDays(input, c.integer(0, 60)), `Emesso il ${input}`));
      continue;
    }
    const end = scadenza(today, c);
    const last = latest(kind, today);
    const two = lastTwo(kind, end < last ? end : addDays(last, -c.integer(2, 20)), c);
    // a document issued before the machine's registration has no predecessor in the portal
    for (const one of two[1].dal > input ? two : two.slice(1)) {
      const day = addDays(one.dal > input ? one.dal : input, c.integer(1, 8));
      if (macchina.fino === null || one.dal < macchina.fino) entries.push(upload(file, day, `Dal ${one.dal} al ${one.scadenza}`, one));
    }
  }
  if (c.chance(0.8)) {
    entries.push({
      at: to(input, c.integer(0, 500)),
      utente: 'direzione',
      document: { matricola, campo: 'foto', titolo: 'Foto', righe: [], foto: drawing(modello.tipologia) },
    });
  }
  return entries;
}

/** Returns the drawing in services/demo/foto for this kind of machine. */
function drawing(tipologia: string): string {
  if (tipologia === 'Perforatrice') return 'perforatrice';
  if (tipologia === 'Silo') return 'silo';
  if (/scavatore|Gru cingolata/.test(tipologia)) return 'escavatore';
  if (/Autocarro|Autogru/.test(tipologia)) return 'autocarro';
  if (/Motocompressore|Gruppo|Torre|calcestruzzo/.test(tipologia)) return 'compressore';
  if (/Sollevatore|Piattaforma/.test(tipologia)) return 'sollevatore';
  return tipologia === 'Dumper' ? 'dumper' : 'impianto';
}
