import type { Catalogue } from './catalogue.ts';
import { countOf, formatNumber } from './formats.ts';
import { recordOf } from './history-in-words.ts';
import type { HistoryItem, Together, TogetherPart } from './history.ts';
import type { TypeChange } from './record-change.ts';

type TrailCatalogue = Pick<Catalogue, 'register' | 'toldBy'>;

const VERBS: Partial<Record<TypeChange, string>> = {
  creato: 'ha creato',
  modificato: 'ha modificato',
  eliminato: 'ha eliminato',
  ripristinato: 'ha ripristinato',
};
const FILE_VERBS: Partial<Record<TypeChange, string>> = {
  caricato: 'ha caricato',
  rinominato: 'ha rinominato',
  'file-eliminato': 'ha eliminato',
  aperto: 'ha aperto',
};

/** Parts that a sentence names; the entries of the others are only counted. */
const NAMED_PARTS = 4;

/** Returns the sentence of a trail entry, without the person: "ha creato il macchinario A0112", "ha creato 112 punti di controllo". */
export function trailInWords(catalogue: TrailCatalogue, entry: HistoryItem): string {
  const { insieme } = entry;
  if (!insieme) return withRecord(catalogue, entry, entry.frase);
  const mainParts = insieme.parti.filter(({ segue }) => !segue);
  const alone = mainParts.length === 1 && mainParts[0]!.quante === 1;
  const done = alone
    ? withRecord(catalogue, entry, entry.frase)
    : insieme.unico
      ? withRecord(catalogue, entry, partsInWords(catalogue, mainParts))
      : partsInWords(catalogue, mainParts, nameSuffix(catalogue, entry));
  return [done, followersInWords(insieme)].filter(Boolean).join(', ');
}

/** Adds the record to a sentence, which may end with the kind of record: "ha creato il macchinario" → "ha creato il macchinario A0112". */
function withRecord(catalogue: TrailCatalogue, entry: HistoryItem, sentence: string): string {
  return sentence === entry.frase && nameSuffix(catalogue, entry)
    ? sentence + nameSuffix(catalogue, entry)
    : `${sentence}: ${recordOf(catalogue, entry)}`;
}

/**
 * Returns the record's name to append to the sentence, such as " A0112"; an empty text if the sentence does not end with the kind of
 * record.
 */
function nameSuffix(catalogue: TrailCatalogue, entry: HistoryItem): string {
  const record = recordOf(catalogue, entry);
  const labels = catalogue.register(entry.tabella)?.labels;
  return labels && entry.frase.endsWith(` ${labels.article}`) && record.startsWith(`${labels.one} `) ? record.slice(labels.one.length) : '';
}

/** Returns "ha creato 1 cantiere, 3 wbs e ha modificato 2 lavorazioni"; with the name of the first, "ha creato il cantiere 0421, 3 wbs". */
function partsInWords(catalogue: TrailCatalogue, parts: readonly TogetherPart[], name = ''): string {
  const shown = parts.length > NAMED_PARTS ? parts.slice(0, NAMED_PARTS - 1) : parts;
  const unnamedCount = parts.slice(shown.length).reduce((sum, { quante }) => sum + quante, 0);
  const phrases = shown.map((part, i) => partInWords(catalogue, part, i === 0 ? name : ''));
  // a verb that repeats the previous part's verb is left out
  const short = phrases.map(({ verb, what }, i) => (verb !== '' && phrases[i - 1]?.verb === verb ? what : `${verb} ${what}`.trim()));
  return inSeries(unnamedCount === 0 ? short : [...short, `altre ${countOf(unnamedCount, 'voce', 'voci')}`]);
}

function partInWords(
  catalogue: TrailCatalogue,
  { tabella, tipo, quante, frase }: TogetherPart,
  name: string,
): { verb: string; what: string } {
  const labels = catalogue.register(tabella)?.labels;
  if (labels && frase && quante === 1 && name) return { verb: frase.slice(0, -labels.article.length - 1), what: labels.article + name };
  if (labels && frase?.endsWith(` ${labels.article}`))
    return { verb: frase.slice(0, -labels.article.length - 1), what: countOf(quante, labels.one, labels.many) };
  const file = FILE_VERBS[tipo];
  if (file) return { verb: file, what: countOf(quante, 'documento', 'documenti') };
  const verb = VERBS[tipo];
  if (labels && verb) return { verb, what: countOf(quante, labels.one, labels.many) };
  if (frase === null) return { verb: 'ha registrato', what: countOf(quante, 'fatto', 'fatti') };
  return { verb: '', what: quante === 1 ? frase : `${frase} (${formatNumber(quante, 0)} volte)` };
}

/** Returns "e ne seguono 146 modifiche"; an empty text if the portal recorded nothing in consequence. */
function followersInWords({ parti }: Together): string {
  const count = parti.filter(({ segue }) => segue).reduce((sum, { quante }) => sum + quante, 0);
  if (count === 0) return '';
  return count === 1 ? 'e ne segue 1 modifica' : `e ne seguono ${formatNumber(count, 0)} modifiche`;
}

const inSeries = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} e ${words.at(-1)}`;
