import { addDays } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { random, type RandomSource } from './random.ts';
import { change, type MacchinaDemo } from './macchinari.ts';
import { ROPES } from './story.ts';
import { to, type Entry } from './entries.ts';

const FIELDS = fileFields(macchinari).filter((c) => c.kind === 'document');

/** How often a machine has a document, by field; what lifts or has a plate must have its own. */
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

/** About one expiry in nine is past, one in eight is soon. */
export function scadenza(today: string, c: RandomSource): string {
  const n = c.number();
  if (n < 0.07) return addDays(today, -c.integer(0, 45));
  if (n < 0.19) return addDays(today, c.integer(1, 30));
  return addDays(today, c.integer(31, 364));
}

/** What was uploaded for a machine, and the deadlines set and renewed with it. */
export function demoDocuments(macchina: MacchinaDemo, today: string, index: number): Entry[] {
  const { matricola, modello } = macchina;
  const c = random(`documenti-${matricola}`);
  const input = addDays(today, -730 + (index % 20));
  const entries: Entry[] = [];
  const upload = (fieldName: string, title: string, day: string, row: string): Entry => ({
    at: to(day, c.integer(0, 500)),
    utente: c.one(['direzione', 'admin', 'capo']),
    document: {
      matricola,
      campo: fieldName,
      titolo: title,
      righe: [`Macchina ${matricola}`, `${modello.marca} ${modello.modello}`, row, 'Documento dimostrativo'],
    },
  });
  for (const { field: fieldName, label, ...field } of FIELDS) {
    if (!c.chance(probabilita(fieldName, macchina)) || (matricola === ROPES.matricola && fieldName === ROPES.campo)) continue;
    if (field.kind !== 'document' || !field.scadenza) {
      entries.push(upload(fieldName, label, addDays(input, c.integer(0, 60)), `Emesso il ${input}`));
      continue;
    }
    const end = scadenza(today, c);
    const rinnovo = addDays(end, -365);
    if (rinnovo > input) {
      entries.push(
        upload(fieldName, label, input, `Valido fino al ${rinnovo}`),
        change(matricola, addDays(input, 1), index, { [field.scadenza]: rinnovo }),
      );
    }
    const day = rinnovo > input ? addDays(rinnovo, -c.integer(1, 12)) : input;
    entries.push(
      upload(fieldName, label, day, `Valido fino al ${end}`),
      change(matricola, addDays(day, 1), index, { [field.scadenza]: end }),
    );
  }
  if (c.chance(0.8)) {
    entries.push({
      at: to(input, c.integer(0, 500)),
      utente: 'capo',
      document: { matricola, campo: 'foto', titolo: 'Foto', righe: [], foto: drawing(modello.tipologia) },
    });
  }
  return entries;
}

/** Which drawing of services/demo/foto shows this kind of machine. */
function drawing(tipologia: string): string {
  if (tipologia === 'Perforatrice') return 'perforatrice';
  if (tipologia === 'Silo') return 'silo';
  if (/scavatore|Gru cingolata/.test(tipologia)) return 'escavatore';
  if (/Autocarro|Autogru/.test(tipologia)) return 'autocarro';
  if (/Motocompressore|Gruppo|Torre|calcestruzzo/.test(tipologia)) return 'compressore';
  if (/Sollevatore|Piattaforma/.test(tipologia)) return 'sollevatore';
  return tipologia === 'Dumper' ? 'dumper' : 'impianto';
}
