import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { shareWork } from '#services/platform/concurrency/share-work.ts';

const CONTRACTS = new URL('../../../contracts/core/', import.meta.url);
const SOURCES = ['signed-note.ts', 'verify-proof.ts'].map((name) => new URL(name, CONTRACTS));
const CANONICALIZE = import.meta.resolve('canonicalize');
const TEMPLATE = new URL('verifica.html', import.meta.url);

let cachedPage: string | undefined;

/** Loads the page with the verifying code: the portal's own sources without types, joined to one script. */
const template = shareWork(async () => {
  const sources = await Promise.all(SOURCES.map((source) => readFile(source, 'utf8')));
  const code = [...sources.map((source) => stripTypeScriptTypes(source)), await readFile(fileURLToPath(CANONICALIZE), 'utf8')].map(
    asScript,
  );
  cachedPage = (await readFile(TEMPLATE, 'utf8')).replace('/*CODICE*/', () => code.join('\n'));
});

/** Converts a module to a part of one script, without imports and exports. */
const asScript = (source: string): string =>
  source.replaceAll(/^import[^;]*;$/gm, '').replaceAll(/^export (default )?(?=async function|function|const)/gm, '');

/** Returns verifica.html, a page that contains a proof and verifies it without a network. */
export async function verificationPage(proof: string): Promise<string> {
  if (cachedPage === undefined) await template();
  // `<` is escaped, so that no value of the record can end the script
  return cachedPage!.replace('/*PROVA*/', () => proof.replaceAll('<', String.raw`\u003c`));
}
