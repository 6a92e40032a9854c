import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER = 'sw.js';
/** The reader of PDFs: documents come over the network alone, and so does what shows them. */
const WITH_THE_NETWORK = /^(pdfjs\/|assets\/pdf[.-])/;

/** Writes into the worker which files make up this build, and an id of their content. */
export function shellPlugin(): Plugin {
  let publicDir = '';
  return {
    name: 'strato-shell',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== 'chunk') return this.error(`${WORKER} was not built`);
        if (worker.imports.length > 0) return this.error(`${WORKER} must stand alone, and imports ${worker.imports.join(', ')}`);
        const hash = createHash('sha256').update(worker.code);
        const built = Object.values(bundle).filter(
          ({ fileName }) => fileName !== WORKER && !fileName.endsWith('.map') && !WITH_THE_NETWORK.test(fileName),
        );
        const content = new Map(built.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
        for (const path of globSync('**/*.*', { cwd: publicDir })) content.set(path, readFileSync(join(publicDir, path)));
        const files = [...content.keys()].toSorted();
        for (const path of files) hash.update(path).update(content.get(path)!);
        const shell = { build: hash.digest('hex').slice(0, 16), files: files.map((path) => `/${path}`) };
        worker.code = worker.code.replace('STRATO_SHELL', () => JSON.stringify(shell));
      },
    },
  };
}
