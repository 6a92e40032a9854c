import { readZip } from '../../../test/zip.ts';

export interface CellaLetta {
  /** What is written in it: a text, or the figure as text. */
  valore: string;
  /** `n` figure, `s` text of the shared table, `str` text of a formula. */
  tipo: string;
  formula: boolean;
  /** Number format of its style; 0 is General. */
  formato: string;
}

export interface FoglioLetto {
  nome: string;
  celle: ReadonlyMap<string, CellaLetta>;
  unioni: string[];
}

const ENTITA: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const piano = (xml: string): string => xml.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (tutto, nome: string) => {
  if (!nome.startsWith('#')) return ENTITA[nome] ?? tutto;
  return String.fromCodePoint(/^#x/i.test(nome) ? Number.parseInt(nome.slice(2), 16) : Number(nome.slice(1)));
});
const attributo = (tag: string, nome: string): string | undefined => new RegExp(`\\s${nome}="([^"]*)"`).exec(tag)?.[1];
const testi = (xml: string): string => [...xml.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<\/(?:\w+:)?t>/g)].map((t) => piano(t[1] ?? '')).join('');

/** Reads the first sheet of an .xlsx from its parts (ECMA-376), without the library that wrote it. */
export async function leggiXlsx(bytes: Buffer): Promise<FoglioLetto> {
  const parti = new Map((await readZip(bytes)).map(({ name: nome, content: contenuto }) => [nome, contenuto.toString('utf8')]));
  const parte = (nome: string): string => {
    const xml = parti.get(nome);
    if (xml === undefined) throw new Error(`${nome} is not in the file`);
    return xml;
  };
  const nome = piano(attributo(/<sheet\s[^>]*>/.exec(parte('xl/workbook.xml'))?.[0] ?? '', 'name') ?? '');
  const condivisi = [...(parti.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g)].map((si) => testi(si[1] ?? ''));
  const formati = formatiDi(parte('xl/styles.xml'));
  const foglio = parte('xl/worksheets/sheet1.xml');
  const celle = new Map<string, CellaLetta>();
  for (const [, attributi = '', dentro = ''] of foglio.matchAll(/<c(\s[^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const tipo = attributo(attributi, 't') ?? 'n';
    const grezzo = piano(/<v[^>]*>([^<]*)<\/v>/.exec(dentro)?.[1] ?? '');
    celle.set(attributo(attributi, 'r') ?? '', {
      tipo, formula: /<f[\s>/]/.test(dentro), formato: formati[Number(attributo(attributi, 's') ?? 0)] ?? '0',
      valore: tipo === 's' ? (condivisi[Number(grezzo)] ?? '') : tipo === 'inlineStr' ? testi(dentro) : grezzo,
    });
  }
  return { nome, celle, unioni: [...foglio.matchAll(/<mergeCell\s[^>]*>/g)].map(([tag]) => attributo(tag, 'ref') ?? '') };
}

/** Number format of every cell style: its own code, else the number of a built-in one. */
function formatiDi(stili: string): string[] {
  const propri = new Map([...stili.matchAll(/<numFmt\s[^>]*>/g)].map(([tag]) => [attributo(tag, 'numFmtId'), piano(attributo(tag, 'formatCode') ?? '')]));
  const stiliCella = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(stili)?.[0] ?? '';
  return [...stiliCella.matchAll(/<xf\s[^>]*>/g)].map(([tag]) => {
    const id = attributo(tag, 'numFmtId') ?? '0';
    return propri.get(id) ?? id;
  });
}
