import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import autoprefixer from 'autoprefixer';
import tailwindcss from 'tailwindcss';
import { defineConfig } from 'vite';
import { shellPlugin } from './offline/shell-plugin.ts';
import tailwind from './theme/tailwind.config.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** Of the chart library and what it stands on only what is used is kept: none of it does anything by being imported. */
const WITHOUT_SIDE_EFFECTS = /\/node_modules\/(@tremor|recharts|recharts-scale|d3-[a-z]+|victory-vendor|lodash)\//;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  plugins: [react(), shellPlugin()],
  css: { postcss: { plugins: [tailwindcss(tailwind), autoprefixer()] } },
  server: { proxy: { '/api': api, '/file': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // a data: font or image would need a wider content security policy
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { index: here('index.html'), sw: here('offline/sw.ts') },
      // a worker watches over the folder it lies in
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
      treeshake: { moduleSideEffects: (id) => !WITHOUT_SIDE_EFFECTS.test(id) },
    },
  },
});
