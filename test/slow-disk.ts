import type * as nodeFs from 'node:fs';

/** `node:fs` on a disk so slow that a file is opened after all of its content has come, or has failed. */
export function onSlowDisk(fs: typeof nodeFs): typeof nodeFs {
  const open = (...args: Parameters<typeof fs.open>): void => void setTimeout(() => fs.open(...args), 100);
  const createWriteStream = (path: string, options: object): nodeFs.WriteStream =>
    fs.createWriteStream(path, { ...options, fs: { ...fs, open } });
  return { ...fs, createWriteStream, default: fs } as unknown as typeof nodeFs;
}
