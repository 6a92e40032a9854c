import type * as nodeFs from 'node:fs';

/** Returns `node:fs` with a delayed `open`, so that a file opens only after all of its content has arrived or failed. */
export function onSlowDisk(fs: typeof nodeFs): typeof nodeFs {
  const open = (...args: Parameters<typeof fs.open>): void => void setTimeout(() => fs.open(...args), 100);
  const createWriteStream = (path: string, options: object): nodeFs.WriteStream =>
    fs.createWriteStream(path, { ...options, fs: { ...fs, open } });
  return { ...fs, createWriteStream, default: fs } as unknown as typeof nodeFs;
}
