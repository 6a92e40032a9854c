import { romeDate } from '#contracts/core/dates.ts';
import { countOf } from '#contracts/core/formats.ts';
import type { ForgetPreview } from '#contracts/modules/forget.ts';
import { matricolaOf } from '#contracts/modules/personale.ts';
import { PERSONALE_FOLDER } from '#contracts/core/archive-folders.ts';
import { retentionOf, type Retention } from '#contracts/modules/retention.ts';
import { namedInTexts } from '#projections/personale/named-in-texts.queries.ts';
import { readKinds } from '#projections/scadenze/known-kinds.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { documentsNow, isOwnRow, isPersonal, valuesInClear, type Person } from './person.ts';
import { countResults } from './results.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb' | 'writeDb' | 'files' | 'clock'>;

const STAYS = [
  'Ore, quantità e giorni delle produzioni, con «Lavoratore» e la matricola al posto del nome',
  'Matricola, mansione, data di inizio e di fine rapporto',
  'Chi ha scritto che cosa e quando, nello storico',
];

const ELSEWHERE = [
  'I salvataggi fatti prima hanno ancora i suoi dati: «make restore» lo dimentica di nuovo, ma le copie tenute altrove ne restano fuori.',
  'Chi ha ricevuto una prova del registro, un dossier o un’esportazione li legge ancora.',
];

/** Returns until when a worker must be kept, by the document kinds of which the worker has, or had, a document or a deadline. */
export async function retentionToday({ readDb, clock }: Pick<Deps, 'readDb' | 'clock'>, { record, held }: Person): Promise<Retention> {
  const kinds = (await readKinds(readDb)).filter(
    ({ soggetto, codice }) => soggetto === 'lavoratore' && (held.has(codice) || held.has(`scadenza_${codice}`)),
  );
  const end = record.values.data_fine;
  return retentionOf({ data_fine: typeof end === 'string' ? end : null, kinds, today: romeDate(clock.now()) });
}

/** Tells what forgetting a worker deletes and what stays, and why it is refused. */
export async function previewOf(deps: Deps, person: Person): Promise<ForgetPreview> {
  const { matricola, record, events, names, operators } = person;
  const day = record.values.dimenticato;
  const filled = Object.entries(record.values).filter(([field, value]) => isPersonal(field) && value !== null && value !== '');
  const recorded = events.reduce((sum, { data }) => sum + Object.keys(data).filter((field) => isPersonal(field)).length, 0);
  const documents = documentsNow(record.values);
  const contents = await deps.files.contents(PERSONALE_FOLDER, (name) => matricolaOf(name) === matricola.normalize('NFC'));
  const last = names.at(-1);
  const retention = await retentionToday(deps, person);
  const inClear = await valuesInClear(deps, person);
  return {
    matricola,
    dimenticato: typeof day === 'string' ? day : null,
    va: {
      campi: filled.length,
      valori: recorded,
      documenti: documents.length,
      copie: contents.versions,
      risultati: await countResults(deps.writeDb),
      operatori: operators.map(({ descrizione }) => descrizione),
    },
    nominato: last ? await namedInTexts(deps.readDb, deps.catalogue, { words: [last.cognome, last.nome], isOwn: isOwnRow(person) }) : [],
    resta: STAYS,
    rifiuto: day ? null : retention.motivo,
    conserva_fino: retention.fino,
    avvisi: [
      ...(inClear > 0 ? [inClearSentence(inClear)] : []),
      ...(holdsName(matricola, names) ? [`La matricola «${matricola}» contiene il nome, e resta.`] : []),
      ...ELSEWHERE,
    ],
  };
}

/** Says why a worker cannot be forgotten whose values were recorded before the log was sealed. */
export const inClearSentence = (count: number): string =>
  `Il registro tiene ancora in chiaro ${countOf(count, 'suo valore', 'suoi valori')}, di prima che si sigillasse: serve prima «make seal-people», a portale fermo.`;

/** Shortest part of a name that a matricola is looked through for. */
const SHORTEST = 3;

const foldLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();

/** Tells whether a text holds a surname or a name that the worker has had, whatever its accents and capitals. */
export const holdsName = (text: string, names: Person['names']): boolean =>
  names
    .flatMap(({ cognome, nome }) => [cognome, nome])
    .map(foldLetters)
    .some((part) => part.length >= SHORTEST && foldLetters(text).includes(part));
