import { addDays } from '#contracts/core/dates.ts';
import { fileFields } from '#contracts/core/documents.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { personale } from '#contracts/registers/personale.ts';
import { FOR_ALL, MANSIONI_DEMO, ORIGINS } from './catalogue-personale.ts';
import { crewMember } from './crew.ts';
import { scadenza } from './documents.ts';
import { to, type Entry } from './entries.ts';
import { random, type RandomSource } from './random.ts';

/** Workers a series of the demo has. */
const COUNT = 150;
/** The number of the first of them: the firm has had others before. */
const FIRST = 1038;
const DOCUMENTS = fileFields(personale).filter(({ kind }) => kind === 'document');
/** Papers that hold for years, or for good, are seldom near their end. */
const LONG = new Set(['ci', 'cf', 'ts', 'patente', 'unilav', 'altro1', 'altro2']);

/** The job roles under numbers of their own, so that workers can name them. */
export const mansioniDemo = (start: string): Entry[] =>
  MANSIONI_DEMO.map(({ descrizione }, i) => ({
    at: to(start, i),
    utente: 'admin',
    command: { register: 'mansioni', action: 'create', key: i + 1, values: { descrizione } },
  }));

/** The people of the demo firm, each with the papers of the role; some have left. */
export function personaleDemo(today: string, series: number): Entry[] {
  return Array.from({ length: COUNT }, (_, i) => worker(FIRST + series * COUNT + i, today)).flat();
}

function worker(number: number, today: string): Entry[] {
  const arrival = addDays(today, -780 + ((number * 7) % 60));
  const crew = crewMember(number, today, arrival);
  if (crew) return crew;
  const c = random(`lavoratore-${number}`);
  const matricola = String(number);
  const origin = share(ORIGINS, c);
  const role = share(MANSIONI_DEMO, c);
  const [cognome, nome] = [c.one(origin.cognomi), c.one(origin.nomi)];
  const left = c.chance(0.06);
  const values: Values = {
    cognome,
    nome,
    luogo: c.one(origin.luoghi),
    mansione: MANSIONI_DEMO.indexOf(role) + 1,
    data_nascita: addDays(today, -c.integer(20 * 365, 62 * 365)),
    data_inizio: addDays(arrival, -c.integer(0, 12 * 365)),
    data_fine: left ? addDays(today, -c.integer(20, 300)) : c.chance(0.12) ? addDays(today, c.integer(40, 400)) : null,
    stato_attuale: left ? 'Venduto' : null,
  };
  const often = { ...FOR_ALL, ...role.abilitazioni, psog: origin.permesso ? 0.95 : 0 } as Readonly<Record<string, number>>;
  const held = DOCUMENTS.filter(({ field }) => c.chance(often[field] ?? 0));
  for (const file of held) {
    if (file.kind !== 'document' || !file.scadenza || ['cf', 'altro1'].includes(file.field)) continue;
    values[file.scadenza] = c.chance(LONG.has(file.field) ? 0.06 : 0.3)
      ? scadenza(today, c)
      : addDays(today, c.integer(31, LONG.has(file.field) ? 2900 : 1400));
  }
  const minuto = c.integer(0, 400);
  const created: Entry = {
    at: to(arrival, minuto),
    utente: 'direzione',
    command: { register: 'personale', action: 'create', key: matricola, values },
  };
  return [
    created,
    ...held.map(({ field, label }, i): Entry => ({
      at: to(addDays(arrival, c.integer(1, 20)), minuto + i),
      utente: c.one(['direzione', 'admin']),
      carta: {
        matricola,
        cognome,
        nome,
        campo: field,
        titolo: label,
        righe: [`${cognome} ${nome}, matricola ${matricola}`, role.descrizione, 'Documento dimostrativo'],
      },
    })),
  ];
}

/** One of a list whose entries say how often they come. */
function share<T extends { quota: number }>(list: readonly T[], c: RandomSource): T {
  let n = c.number() * list.reduce((sum, { quota }) => sum + quota, 0);
  return list.find(({ quota }) => (n -= quota) < 0) ?? list[0]!;
}
