import { priceIn } from '#contracts/modules/giornata.ts';
import type { Derivation, Values } from '#contracts/core/define-register.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { FERMI, NOTE_PRODUZIONE } from '#services/demo/catalogue-produzione.ts';
import { random, type RandomSource } from '#services/demo/random.ts';
import { commessa, dayOf, firstHeader, LINES_PER_HEADER, matricola, OPERATORS, siteOf, type Size } from './firm.ts';
import { morning, story, type StreamEvents } from './story.ts';

/** Authors of the production days. */
const WRITERS = ['capo', 'direzione', 'admin', 'bianchi', 'conti'] as const;

/**
 * Generates the production days, one stream each: the lines of the day, and a correction of each line the next morning. A day's data do not
 * depend on the number of loaded years.
 */
export function* production(size: Size): Generator<StreamEvents> {
  const sites = Array.from({ length: size.sites }, (_, n) => siteOf(n));
  for (let header = firstHeader(size); header < size.headers; header += 1)
    yield dayOfProduction(header, size, sites[header % sites.length]!);
}

function dayOfProduction(header: number, size: Size, site: ReturnType<typeof siteOf>): StreamEvents {
  const c = random(`giornata-${header}`);
  const day = dayOf(header, size);
  const id = header + 1;
  const headerStory = story(produzionePadre, id, { utente: WRITERS[header % WRITERS.length]!, at: morning(day, c.integer(400, 569)) });
  headerStory.decide(produzionePadre, { action: 'create', key: id, values: { data: day, cantiere: commessa(header % size.sites) } });
  const derive: Derivation = ({ lavorazione, wbs }) => ({ prezzo: lavorazione ? (priceIn(site, lavorazione, wbs) ?? null) : null });
  const lines = Array.from({ length: LINES_PER_HEADER }, (_, n) => ({
    key: header * LINES_PER_HEADER + n + 1,
    values: lineOf(site, size, c),
  }));
  for (const { key, values } of lines) headerStory.decide(produzione, { action: 'create', key, parent: id, values, derive });
  for (const { key, values } of lines)
    headerStory.decide(produzione, { action: 'change', key, parent: id, values: correctionOf(values), derive });
  return headerStory;
}

function lineOf({ items }: ReturnType<typeof siteOf>, { machines }: Size, c: RandomSource): Values {
  const { lavorazione, wbs } = c.one(items);
  const operatore = c.one(OPERATORS);
  if (c.chance(0.05)) return { fermo: 1, wbs, lavorazione: lavorazione.descrizione, operatore, note: c.one(FERMI) };
  const [least, most] = lavorazione.giorno;
  return {
    wbs,
    lavorazione: lavorazione.descrizione,
    operatore,
    noleggio: 0,
    attrezzatura: matricola(c.integer(0, Math.min(machines, 400) - 1)),
    quantita: Math.round((least + c.number() * (most - least)) * 10) / 10,
    note: c.chance(0.12) ? c.one(NOTE_PRODUZIONE) : null,
  };
}

/** Returns the foreman's correction of a line: a larger quantity, or a longer note for a standstill. */
const correctionOf = ({ fermo, quantita, note }: Values): Values =>
  fermo === 1 ? { note: `${note}, tutto il giorno` } : { quantita: Number(quantita) + 1 };
