import { FORMATI } from '#contracts/export/cells.ts';
import { STILI } from './xlsx-sheet.ts';
import { INTESTAZIONE, SPREADSHEET, xml } from './xlsx-xml.ts';

const DOC = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PACCHETTO = 'http://schemas.openxmlformats.org/package/2006';
const RELAZIONI = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface FoglioScritto {
  nome: string;
  /** `A1:H101`. */
  area: string;
}

/** The parts of a workbook that say which sheets there are: name in the zip and content. */
export function partiDellaCartella(fogli: readonly FoglioScritto[]): [string, string][] {
  return [
    ['[Content_Types].xml', tipi(fogli)],
    ['_rels/.rels', relazioni([['rId1', `${RELAZIONI}/officeDocument`, 'xl/workbook.xml']])],
    ['xl/workbook.xml', cartella(fogli)],
    ['xl/_rels/workbook.xml.rels', relazioni([
      ...fogli.map((_, i): [string, string, string] => [`rId${i + 1}`, `${RELAZIONI}/worksheet`, `worksheets/sheet${i + 1}.xml`]),
      [`rId${fogli.length + 1}`, `${RELAZIONI}/styles`, 'styles.xml'],
    ])],
    ['xl/styles.xml', stili()],
  ];
}

function tipi(fogli: readonly FoglioScritto[]): string {
  const parte = (nome: string, tipo: string) => `<Override PartName="/xl/${nome}.xml" ContentType="${DOC}.${tipo}+xml"/>`;
  return `${INTESTAZIONE}<Types xmlns="${PACCHETTO}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${
    parte('workbook', 'sheet.main')}${parte('styles', 'styles')}${fogli.map((_, i) => parte(`worksheets/sheet${i + 1}`, 'worksheet')).join('')}</Types>`;
}

function relazioni(voci: readonly [string, string, string][]): string {
  return `${INTESTAZIONE}<Relationships xmlns="${PACCHETTO}/relationships">${
    voci.map(([id, tipo, dove]) => `<Relationship Id="${id}" Type="${tipo}" Target="${dove}"/>`).join('')}</Relationships>`;
}

/** The hidden names are what spreadsheets keep the range of a filter under. */
function cartella(fogli: readonly FoglioScritto[]): string {
  const assoluta = (area: string) => area.replaceAll(/([A-Z]+)(\d+)/g, '$$$1$$$2');
  return `${INTESTAZIONE}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELAZIONI}"><sheets>${
    fogli.map(({ nome }, i) => `<sheet name="${xml(nome)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets><definedNames>${
    fogli.map(({ nome, area }, i) => `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${xml(nome)}'!${assoluta(area)}</definedName>`).join('')}</definedNames></workbook>`;
}

function stili(): string {
  const PRIMO = 164; // the numbers below are the formats every spreadsheet knows
  return `${INTESTAZIONE}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="${STILI.length - 1}">${
    STILI.slice(1).map((f, i) => `<numFmt numFmtId="${PRIMO + i}" formatCode="${xml(FORMATI[f])}"/>`).join('')
  }</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${STILI.length}">${
    STILI.map((_, i) => `<xf numFmtId="${i === 0 ? 0 : PRIMO + i - 1}" fontId="0" fillId="0" borderId="0" xfId="0"${i === 0 ? '' : ' applyNumberFormat="1"'}/>`).join('')
  }</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
