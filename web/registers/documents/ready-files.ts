/** Files chosen for a field and not yet uploaded; `why` is the reason of a failed upload. */
export interface ReadyFile {
  files: readonly File[];
  why: string | null;
}

export type ReadyFiles = Readonly<Record<string, ReadyFile | undefined>>;

/** Files chosen in a form; they are uploaded after its save. */
export interface LaidFiles {
  ready: ReadyFiles;
  take(fieldName: string): void;
  /** Uploads the file of a field now; absent while the record does not exist. */
  retry?: ((fieldName: string) => void) | undefined;
}

const filesByRecord = new Map<string, ReadyFiles>();
const nameOf = (path: string, key: string): string => `${path}/${key}`;

/**
 * Keeps files whose upload failed for the screen of the record just created. They live as long as the page,
 * since a `File` cannot be stored.
 */
export function carryFiles(path: string, key: string, files: ReadyFiles): void {
  filesByRecord.set(nameOf(path, key), files);
}

export const carriedFiles = (path: string, key: string): ReadyFiles | undefined => filesByRecord.get(nameOf(path, key));

export const dropCarried = (path: string, key: string): void => {
  filesByRecord.delete(nameOf(path, key));
};
