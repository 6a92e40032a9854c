import { readZip } from '../../../test/zip.ts';

export interface ReadCell {
  /** Content of the cell: a text, or the number as text. */
  valore: string;
  /** Type of the cell: `n` number, `s` text of the shared table, `str` text of a formula. */
  tipo: string;
  formula: boolean;
  /** Number format of the cell's style; 0 is General. */
  formato: string;
}

export interface ReadSheet {
  nome: string;
  cells: ReadonlyMap<string, ReadCell>;
  merges: string[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const piano = (xml: string): string =>
  xml.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (everything, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? everything;
    return String.fromCodePoint(/^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
  });
const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
const texts = (xml: string): string =>
  [...xml.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<\/(?:\w+:)?t>/g)].map((t) => piano(t[1] ?? '')).join('');

/** Reads the first sheet of an .xlsx from its parts (ECMA-376), without the library that wrote it. */
export async function readXlsx(bytes: Buffer): Promise<ReadSheet> {
  const parts = new Map((await readZip(bytes)).map(({ name, content }) => [name, content.toString('utf8')]));
  const part = (name: string): string => {
    const xml = parts.get(name);
    if (xml === undefined) throw new Error(`${name} is not in the file`);
    return xml;
  };
  const name = piano(attribute(/<sheet\s[^>]*>/.exec(part('xl/workbook.xml'))?.[0] ?? '', 'name') ?? '');
  const condivisi = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g)].map((si) => texts(si[1] ?? ''));
  const formats = formatsOf(part('xl/styles.xml'));
  const sheet = part('xl/worksheets/sheet1.xml');
  const cells = new Map<string, ReadCell>();
  for (const [, attributes = '', inside = ''] of sheet.matchAll(/<c(\s[^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const kind = attribute(attributes, 't') ?? 'n';
    const raw = piano(/<v[^>]*>([^<]*)<\/v>/.exec(inside)?.[1] ?? '');
    cells.set(attribute(attributes, 'r') ?? '', {
      tipo: kind,
      formula: /<f[\s>/]/.test(inside),
      formato: formats[Number(attribute(attributes, 's') ?? 0)] ?? '0',
      valore: kind === 's' ? (condivisi[Number(raw)] ?? '') : kind === 'inlineStr' ? texts(inside) : raw,
    });
  }
  return { nome: name, cells, merges: [...sheet.matchAll(/<mergeCell\s[^>]*>/g)].map(([tag]) => attribute(tag, 'ref') ?? '') };
}

/** Returns the number format of each cell style: its own code, else the number of a built-in format. */
function formatsOf(styles: string): string[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt\s[^>]*>/g)].map(([tag]) => [attribute(tag, 'numFmtId'), piano(attribute(tag, 'formatCode') ?? '')]),
  );
  const cellStyles = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(styles)?.[0] ?? '';
  return [...cellStyles.matchAll(/<xf\s[^>]*>/g)].map(([tag]) => {
    const id = attribute(tag, 'numFmtId') ?? '0';
    return own.get(id) ?? id;
  });
}
