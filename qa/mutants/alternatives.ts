import ts from 'typescript';
import { literalAlternatives, type Alternative } from './literals.ts';

const K = ts.SyntaxKind;

/** Replacements of each operator: mistakes that a programmer could make. */
const OPERATORS: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [K.LessThanToken]: ['<=', '>='],
  [K.LessThanEqualsToken]: ['<', '>'],
  [K.GreaterThanToken]: ['>=', '<='],
  [K.GreaterThanEqualsToken]: ['>', '<'],
  [K.EqualsEqualsEqualsToken]: ['!=='],
  [K.ExclamationEqualsEqualsToken]: ['==='],
  [K.AmpersandAmpersandToken]: ['||'],
  [K.BarBarToken]: ['&&'],
  [K.PlusToken]: ['-'],
  [K.MinusToken]: ['+'],
  [K.AsteriskToken]: ['/'],
  [K.SlashToken]: ['*'],
  [K.PercentToken]: ['*'],
  [K.PlusEqualsToken]: ['-='],
  [K.MinusEqualsToken]: ['+='],
  [K.QuestionQuestionEqualsToken]: ['='],
};

const SWAPPED = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
]);
/** Methods that return a changed version of their receiver, so that a mutant can leave out the call. */
const SKIPPED = new Set([
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'slice',
  'trim',
  'trimEnd',
  'trimStart',
  'toLowerCase',
  'toUpperCase',
  'normalize',
  'catch',
]);
const LOG_LEVELS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

export function alternativesOf(node: ts.Node): Alternative[] {
  if (ts.isBinaryExpression(node)) return binary(node);
  if (ts.isPrefixUnaryExpression(node)) return unary(node);
  if (ts.isCallExpression(node)) return [...call(node), ...optional(node), ...condition(node)];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return [...optional(node), ...condition(node)];
  if (ts.isStatement(node)) return isRemovable(node) ? [null] : [];
  if (ts.isIdentifier(node) || ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node)) return condition(node);
  return literalAlternatives(node);
}

function binary(node: ts.BinaryExpression): Alternative[] {
  const [left, right] = [node.left.getText(), node.right.getText()];
  const operator = node.operatorToken.kind;
  if (operator === K.QuestionQuestionToken) return [left, right, ...condition(node)];
  if (operator === K.PlusToken && [node.left, node.right].some(isText)) return [];
  const assigns = operator >= K.FirstAssignment && operator <= K.LastAssignment;
  return [
    ...(OPERATORS[operator] ?? []).map((other) => (assigns ? `${left} ${other} ${right}` : `(${left}) ${other} (${right})`)),
    ...condition(node),
  ];
}

function unary(node: ts.PrefixUnaryExpression): Alternative[] {
  const operand = node.operand.getText();
  if (node.operator === K.ExclamationToken) return isCondition(node) ? condition(node) : [operand];
  return node.operator === K.MinusToken ? [operand] : [];
}

/** Returns the replacements `true` and `false` for a condition; only `false` for a loop, which would never end otherwise. */
function condition(node: ts.Expression): Alternative[] {
  if (!isCondition(node)) return [];
  return ts.isIterationStatement(node.parent, false) ? ['false'] : ['true', 'false'];
}

function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  return (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node;
}

function call(node: ts.CallExpression): Alternative[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || insideChain(node)) return [];
  const receiver = expression.expression.getText();
  const name = expression.name.text;
  const swapped = SWAPPED.get(name);
  if (swapped) return [`${receiver}.${swapped}${node.getText().slice(expression.getText().length)}`];
  return SKIPPED.has(name) && !ts.isExpressionStatement(node.parent) ? [receiver] : [];
}

/** Returns the optional chain with one `?.` replaced by `.` in each alternative. */
function optional(node: ts.Expression): Alternative[] {
  if (!ts.isOptionalChain(node) || insideChain(node) || ts.isDeleteExpression(node.parent)) return [];
  const text = node.getText();
  const dots: number[] = [];
  for (let part: ts.Node = node; ts.isOptionalChain(part); part = part.expression) {
    if (!ts.isNonNullExpression(part) && part.questionDotToken) dots.push(part.questionDotToken.getStart() - node.getStart());
  }
  return dots.map((at) => text.slice(0, at) + (/[[(]/.test(text[at + 2] ?? '') ? '' : '.') + text.slice(at + 2));
}

/** Checks whether a node is an inner link of an optional chain; only the whole chain can be replaced. */
const insideChain = (node: ts.Expression): boolean => ts.isOptionalChain(node.parent) && node.parent.expression === node;

/** Checks whether a statement can be removed. The only statement under an `if` is excluded, since the condition's mutant covers it. */
function isRemovable(node: ts.Statement): boolean {
  if (ts.isExpressionStatement(node)) return !isLog(node.expression) && !ts.isStringLiteral(node.expression) && !aloneUnderIf(node);
  const leaves = ts.isThrowStatement(node) || ts.isReturnStatement(node);
  return leaves && !aloneUnderIf(node) && !isLast(node);
}

function aloneUnderIf({ parent }: ts.Statement): boolean {
  if (ts.isIfStatement(parent)) return parent.elseStatement === undefined;
  return (
    ts.isBlock(parent) && parent.statements.length === 1 && ts.isIfStatement(parent.parent) && parent.parent.elseStatement === undefined
  );
}

const isLast = ({ parent }: ts.Statement): boolean => ts.isBlock(parent) && ts.isFunctionLike(parent.parent);

const isLog = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && LOG_LEVELS.has(node.expression.name.text);

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))
  );
}
