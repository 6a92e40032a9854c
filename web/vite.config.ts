import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import autoprefixer from 'autoprefixer';
import tailwindcss from 'tailwindcss';
import { defineConfig, type Plugin } from 'vite';
import tailwind from './theme/tailwind.config.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** Of the chart library and what it stands on only what is used is kept: none of it does anything by being imported. */
const WITHOUT_SIDE_EFFECTS = /\/node_modules\/(@tremor|recharts|recharts-scale|d3-[a-z]+|victory-vendor|lodash)\//;

/** What the reader of PDFs asks for by name when a document needs it: fonts that are not in the file, tables of characters, decoders of scanned pages. */
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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), pdfjsData()],
  css: { postcss: { plugins: [tailwindcss(tailwind), autoprefixer()] } },
  server: { proxy: { '/api': api, '/file': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // a data: font or image would need a wider content security policy
    assetsInlineLimit: 0,
    rollupOptions: { treeshake: { moduleSideEffects: (id) => !WITHOUT_SIDE_EFFECTS.test(id) } },
  },
});
