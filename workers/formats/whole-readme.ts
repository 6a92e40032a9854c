import { romeDayAndTime } from '#contracts/core/dates.ts';
import { countOf, formatByte, formatNumber } from '#contracts/core/formats.ts';
import type { WholeDocuments, WrittenTables, ZippedDocuments } from '#contracts/ports/whole-exit.ts';

export interface WholeFacts {
  ditta: string;
  utente: string;
  format: string;
  writtenTables: WrittenTables;
  /** Null for an export without documents. */
  documents: WholeDocuments | null;
  zipped: ZippedDocuments;
}

/** Returns the text of the page that lists what the zip holds and what is missing. */
export function wholeReadme({ ditta, utente, format, writtenTables, documents, zipped }: WholeFacts): string {
  const lines = [
    `ESPORTAZIONE COMPLETA, ${ditta}`,
    '',
    `Chiesta da ${utente}. Le tabelle sono tutte dello stesso momento: ${romeDayAndTime(writtenTables.moment)}.`,
    '',
    ...tablesSection('REGISTRI', writtenTables, 'registri', format),
    ...tablesSection('STORICO E ACCESSI', writtenTables, 'storico', format),
    ...(documents ? documentLines(documents, zipped) : ['DOCUMENTI', 'Non chiesti: in questo zip ci sono solo le tabelle.', '']),
    'COME SI RILEGGE',
    'I file di registri/ si danno a Importa come sono: la prima riga ha i nomi che Importa riconosce. Prima i record di cui altri parlano',
    '(anagrafiche, macchinari, cantieri), poi le loro righe. Le colonne che il portale calcola, i percorsi dei documenti, chi e quando',
    'restano fuori. Un portale nuovo ha già utenti, gruppi e tipi di documento suoi, e dà ai noleggi matricole sue.',
    ...(format === 'csv'
      ? ['Un testo che un foglio di calcolo prenderebbe per una formula ha davanti un apostrofo, che non fa parte del testo.']
      : []),
    '',
    'CHE COSA NON C’È',
    'Password, chiavi, sessioni e collegamenti al calendario: non escono mai.',
    'I record eliminati non stanno nei registri; che cosa erano lo dice lo storico.',
    'Dei documenti c’è la versione di adesso; le precedenti restano nell’archivio del portale.',
    'I risultati delle operazioni e le mail inviate non fanno parte dei registri.',
    '',
  ];
  return lines.join('\r\n');
}

function tablesSection(title: string, { tables }: WrittenTables, folder: string, format: string): string[] {
  const inFolder = tables.filter((table) => table.folder === folder);
  const rows = inFolder.reduce((sum, table) => sum + table.rows, 0);
  return [
    `${title}: ${countOf(inFolder.length, 'file', 'file')}, ${countOf(rows, 'riga', 'righe')}`,
    ...inFolder.map((table) => `${folder}/${table.name}.${format}: ${countOf(table.rows, 'riga', 'righe')}`),
    '',
  ];
}

function documentLines(
  { reserved, unreadableFolders }: WholeDocuments,
  { count, bytes, missing, cut, renamed }: ZippedDocuments,
): string[] {
  return [
    `DOCUMENTI: ${formatNumber(count, 0)} in archivio/, ${formatNumber(bytes, 0)} byte (${formatByte(bytes)})`,
    'Sono letti uno dopo l’altro, dopo le tabelle: uno cambiato intanto c’è com’è adesso.',
    '',
    ...namesSection('Mancano: registrati o visti nell’archivio, e non leggibili', missing),
    ...namesSection('Interrotti: il disco non li ha dati fino in fondo', cut),
    ...namesSection('Lasciati fuori: riservati a chi può modificare la scheda', reserved),
    ...namesSection('Cartelle che non si sono potute aprire', unreadableFolders),
    ...namesSection(
      'Con un altro nome, che ogni programma sa scrivere',
      renamed.map(([path, name]) => `${path}: ${name}`),
    ),
  ];
}

const namesSection = (title: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${title} (${formatNumber(names.length, 0)})`, ...names, ''];
