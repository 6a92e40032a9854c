import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const WORKER = 'sw.js';
/** Data and worker of the PDF reader. */
const PDF_FILES = /^(pdfjs\/|assets\/pdf\.)/;

/** Says that a file belongs to the PDF reader: documents come over the network alone, and so does what shows them. */
const readsPdf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): boolean =>
  PDF_FILES.test(file.fileName) || (file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/node_modules/pdfjs-dist/')));

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
          (file) => file.fileName !== WORKER && !file.fileName.endsWith('.map') && !readsPdf(file),
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
