import ts from 'typescript';
import { alternativesOf } from './alternatives.ts';
import type { Alternative } from './literals.ts';

export interface Mutant {
  id: number;
  file: string;
  line: number;
  /** Source text before and after the change; `replacement` is empty for a removed statement. */
  original: string;
  replacement: string;
  /** Index among equal changes of the file, from 0. It identifies the mutant even if lines move. */
  nth: number;
}

export interface InstrumentedSource {
  /** Source that contains all mutants, each switched on by `$mutant(id)`. */
  code: string;
  mutants: Mutant[];
}

/** Checks whether a node has no effect at run time: types, imports and names. */
function isInert(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    (ts.isJsxAttribute(node) && node.initializer?.kind === ts.SyntaxKind.StringLiteral)
  );
}

function isName(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isBindingElement(parent)) {
    return parent.name === node || (ts.isBindingElement(parent) && parent.propertyName === node);
  }
  // the left side of an assignment cannot be replaced by an expression
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.left === node;
}

/** Creates all mutants of a file, numbered from `first`, and the source that contains them. */
export function instrument(file: string, source: string, first: number): InstrumentedSource {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];

  const note = (node: ts.Node, alternative: Alternative): number => {
    const id = first + mutants.length;
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const [original, replacement] = [node.getText(), alternative ?? ''];
    const nth = mutants.filter((m) => m.original === original && m.replacement === replacement).length;
    mutants.push({ id, file, line, original, replacement, nth });
    return id;
  };
  const emit = (node: ts.Node): string => {
    if (isInert(node)) return node.getText();
    const alternatives = isName(node) ? [] : alternativesOf(node).map((alternative) => ({ alternative, id: note(node, alternative) }));
    return alternatives.reduceRight(
      (rest, { alternative, id }) =>
        alternative === null ? `{if(!$mutant(${id})){${rest}}}` : `($mutant(${id})?(${alternative}):(${rest}))`,
      children(node),
    );
  };
  const children = (node: ts.Node): string => {
    let text = '';
    let at = node.getStart();
    node.forEachChild((child) => {
      text += source.slice(at, child.getStart()) + emit(child);
      at = child.getEnd();
    });
    return text + source.slice(at, node.getEnd());
  };
  return { code: children(tree), mutants };
}
