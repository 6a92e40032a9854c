import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import tailwindcss from 'tailwindcss';
import { defineConfig, type Plugin } from 'vite';
import { shellPlugin } from './offline/shell-plugin.ts';
import tailwind from './theme/tailwind.config.ts';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';

/** Of the chart library and what it stands on only what is used is kept: none of it does anything by being imported. */
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

/**
 * A chunk for each step of a visit instead of one for each module that two screens share, each with what it stands on: what
 * is always there, what every list needs, what has a calendar, what every record needs. The first that names a module has it.
 */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\./;

type IconChunk = 'portale' | 'scheda' | 'comune' | 'icone';

/** Chunk in which each icon is needed first, by its file name; icons of records and screens load only with them. */
const ICONS = iconsByChunk();

function iconsByChunk(): Map<string, IconChunk> {
  const users = new Map<string, Set<IconChunk>>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: here('.'), exclude: (path) => path === 'dist' })) {
    const [, names = ''] = /import \{([^}]*)\} from 'lucide-react'/.exec(readFileSync(here(`./${file}`), 'utf8')) ?? [];
    const icons = names.split(',').map((name) => name.trim().split(' ')[0] ?? '');
    // a badge of the first list
    const chunk = file.startsWith('screens/macchinari/Maintenance')
      ? 'portale'
      : /^(screens\/[\w-]+\/(?!index\.ts)|registers\/fitness\/)/.test(file)
        ? 'comune'
        : /^(registers\/(form|fields|history|documents)|ui\/(inputs|overlays))\//.test(file)
          ? 'scheda'
          : 'portale';
    for (const icon of icons.filter((name) => name !== 'type' && name !== '')) {
      const name = icon.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
      users.set(name, (users.get(name) ?? new Set()).add(chunk));
    }
  }
  // what records and screens both draw stands where both find it, and no list has to bring it
  return new Map(
    [...users].map(([name, [chunk = 'portale', other]]) => [
      name,
      other === undefined ? chunk : users.get(name)?.has('portale') ? 'portale' : 'icone',
    ]),
  );
}

/** The modules of a pattern, and the icons of the chunk; what draws an icon goes with the portal's. */
const withIcons = (chunk: IconChunk, pattern: RegExp) => (id: string) =>
  /\/lucide-react\//.test(id) ? (ICONS.get(ICON.exec(id)?.[1] ?? '') ?? 'portale') === chunk : pattern.test(id);

const STEPS = [
  {
    name: 'base',
    test: /\/web\/(index\.html|main\.tsx|lib\/login\.ts|ui\/inputs\/(Field|TextInput|Checkbox)\.tsx|ui\/feedback\/Button\.tsx|shell\/Logo\.tsx)$|\/icons\/eye(-off)?\.|rolldown\/runtime/,
  },
  {
    name: 'portale',
    test: withIcons(
      'portale',
      /\/web\/(router|screens\/macchinari\/(scadenze|MaintenanceReasons)|registers\/kinds|ui\/grid\/(?!Columns(?:Panel|MenuItem)\b|PartTable\b)\w+|ui\/inputs\/(Chip|text-match)|registers\/(list\/[\w-]+|documents\/(document-state|file-name|files\.api|use-open-file)|form\/(use-delete|refresh-with-parent)))\.tsx?$|\/contracts\/core\/once-per\.ts$/,
    ),
  },
  { name: 'date', test: /\/web\/ui\/inputs\/DateInput\.tsx$/ },
  { name: 'password', test: /\/js-md5\/|\/membership\/(use-password\.ts|PasswordFields\.tsx)$/ },
  {
    name: 'scheda',
    test: withIcons('scheda', /\/web\/(registers\/(form|fields|history|documents)|ui\/(inputs|overlays|page|feedback))\/[\w-]+\.tsx?$/),
  },
  { name: 'icone', test: withIcons('icone', /^$/) },
  { name: 'stampe', test: /\/web\/screens\/[\w-]+\/prints\.ts$/ },
  { name: 'pdf', test: /\/pdfjs-dist\/|\/web\/ui\/pdf\// },
  {
    name: 'comune',
    test: withIcons(
      'comune',
      /\/web\/(registers\/fitness\/|screens\/public\/(OutOfDate|FitnessLine))|\/web\/(screens\/(?!home|admin|produzione|etichette|membership|stampa|public)|lib|ui)|\/contracts\/(?!export)/,
    ),
    minShareCount: 2,
  },
].map((group, i) => ({ ...group, priority: 10 - i }));

/** Chunks that every screen needs, never loaded again. */
const ALWAYS_THERE = /\/(index|portale)-[^/]+\.(js|css)$/;

/** The page names the chunk of the portal, for `public/tema.js` to ask for it before the entry does. */
function namePortale(): Plugin {
  return {
    name: 'name-portale',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const chunk = Object.values(bundle ?? {}).find((one) => one.type === 'chunk' && one.name === 'portale');
        return html.replace(' data-portale=""', chunk ? ` data-portale="/${chunk.fileName}"` : '');
      },
    },
  };
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), pdfjsData(), namePortale(), shellPlugin()],
  css: { postcss: { plugins: [tailwindcss(tailwind)] } },
  server: { proxy: { '/api': api, '/file': api } },
  // what is built is not listed: some hundred files, most of them fonts and tables of the reader of PDFs
  logLevel: 'warn',
  build: {
    // the reader of PDFs, asked for when a document is looked at
    chunkSizeWarningLimit: 520,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // the minifier adds the vendor prefixes that these need
    cssTarget: ['chrome107', 'edge107', 'firefox104', 'safari16'],
    // a data: font or image would need a wider content security policy
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // beside a chunk only what it stands on is asked for, and is not there yet
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((one) => one !== file && !ALWAYS_THERE.test(one)) : needed,
    },
    rollupOptions: {
      input: { index: here('index.html'), sw: here('offline/sw.ts') },
      // a worker watches over the folder it lies in
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'), codeSplitting: { groups: STEPS } },
      treeshake: { moduleSideEffects: (id) => !WITHOUT_SIDE_EFFECTS.test(id) },
    },
  },
});
