import { readdirSync, readFileSync } from 'node:fs';

/** Folder of the samples; each sample is a folder with a pair of input files and the expected results. */
const FOLDER = new URL('contabilita-samples/', import.meta.url);

export const SAMPLES: readonly string[] = readdirSync(FOLDER).toSorted();

export const readSample = (sample: string, name: string): Buffer => readFileSync(new URL(`${sample}/${name}`, FOLDER));

export const sampleJson = <T>(sample: string, name: string): T => JSON.parse(readSample(sample, name).toString('utf8')) as T;

export const samplePair = (sample: string) => ({
  bilMovDip: readSample(sample, 'bilMovDip.csv'),
  ripartizioni: readSample(sample, 'ripartizioni.csv'),
});

/** Returns a generator of the bytes in pieces that reuse one buffer, as reading a file does. */
export const inPieces = (bytes: Uint8Array, size = 65_536) =>
  function* (): Generator<Uint8Array> {
    const buffer = new Uint8Array(size);
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size);
      buffer.set(piece);
      yield buffer.subarray(0, piece.length);
    }
  };

export const sourcesOf = ({ bilMovDip, ripartizioni }: { bilMovDip: Uint8Array; ripartizioni: Uint8Array }, size?: number) => ({
  bilMovDip: inPieces(bilMovDip, size),
  ripartizioni: inPieces(ripartizioni, size),
});
