import { createWriteStream, type WriteStream } from 'node:fs';

/**
 * `work` writes a file that must not be there yet, to its end. Done, well or badly, only when the
 * file is closed: whoever then takes it away finds it, even one that a slow disk was just opening.
 */
export async function newFile<T>(file: string, work: (output: WriteStream) => Promise<T>): Promise<T> {
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  try {
    return await work(output);
  } catch (error) {
    output.destroy();
    throw error;
  } finally {
    await closed;
  }
}
