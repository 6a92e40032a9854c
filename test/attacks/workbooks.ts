import { strToU8, zipSync } from 'fflate';

/** Parts of a crafted workbook that no spreadsheet program would write. */
interface CraftedParts {
  /** Rows of the sheet's XML, inside `sheetData`. */
  rows?: string;
  dimension?: string;
  sheets?: number;
  sharedStrings?: string;
  /** Further files in the zip, besides the parts that every workbook has. */
  others?: Record<string, Uint8Array>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

export function craftedWorkbook({ rows = '', dimension = 'A1:B2', sheets = 1, sharedStrings, others = {} }: CraftedParts): Buffer {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  const sheet = `${HEAD}<worksheet xmlns="${MAIN}"><dimension ref="${dimension}"/><sheetData>${rows}</sheetData></worksheet>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers.map((n) => `<sheet name="foglio${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId9999" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': sharedStrings ?? `${HEAD}<sst xmlns="${MAIN}"/>`,
    ...Object.fromEntries(numbers.map((n) => [`xl/worksheets/sheet${n}.xml`, sheet])),
  };
  const bytes = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return Buffer.from(zipSync({ ...bytes, ...others }, { level: 9 }));
}

/** Returns the XML of a cell with text. */
export const cell = (reference: string, text: string): string => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const TWO = `<row r="1">${cell('A1', 'Matricola')}${cell('B1', 'Descrizione')}</row><row r="2">${cell('A2', 'X1')}${cell('B2', 'Sonda')}</row>`;

/** Builds a workbook whose cells all reference one long shared string, so that reading them multiplies the text. */
function longText(cells: number): Buffer {
  const text = 'lungo '.repeat(5000);
  const rows = Array.from({ length: cells }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`).join('');
  return craftedWorkbook({ rows, sharedStrings: `${HEAD}<sst xmlns="${MAIN}"><si><t>${text}</t></si></sst>` });
}

/** Returns malformed XML on which the reader's regular expressions could backtrack excessively. */
const nearly = (length: number): string => `<sst xmlns="${MAIN}"><si>${'<t '.repeat(length)}`;

export const WORKBOOKS = {
  good: () => craftedWorkbook({ rows: TWO }),
  /** Zip bomb: 400 MB of zeros after unpacking. */
  bomb: () => craftedWorkbook({ rows: TWO, others: { 'xl/styles.xml': new Uint8Array(400 * 1024 * 1024) } }),
  falseDimension: () => craftedWorkbook({ rows: TWO, dimension: 'A1:XFD1048576' }),
  farCell: () => craftedWorkbook({ rows: `${TWO}<row r="1048576">${cell('XFD1048576', 'z')}</row>`, dimension: 'A1:XFD1048576' }),
  wideHead: () => craftedWorkbook({ rows: `<row r="1">${cell('A1', 'a')}${cell('XFD1', 'z')}</row><row r="2">${cell('A2', '1')}</row>` }),
  manySheets: () => craftedWorkbook({ rows: TWO, sheets: 101 }),
  longText: () => longText(8000),
  patterns: () => craftedWorkbook({ rows: TWO, sharedStrings: HEAD + nearly(500_000) }),
  declaredSmall() {
    const bytes = this.bomb();
    // overwrites the unpacked size of each part in the central directory with a false one
    for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at !== -1; at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1'))
      bytes.writeUInt32LE(10, at + 24);
    return bytes;
  },
  notAZip: () => Buffer.from(`PK\u0003\u0004${'x'.repeat(1000)}`, 'latin1'),
  entity: () =>
    craftedWorkbook({
      rows: TWO,
      sharedStrings: `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><sst xmlns="${MAIN}"><si><t>&b;</t></si></sst>`,
    }),
} as const;
