import { maintenancesDue } from '#contracts/modules/macchinari.ts';
import { MANUTENZIONE, type DueItem } from '#contracts/modules/scadenze/board.ts';
import { formatNumber } from '#web/lib/format.ts';

/** A row of the board as the screen shows it. */
export interface BoardRow extends DueItem {
  /** Rows that this row combines, including itself; absent for a single row. */
  folded?: readonly DueItem[];
  /** One of the rows of an unfolded row. */
  inside?: boolean;
}

/** Key of a row of the board. */
export const boardKey = ({ soggetto, id, tipo, voce, folded }: BoardRow): string =>
  `${soggetto}/${id}/${tipo}/${voce ?? ''}${folded ? '/*' : ''}`;

/** Returns the grouping key: rows of one record that expire together, or its maintenances of one band. */
const togetherKey = ({ soggetto, id, tipo, fascia, scadenza }: DueItem): string =>
  JSON.stringify([soggetto, id, fascia, tipo === MANUTENZIONE ? tipo : scadenza]);

/** Combines rows of a page that belong together; `open` holds the keys of unfolded ones. */
export function foldRows(rows: readonly DueItem[], open: ReadonlySet<string>): BoardRow[] {
  return [...Map.groupBy(rows, togetherKey).values()].flatMap((group): BoardRow[] => {
    const [first] = group;
    if (!first || group.length === 1) return group;
    const row = { ...first, folded: group };
    return open.has(boardKey(row)) ? [row, ...group.map((one) => ({ ...one, inside: true }))] : [row];
  });
}

/** Describes combined rows: "4 manutenzioni dovute, da 81 h", "3 documenti: Patente, CQC, ADR". */
export function foldedWords(rows: readonly DueItem[]): string {
  const [first] = rows;
  const many = formatNumber(rows.length, 0);
  if (first?.tipo === MANUTENZIONE) {
    if (first.fascia !== 'scaduto') return `${many} manutenzioni in arrivo`;
    const hours = Math.min(...rows.map(({ ore_mancanti }) => ore_mancanti ?? 0));
    return maintenancesDue(rows.length, hours < 0 ? `da ${formatNumber(-hours, 0)} h` : '');
  }
  return `${many} documenti: ${rows.map(({ tipo_nome }) => tipo_nome).join(', ')}`;
}
