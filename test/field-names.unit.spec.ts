import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';

const ROOT = join(import.meta.dirname, '..');

/** Names that rows, events and requests have beside the fields of registers. */
const OTHER_NAMES = new Set(
  [
    // every row
    'utente versione archivio al creato modificato modificato_da eliminato_da eliminato_il',
    'chiave registro figura',
    // events and their metadata
    'at stream text type version sigillato di campo da',
    'destinatari giorno righe posizione',
    // bodies, forms and addresses of requests
    'action anno campi chiuso chiusi commesse commesse[] dallaPagina dataCantiere fascia file fino goes gruppo id[] lavoratore macchina',
    'mail mese mostra nomeManutenzione operazione passMD5 passMD5Attuale passo personale riga risposta scarica scelta user usata val vista',
    // answers that are no rows of a register
    'lav',
    // mails, workbooks, proofs
    'subject to !cols !data !merges !ref prova.json',
    // the browser: elements, settings, what is kept on the device
    'Authorization column correlationId dialogId href order parts pinned row visible widths 7 30',
  ].flatMap((line) => line.split(' ')),
);

const fieldNames = new Set(
  catalogue.registers.flatMap((def) => [
    ...Object.keys(def.fields),
    def.key.field,
    ...catalogue.computedColumns(def).map(({ name }) => name),
    ...Object.keys(catalogue.summaryOf(def)),
  ]),
);

interface NamedUse {
  name: string;
  /** `path:line` */
  place: string;
}

/** Returns the names by which a file reads fields as texts: `row['name']`, `campo="name"`, and the names that prints and lists give. */
function namedUses(path: string): NamedUse[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const uses: NamedUse[] = [];
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteral(node))
      uses.push({ name: node.text.trim(), place: `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node)) add(node.argumentExpression);
    if (ts.isJsxAttribute(node) && node.name.getText() === 'campo') add(node.initializer);
    if (ts.isPropertyAssignment(node) && ['campi', 'columnNames', 'campo'].includes(node.name.getText()))
      for (const one of ts.isArrayLiteralExpression(node.initializer) ? node.initializer.elements : [node.initializer]) add(one);
    ts.forEachChild(node, visit);
  };
  visit(source);
  // variables of the environment and headers of HTTP have forms of their own
  return uses.filter(({ name }) => !/^[A-Z_]+$|-|^$/.test(name));
}

const uses = globSync('{contracts,projections,services,workers,web}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (name) => /node_modules|dist$|\.spec\.tsx?$|testing\.tsx?$|\/demo$|migrations$/.test(name),
}).flatMap(namedUses);

const unknownUses = (fields: ReadonlySet<string>): NamedUse[] => uses.filter(({ name }) => !fields.has(name) && !OTHER_NAMES.has(name));

describe('names of fields that the compiler does not check', () => {
  it('are those of a register, or of another row, event or request', () => {
    expect(uses.length).toBeGreaterThan(300);
    expect(unknownUses(fieldNames)).toEqual([]);
  });

  it('are listed beside the registers only while something reads them', () => {
    const read = new Set(uses.map(({ name }) => name));
    expect([...OTHER_NAMES].filter((name) => !read.has(name) || fieldNames.has(name))).toEqual([]);
  });

  it.each(['attrezzatura', 'matricola', 'noleggiatore', 'k_giri', 'ore_scadenza'])('%s: a use of a renamed field is found', (renamed) => {
    const unknown = unknownUses(new Set([...fieldNames].filter((name) => name !== renamed)));
    expect(unknown.length).toBeGreaterThan(0);
    expect(new Set(unknown.map(({ name }) => name))).toEqual(new Set([renamed]));
  });
});
