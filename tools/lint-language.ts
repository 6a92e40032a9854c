import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { ITALIAN_TECHNICAL_WORDS } from './language-words.ts';
import { sourceFiles } from './source-files.ts';

/** Matches files whose names are recorded in databases and must not change: migrations. */
const RECORDED = /\/migrations\/\d/;
const SPEC = /\.(unit|int|heavy|e2e)\.spec\.tsx?$/;

export interface Finding {
  file: string;
  line: number;
  name: string;
  word: string;
}

export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_\-.]+/)
    .filter(Boolean);

/** Returns the words of the firm's registers, which stay Italian even if they are in the list. */
export const nounsOf = (files: readonly string[]): ReadonlySet<string> =>
  new Set(
    files
      .filter((file) => file.startsWith('contracts/registers/') && !SPEC.test(file))
      .flatMap((file) => wordsOf(basename(file).replace(/\.ts$/, ''))),
  );

/** Checks whether a member is a method; methods are never on the wire. */
const isMethod = (node: ts.Node): node is ts.MethodDeclaration | ts.MethodSignature | ts.PropertySignature =>
  ts.isMethodDeclaration(node) ||
  ts.isMethodSignature(node) ||
  (ts.isPropertySignature(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type));

/**
 * Returns the names in a file that break the language rule: Italian for the firm's words and the wire, English for everything technical.
 * Names that the code gives must not contain the listed words: functions, variables, parameters, types, methods, files, renamed imports.
 * Other properties are skipped, since they may be on the wire or in a table. `nouns` are the names of registers.
 */
export function check(file: string, text: string, nouns: ReadonlySet<string> = new Set()): Finding[] {
  const forbidden = (name: string) => wordsOf(name).find((word) => ITALIAN_TECHNICAL_WORDS.has(word) && !nouns.has(word));
  const findings: Finding[] = [];
  const inName = RECORDED.test(file) ? undefined : forbidden(basename(file).replace(SPEC, ''));
  if (inName) findings.push({ file, line: 0, name: basename(file), word: inName });
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const judge = (name: ts.Node | undefined): void => {
    if (!name || !ts.isIdentifier(name)) return;
    const word = forbidden(name.text);
    if (word) findings.push({ file, line: source.getLineAndCharacterOfPosition(name.getStart()).line + 1, name: name.text, word });
  };
  const visit = (node: ts.Node): void => {
    // a destructured property may keep its name on the wire
    const ownName = ts.isBindingElement(node) ? node.propertyName !== undefined : true;
    if (ownName && (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node))) judge(node.name);
    if (
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isTypeParameterDeclaration(node) ||
      isMethod(node) ||
      (ts.isImportSpecifier(node) && node.propertyName !== undefined)
    )
      judge(node.name);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

if (import.meta.main) {
  const files = sourceFiles();
  const nouns = nounsOf(files);
  const findings = files.flatMap((file) => check(file, readFileSync(file, 'utf8'), nouns));
  for (const { file, line, name, word } of findings)
    console.error(`${file}:${line}  ${name}: "${word}" is a technical word, English in the code`);
  if (findings.length > 0) process.exitCode = 1;
}
