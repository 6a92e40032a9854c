/** What is chosen for a field and not yet in the archive, and why it did not get there. */
export interface ReadyFile {
  files: readonly File[];
  why: string | null;
}

export type ReadyFiles = Readonly<Record<string, ReadyFile | undefined>>;

/** Files laid ready in a form: they go up with its save. */
export interface LaidFiles {
  ready: ReadyFiles;
  take(fieldName: string): void;
  /** Sends one now; absent while the record is not there. */
  retry?: ((fieldName: string) => void) | undefined;
}

const carried = new Map<string, ReadyFiles>();
const nameOf = (path: string, key: string): string => `${path}/${key}`;

/** What a new record could not take goes with the person to the record just made. It lives as long as the page: a file cannot be kept longer. */
export function carryFiles(path: string, key: string, files: ReadyFiles): void {
  carried.set(nameOf(path, key), files);
}

export const carriedFiles = (path: string, key: string): ReadyFiles | undefined => carried.get(nameOf(path, key));

export const dropCarried = (path: string, key: string): void => {
  carried.delete(nameOf(path, key));
};
