import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import tailwindcss from 'tailwindcss';
import { defineConfig, type Plugin } from 'vite';
import { shellPlugin } from './offline/shell-plugin.ts';
import tailwind from './theme/tailwind.config.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** Packages of the chart library that do nothing when they are imported, so that the bundler drops what is not used. */
const WITHOUT_SIDE_EFFECTS = /\/node_modules\/(@tremor|recharts|recharts-scale|d3-[a-z]+|victory-vendor|lodash)\//;

/** Serves the data that the PDF reader asks for by name: missing fonts, character tables, decoders of scanned pages. */
function pdfjsData(): Plugin {
  const from = fileURLToPath(new URL('../node_modules/pdfjs-dist/', import.meta.url));
  const needed = { standard_fonts: /\.(pfb|ttf)$/, cmaps: /\.bcmap$/, wasm: /_nowasm_fallback\.js$/ };
  return {
    name: 'pdfjs-data',
    apply: 'build',
    generateBundle() {
      for (const [folder, names] of Object.entries(needed)) {
        for (const name of readdirSync(from + folder).filter((one) => names.test(one))) {
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${name}`, source: readFileSync(`${from}${folder}/${name}`) });
        }
      }
    },
  };
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  plugins: [react(), pdfjsData(), shellPlugin()],
  css: { postcss: { plugins: [tailwindcss(tailwind)] } },
  server: { proxy: { '/api': api, '/file': api } },
  // what is built is not listed: some hundred files, most of them fonts and tables of the reader of PDFs
  logLevel: 'warn',
  build: {
    // pdfjs-dist, loaded when a document is looked at
    chunkSizeWarningLimit: 520,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // the minifier adds the vendor prefixes that these need
    cssTarget: ['chrome107', 'edge107', 'firefox104', 'safari16'],
    // a data: font or image would need a wider content security policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: here('index.html'), sw: here('offline/sw.ts') },
      // a worker watches over the folder it lies in
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
      treeshake: { moduleSideEffects: (id) => !WITHOUT_SIDE_EFFECTS.test(id) },
    },
  },
});
