import ts from 'typescript';

/** Replacement for a node: an expression, or `null` for a removed statement. */
export type Alternative = string | null;

/** Matches sentences and labels, which are not mutated, since rewording them breaks nothing. */
const MESSAGE = /\S\s+\S|^\p{Lu}[\p{Ll}’']+[.:…]?$/u;

/** Replacements inside SQL statements. */
const SQL: readonly (readonly [RegExp, string])[] = [
  [/ and /, ' or '],
  [/ or /, ' and '],
  [/<=/, '<'],
  [/>=/, '>'],
  [/<(?![=>])/, '<='],
  [/(?<!<)>(?!=)/, '>='],
  [/ is not null/, ' is null'],
  [/ is null/, ' is not null'],
  [/not exists/, 'exists'],
  [/ is not true/, ' is true'],
  [/ desc/, ''],
  [/ on conflict do nothing/, ''],
];

export function literalAlternatives(node: ts.Node): Alternative[] {
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return ['false'];
    case ts.SyntaxKind.FalseKeyword:
      return ['true'];
    case ts.SyntaxKind.NumericLiteral:
      return node.getText() === '0' ? ['1'] : [`${node.getText()} * 100`];
    case ts.SyntaxKind.RegularExpressionLiteral:
      return regex(node.getText());
    case ts.SyntaxKind.ArrayLiteralExpression:
      return (node as ts.ArrayLiteralExpression).elements.length > 0 ? ['[]'] : [];
    case ts.SyntaxKind.TaggedTemplateExpression:
      return sqlAlternatives(node as ts.TaggedTemplateExpression);
    case ts.SyntaxKind.TemplateExpression:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
      return ts.isTaggedTemplateExpression(node.parent) ? [] : text(node.getText().slice(1, -1));
    case ts.SyntaxKind.StringLiteral:
      return text((node as ts.StringLiteral).text);
    default:
      return [];
  }
}

const text = (written: string): Alternative[] => (written === '' || MESSAGE.test(written) ? [] : ["''"]);

/** Returns a regular expression without its first anchor `^`, and without its last anchor `$`. */
function regex(written: string): Alternative[] {
  const end = written.lastIndexOf('/');
  const [body, flags] = [written.slice(1, end), written.slice(end + 1)];
  return [
    ...(body.startsWith('^') && body.length > 1 ? [`/${body.slice(1)}/${flags}`] : []),
    ...(body.endsWith('$') && !body.endsWith('\\$') && body.length > 1 ? [`/${body.slice(0, -1)}/${flags}`] : []),
  ];
}

function sqlAlternatives(node: ts.TaggedTemplateExpression): Alternative[] {
  if (!/^sql\b/.test(node.tag.getText())) return [];
  const start = node.getStart();
  const parts = ts.isNoSubstitutionTemplateLiteral(node.template)
    ? [node.template]
    : [node.template.head, ...node.template.templateSpans.map((s) => s.literal)];
  return parts.flatMap((part) =>
    SQL.flatMap(([from, to]) => {
      const words = part.getText();
      if (!from.test(words)) return [];
      return [node.getText().slice(0, part.getStart() - start) + words.replace(from, to) + node.getText().slice(part.getEnd() - start)];
    }),
  );
}
