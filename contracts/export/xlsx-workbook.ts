import { FORMATS } from './cells.ts';
import { BOLD, STYLES } from './xlsx-sheet.ts';
import { HEADER, SPREADSHEET, xml } from './xlsx-xml.ts';

const DOC = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PACKAGE_NAME = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WrittenSheet {
  name: string;
  /** Range of head and rows, such as `A1:H101`. */
  area: string;
}

/** Returns the files of a workbook that list its sheets, each as name in the zip and content. */
export function folderParts(sheets: readonly WrittenSheet[]): [string, string][] {
  return [
    ['[Content_Types].xml', kinds(sheets)],
    ['_rels/.rels', relations([['rId1', `${RELATIONS}/officeDocument`, 'xl/workbook.xml']])],
    ['xl/workbook.xml', folder(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, i): [string, string, string] => [`rId${i + 1}`, `${RELATIONS}/worksheet`, `worksheets/sheet${i + 1}.xml`]),
        [`rId${sheets.length + 1}`, `${RELATIONS}/styles`, 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', styles()],
  ];
}

function kinds(sheets: readonly WrittenSheet[]): string {
  const part = (name: string, kind: string) => `<Override PartName="/xl/${name}.xml" ContentType="${DOC}.${kind}+xml"/>`;
  return `${HEADER}<Types xmlns="${PACKAGE_NAME}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part(
    'workbook',
    'sheet.main',
  )}${part('styles', 'styles')}${sheets.map((_, i) => part(`worksheets/sheet${i + 1}`, 'worksheet')).join('')}</Types>`;
}

function relations(entries: readonly [string, string, string][]): string {
  return `${HEADER}<Relationships xmlns="${PACKAGE_NAME}/relationships">${entries
    .map(([id, kind, where]) => `<Relationship Id="${id}" Type="${kind}" Target="${where}"/>`)
    .join('')}</Relationships>`;
}

/** Builds workbook.xml. Each sheet gets a hidden name, in which spreadsheets store the range of a filter. */
function folder(sheets: readonly WrittenSheet[]): string {
  const absolute = (area: string) => area.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2');
  return `${HEADER}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${sheets
    .map(({ name }, i) => `<sheet name="${xml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('')}</sheets><definedNames>${sheets
    .map(
      ({ name, area }, i) =>
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${xml(name)}'!${absolute(area)}</definedName>`,
    )
    .join('')}</definedNames></workbook>`;
}

function styles(): string {
  const FIRST = 164; // ids below 164 are built-in formats
  return `${HEADER}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="${STYLES.length - 1}">${STYLES.slice(1)
    .map((f, i) => `<numFmt numFmtId="${FIRST + i}" formatCode="${xml(FORMATS[f])}"/>`)
    .join(
      '',
    )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${BOLD + 1}">${STYLES.map(
    (_, i) =>
      `<xf numFmtId="${i === 0 ? 0 : FIRST + i - 1}" fontId="0" fillId="0" borderId="0" xfId="0"${i === 0 ? '' : ' applyNumberFormat="1"'}/>`,
  ).join(
    '',
  )}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
