import { fileFields, type FileField } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { PERSONALE_FOLDER } from '#contracts/core/archive-folders.ts';
import { matricolaOf, workerFile, workerName, workerPlace } from '#contracts/modules/personale.ts';
import { personale } from '#contracts/registers/personale.ts';
import { findRows, type FoundRowOfAnyKinds } from '#projections/registers/record.queries.ts';
import { wrongType } from '#services/platform/files/content-check.ts';
import { extension, logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, FileOwner, Ownership } from '#services/platform/module.ts';
import { requiredField } from '#services/registers/upload-fields.ts';
import type { WorkerFolders } from './worker-folders.ts';

type ReadDb = Dependencies['readDb'];
type Needs = Pick<Dependencies, 'readDb' | 'catalogue'>;

/** Returns the file fields of workers, with the document kinds added as data. */
const filesToday = async ({ catalogue, readDb }: Needs) => fileFields(await catalogue.currentDefinition(readDb, personale));

/**
 * Creates the owner of workers' documents and photos. A path with an earlier name of a worker belongs to the worker too. An upload to such
 * a path is stored in the current folder.
 */
export function personaleFiles(deps: Needs, folders: WorkerFolders): FileOwner {
  const { readDb } = deps;
  return {
    async ownership(path) {
      const place = workerPlace(path);
      const [row] = place ? await findRows(readDb, personale, { matricola: place.matricola }, { deleted: true }) : [];
      return row ? ownershipOf(await filesToday(deps), row, path) : null;
    },
    destination: async (fields) => destination(await filesToday(deps), fields),
    place(path, _received, use) {
      const place = workerPlace(path);
      return place && folders.inFolder(place.matricola, (folder) => use(folder === null ? path : `${folder}/${place.name}`));
    },
    exports: {
      property: 'personale',
      def: personale,
      acceptsMatricola: () => true,
      matricoleOf: (names) => resolve(readDb, names),
      ownsFile: () => false,
      ownership: (row, path, today) =>
        workerPlace(path)?.matricola === (row as WorkerRow).matricola.normalize('NFC')
          ? ownershipOf(fileFields(today), row as WorkerRow, path)
          : null,
      entryName: (path) => (path.startsWith(`${PERSONALE_FOLDER}/`) ? path.slice(PERSONALE_FOLDER.length + 1) : path),
    },
  };
}

type WorkerRow = FoundRowOfAnyKinds<typeof personale>;

/** Returns the ownership of a file. A file that no field names, or that belongs to a deleted worker, is reserved like a health document. */
function ownershipOf(files: readonly FileField[], row: WorkerRow, path: string): Ownership {
  const { matricola } = row;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const standing = files.filter((file) => row[file.field] === path || standsFor(matricola, file, name));
  const field = standing.find(isReserved) ?? standing.find((file) => row[file.field] === path) ?? standing[0];
  const jpeg = field ? field.kind === 'photo' : ['.jpg', '.jpeg'].includes(extension(name));
  return {
    def: personale,
    kind: jpeg ? 'jpeg' : 'pdf',
    records: [{ id: matricola, utente: row.utente, field: field?.field ?? null }],
    ...(field === undefined || isReserved(field) || row.eliminato ? { reserved: true as const } : {}),
  };
}

const isReserved = (file: FileField): boolean => file.kind === 'document' && file.reserved === true;

/** Tells whether a file name is the standard name of a field. Capitals are ignored, since a network share may not distinguish them. */
const standsFor = (matricola: string, file: FileField, name: string): boolean =>
  workerFile(matricola, file).toUpperCase() === name.toUpperCase();

/**
 * Returns the path of an upload; `null` if the fields do not concern a worker. `personale` is the path of a document, and
 * `nomeManutenzione` the name of a photo. The worker's name in a path is ignored, since the folder follows the current name. Throws for a
 * wrong path.
 */
function destination(files: readonly FileField[], fields: Readonly<Record<string, string>>): string | null {
  const written = fields['personale']?.trim();
  const name = fields['nomeManutenzione']?.trim() ?? '';
  if (!written && !isWorkerFoto(files, fields['matricola']?.trim() ?? '', name)) return null;
  const path = logicalPath(written || name);
  const matricola = fields['matricola']?.trim() || workerPlace(path)?.matricola || requiredField(fields, 'matricola');
  const inside = path.includes('/') ? path.startsWith(`${PERSONALE_FOLDER}/${matricola}_`) && path.split('/').length === 3 : true;
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const file = inside
    ? files.find(
        (one) =>
          standsFor(matricola, one, fileName) ||
          standsFor(matricola, one, `${fileName}.pdf`) ||
          standsFor(matricola, one, `${fileName}.jpg`) ||
          photoOfDocument(matricola, one, fileName),
      )
    : undefined;
  if (!file) throw refusalOf(files, matricola, fileName, inside);
  return `${PERSONALE_FOLDER}/${workerName({ matricola })}/${workerFile(matricola, file)}`;
}

/** Tells whether the name of a JPEG file stands for a document. Such photos are converted to the document's PDF. */
const photoOfDocument = (matricola: string, file: FileField, name: string): boolean =>
  file.kind === 'document' &&
  ['.jpg', '.jpeg'].includes(extension(name)) &&
  standsFor(matricola, file, `${name.slice(0, -extension(name).length)}.pdf`);

const isWorkerFoto = (files: readonly FileField[], matricola: string, name: string): boolean =>
  name.startsWith(`${PERSONALE_FOLDER}/`) ||
  files.some((file) => file.kind === 'photo' && [name, `${name}.jpg`].some((n) => standsFor(matricola, file, n)));

function refusalOf(files: readonly FileField[], matricola: string, name: string, inside: boolean): DomainError {
  const bare = name.slice(0, name.length - extension(name).length);
  const matricolaMeant = inside
    ? files.find((file) => standsFor(matricola, file, `${bare}.pdf`) || standsFor(matricola, file, `${bare}.jpg`))
    : undefined;
  if (matricolaMeant) return wrongType(matricolaMeant.kind === 'photo' ? 'jpeg' : 'pdf');
  return new DomainError('PERCORSO_NON_VALIDO', {
    message: `Il percorso deve essere ${PERSONALE_FOLDER}/${matricola}_COGNOME_NOME/${matricola}_DOCUMENTO.pdf, con DOCUMENTO fra: ${files.map((file) => file.suffix).join(', ')}.`,
  });
}

/**
 * Returns the matricole for the names in an export request, in order. A name is a bare matricola or `{matricola}_{SURNAME10}_{NAME10}`,
 * even from before a correction. An unknown name is returned unchanged.
 */
async function resolve(readDb: ReadDb, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const matricolaIn = (name: string) => matricolaOf(name.normalize('NFC'));
  const candidates = new Set(names.flatMap((name) => [name, matricolaIn(name) ?? name]));
  const rows = await findRows(readDb, personale, { matricola: [...candidates] });
  const existing = new Set(rows.map(({ matricola }) => matricola));
  const byName = new Map(rows.map(({ matricola, cognome, nome }) => [workerName({ matricola, cognome, nome }), matricola]));
  return names.map((name) => byName.get(name.normalize('NFC')) ?? (existing.has(name) ? name : matricolaIn(name)) ?? name);
}
