import { createWriteStream, type WriteStream } from 'node:fs';

/**
 * Creates a file that must not exist yet and lets `work` write it. Settles only once the file is closed, so that the caller can delete it,
 * even if a slow disk was still opening it.
 */
export async function newFile<T>(file: string, work: (output: WriteStream) => Promise<T>): Promise<T> {
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const outputClosed = new Promise<void>((resolve) => output.once('close', resolve));
  try {
    return await work(output);
  } catch (error) {
    output.destroy();
    throw error;
  } finally {
    await outputClosed;
  }
}
