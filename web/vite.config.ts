import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import autoprefixer from 'autoprefixer';
import tailwindcss from 'tailwindcss';
import { defineConfig } from 'vite';
import tailwind from './theme/tailwind.config.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  css: { postcss: { plugins: [tailwindcss(tailwind), autoprefixer()] } },
  server: { proxy: { '/api': api, '/file': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // a data: font or image would need a wider content security policy
    assetsInlineLimit: 0,
  },
});
