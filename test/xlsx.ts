import { readZip } from './zip.ts';

export interface ReadCell {
  /** Type of the cell in the file. */
  type: 'testo' | 'numero';
  value: string | number;
  /** Code of its number format. */
  format: string;
}

export interface ReadSheet {
  name: string;
  /** Cells by row, then column; `undefined` for an empty cell. */
  rows: (ReadCell | undefined)[][];
  xml: string;
}

/**
 * Reads an xlsx file without sharing code with the portal's writer. Supports shared and inline strings and number formats; throws for
 * anything else, such as formulas.
 */
export async function readXlsx(file: string | Buffer): Promise<ReadSheet[]> {
  const parts = new Map((await readZip(file)).map(({ name, content }) => [name, content.toString('utf8')]));
  const part = (name: string): string => {
    const text = parts.get(name);
    if (text === undefined) throw new Error(`${name} is missing from the file`);
    return text;
  };
  const comuni = elements(parts.get('xl/sharedStrings.xml') ?? '', 'si').map(({ inside }) => textOf(inside));
  const formats = formatsOf(part('xl/styles.xml'));
  const where = new Map(
    elements(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes: a }) => [a['Id'], a['Target'] ?? '']),
  );
  return elements(part('xl/workbook.xml'), 'sheet').map(({ attributes }) => {
    const xml = part(`xl/${where.get(attributes['r:id'] ?? '')?.replace(/^\/xl\//, '')}`);
    return { name: readable(attributes['name'] ?? ''), xml, rows: rowsOf(xml, comuni, formats) };
  });
}

function rowsOf(xml: string, comuni: readonly string[], formats: readonly string[]): ReadSheet['rows'] {
  if (/<f[ >]/.test(xml)) throw new Error('the sheet holds a formula');
  return elements(xml, 'row').map(({ inside, attributes: { r: number } }, i) => {
    if (number !== undefined && Number(number) !== i + 1) throw new Error(`row ${number} stands at ${i + 1}`);
    const cells: ReadSheet['rows'][number] = [];
    for (const { attributes: a, inside: c } of elements(inside, 'c')) cells[columnIndex(a['r'] ?? '')] = cellOf(a, c, comuni, formats);
    return cells;
  });
}

function cellOf(a: Record<string, string>, inside: string, comuni: readonly string[], formats: readonly string[]): ReadCell | undefined {
  const format = formats[Number(a['s'] ?? 0)] ?? 'General';
  const v = elements(inside, 'v')[0]?.inside;
  switch (a['t']) {
    case 'inlineStr':
      return { type: 'testo', format, value: textOf(inside) };
    case 's':
      return { type: 'testo', format, value: comuni[Number(v)] ?? '' };
    case 'str':
      return { type: 'testo', format, value: readable(v ?? '') };
    case 'n':
    case undefined:
      return v === undefined ? undefined : { type: 'numero', format, value: Number(v) };
    default:
      throw new Error(`a cell of type ${a['t']}`);
  }
}

/** Formats by style number: the built-in ones that matter, and the file's own. */
function formatsOf(xml: string): string[] {
  const codes = new Map<string, string>([
    ['0', 'General'],
    ['1', '0'],
    ['2', '0.00'],
    ['3', '#,##0'],
    ['4', '#,##0.00'],
    ['14', 'm/d/yy'],
  ]);
  for (const { attributes: a } of elements(xml, 'numFmt')) codes.set(a['numFmtId'] ?? '', readable(a['formatCode'] ?? ''));
  return elements(elements(xml, 'cellXfs')[0]?.inside ?? '', 'xf').map(
    ({ attributes: a }) => codes.get(a['numFmtId'] ?? '0') ?? `formato ${a['numFmtId']}`,
  );
}

interface Element {
  attributes: Record<string, string>;
  inside: string;
}

/** Returns the elements with this name in an XML text; elements of the same name must not be nested. */
function elements(xml: string, name: string): Element[] {
  const search = new RegExp(`<${name}((?:\\s+[\\w:]+="[^"]*")*)\\s*(?:/>|>(.*?)</${name}>)`, 'gs');
  return [...xml.matchAll(search)].map(([, attributes = '', inside = '']) => ({
    inside,
    attributes: Object.fromEntries([...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, k = '', v = '']) => [k, v])),
  }));
}

const textOf = (xml: string): string =>
  elements(xml, 't')
    .map(({ inside }) => decode(readable(inside)))
    .join('');

/** Decodes XML entities and character references. */
function readable(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replaceAll(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (everything, hex?: string, dec?: string, name?: string) =>
    hex ? String.fromCodePoint(parseInt(hex, 16)) : dec ? String.fromCodePoint(Number(dec)) : (names[name ?? ''] ?? everything),
  );
}

/** Decodes escapes such as `_x000D_`, which spreadsheets use for some characters. */
const decode = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

function columnIndex(place: string): number {
  return [...place.replace(/\d+$/, '')].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
