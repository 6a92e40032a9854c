/** Returns the file name of a logical path: `A0112/A0112_CE.pdf` → `A0112_CE.pdf`. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Replaces the file name of a logical path. */
export const withName = (path: string, name: string): string => path.slice(0, path.lastIndexOf('/') + 1) + name;

const extension = (name: string): string => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';

/** Returns why a file cannot get this name, or `null`. */
export function wrongName(path: string, before: string): string | null {
  const [name, was] = [nameOf(path), nameOf(before)];
  const root = name.slice(0, name.length - extension(name).length);
  if (root.trim() === '') return 'Serve un nome';
  // oxlint-disable-next-line no-control-regex -- control characters are what it refuses
  if (/[\u0000-\u001F\u007F\\:*?"<>|]/.test(name)) return 'Contiene caratteri non ammessi';
  if (extension(name) !== extension(was)) return `Il nome deve finire con ${extension(was)}`;
  return name.length > 200 ? 'Al massimo 200 caratteri' : null;
}

export interface Rename {
  campo: string;
  from: string;
  to: string;
}

/** Returns the files whose name was edited in the form, each with its stored and its new path. */
export function renamedFiles(
  fields: readonly string[],
  base: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Rename[] {
  return fields.flatMap((fieldName) => {
    const [from, to] = [base[fieldName], values[fieldName]];
    return typeof from === 'string' && typeof to === 'string' && from !== to ? [{ campo: fieldName, from, to }] : [];
  });
}
