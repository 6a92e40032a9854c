import { leggiZip } from './zip.ts';

export interface CellaLetta {
  /** `numero` or `testo`, as the file says. */
  tipo: 'testo' | 'numero';
  valore: string | number;
  /** Code of its number format. */
  formato: string;
}

export interface FoglioLetto {
  nome: string;
  /** By row, then column: `undefined` where nothing is. */
  righe: (CellaLetta | undefined)[][];
  xml: string;
}

/**
 * Reads an xlsx file part by part, and shares no code with what wrote it. Shared and inline strings,
 * number formats; what it does not know (formulas above all) is an error.
 */
export async function leggiXlsx(file: string | Buffer): Promise<FoglioLetto[]> {
  const parti = new Map((await leggiZip(file)).map(({ nome, contenuto }) => [nome, contenuto.toString('utf8')]));
  const parte = (nome: string): string => {
    const testo = parti.get(nome);
    if (testo === undefined) throw new Error(`${nome} is missing from the file`);
    return testo;
  };
  const comuni = elementi(parti.get('xl/sharedStrings.xml') ?? '', 'si').map(({ dentro }) => testoDi(dentro));
  const formati = formatiDi(parte('xl/styles.xml'));
  const dove = new Map(elementi(parte('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributi: a }) => [a['Id'], a['Target'] ?? '']));
  return elementi(parte('xl/workbook.xml'), 'sheet').map(({ attributi }) => {
    const xml = parte(`xl/${dove.get(attributi['r:id'] ?? '')?.replace(/^\/xl\//, '')}`);
    return { nome: leggibile(attributi['name'] ?? ''), xml, righe: righeDi(xml, comuni, formati) };
  });
}

function righeDi(xml: string, comuni: readonly string[], formati: readonly string[]): FoglioLetto['righe'] {
  if (/<f[ >]/.test(xml)) throw new Error('the sheet holds a formula');
  return elementi(xml, 'row').map(({ dentro, attributi: { r: numero } }, i) => {
    if (numero !== undefined && Number(numero) !== i + 1) throw new Error(`row ${numero} stands at ${i + 1}`);
    const celle: FoglioLetto['righe'][number] = [];
    for (const { attributi: a, dentro: c } of elementi(dentro, 'c')) celle[indiceColonna(a['r'] ?? '')] = cellaDi(a, c, comuni, formati);
    return celle;
  });
}

function cellaDi(a: Record<string, string>, dentro: string, comuni: readonly string[], formati: readonly string[]): CellaLetta | undefined {
  const formato = formati[Number(a['s'] ?? 0)] ?? 'General';
  const v = elementi(dentro, 'v')[0]?.dentro;
  switch (a['t']) {
    case 'inlineStr': return { tipo: 'testo', formato, valore: testoDi(dentro) };
    case 's': return { tipo: 'testo', formato, valore: comuni[Number(v)] ?? '' };
    case 'str': return { tipo: 'testo', formato, valore: leggibile(v ?? '') };
    case 'n': case undefined: return v === undefined ? undefined : { tipo: 'numero', formato, valore: Number(v) };
    default: throw new Error(`a cell of type ${a['t']}`);
  }
}

/** Formats by style number: the built-in ones that matter, and the file's own. */
function formatiDi(xml: string): string[] {
  const codici = new Map<string, string>([['0', 'General'], ['1', '0'], ['2', '0.00'], ['3', '#,##0'], ['4', '#,##0.00'], ['14', 'm/d/yy']]);
  for (const { attributi: a } of elementi(xml, 'numFmt')) codici.set(a['numFmtId'] ?? '', leggibile(a['formatCode'] ?? ''));
  return elementi(elementi(xml, 'cellXfs')[0]?.dentro ?? '', 'xf').map(({ attributi: a }) => codici.get(a['numFmtId'] ?? '0') ?? `formato ${a['numFmtId']}`);
}

interface Elemento {
  attributi: Record<string, string>;
  dentro: string;
}

/** Elements of that name that lie in the text, outermost ones only (none of them nests in itself). */
function elementi(xml: string, nome: string): Elemento[] {
  const cerca = new RegExp(`<${nome}((?:\\s+[\\w:]+="[^"]*")*)\\s*(?:/>|>(.*?)</${nome}>)`, 'gs');
  return [...xml.matchAll(cerca)].map(([, attributi = '', dentro = '']) => ({
    dentro, attributi: Object.fromEntries([...attributi.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, k = '', v = '']) => [k, v])),
  }));
}

const testoDi = (xml: string): string => elementi(xml, 't').map(({ dentro }) => decodifica(leggibile(dentro))).join('');

/** References of XML. */
function leggibile(testo: string): string {
  const nomi: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return testo.replaceAll(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (tutto, hex?: string, dec?: string, nome?: string) =>
    (hex ? String.fromCodePoint(parseInt(hex, 16)) : dec ? String.fromCodePoint(Number(dec)) : (nomi[nome ?? ''] ?? tutto)));
}

/** Spreadsheets write some characters as `_x000D_`. */
const decodifica = (testo: string): string => testo.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

function indiceColonna(posto: string): number {
  return [...posto.replace(/\d+$/, '')].reduce((n, lettera) => n * 26 + lettera.charCodeAt(0) - 64, 0) - 1;
}
