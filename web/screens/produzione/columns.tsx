import type { NameOf } from '#contracts/core/typed-record.ts';
import { quantitiesInWords } from '#contracts/modules/produzione.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { Swatch } from '#web/ui/grid/GridCell.tsx';
import { isFermo, knownAs, type Line, type Site } from './line.ts';

const LIST_WIDTHS: Readonly<Record<string, number>> = { data: 112, cantiere: 176, quantita: 136, produzione: 124, utente: 104 };

/** Columns of the headers, including summaries of their lines. */
export const HEADER_COLUMNS: readonly GridColumn<Row>[] = registerColumns(produzionePadre).map((column) => {
  const width = LIST_WIDTHS[column.id];
  // quantities are listed by unit, also in files and on paper; sorting is numeric
  const overrides =
    column.id === 'note'
      ? { type: 'secondary' as const }
      : column.id === 'quantita'
        ? { value: ({ quantita_um }: Row) => quantitiesInWords(quantita_um) }
        : {};
  return { ...column, ...overrides, ...(width === undefined ? {} : { width }) };
});

const LINE_WIDTHS: Readonly<Record<string, number>> = { quantita: 116, prezzo: 116, produzione: 128 } satisfies Partial<
  Record<NameOf<typeof produzione>, number>
>;
const None = () => <span className="none">–</span>;

/** Returns the columns of the lines: the work item in its colour, the quantity in its unit. */
export function lineColumns(site: Pick<Site, 'workItems'>): GridColumn<Line>[] {
  return registerColumns(produzione)
    .filter((column) => column.hidden !== true)
    .map((column): GridColumn<Line> => {
      const width = LINE_WIDTHS[column.id];
      const plain: GridColumn<Line> = {
        ...column,
        frozen: false,
        type: column.type === 'key' ? 'text' : (column.type ?? 'text'),
        ...(width === undefined ? { minWidth: 120 } : { width }),
      };
      switch (column.id as NameOf<typeof produzione>) {
        case 'lavorazione':
          return { ...plain, minWidth: 150, render: (row) => <WorkItem row={row} site={site} /> };
        case 'attrezzatura':
          return { ...plain, minWidth: 170, render: (row) => <Equipment row={row} /> };
        case 'quantita':
          return { ...plain, render: (row) => <Quantity row={row} site={site} /> };
        case 'prezzo':
          return { ...plain, render: (row) => (typeof row.prezzo === 'number' ? formatEuro(row.prezzo, 4) : <None />) };
        case 'produzione':
          return {
            ...plain,
            render: (row) =>
              typeof row.produzione === 'number' ? <span className="font-medium">{formatEuro(row.produzione)}</span> : <None />,
          };
        default:
          return plain;
      }
    });
}

/** Shows the work item of a line; a stop is marked as such, with the planned work item. */
function WorkItem({ row, site }: { row: Line; site: Pick<Site, 'workItems'> }) {
  const { colore } = knownAs(site, row.lavorazione);
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      {isFermo(row) ? <Badge>Fermo</Badge> : colore ? <Swatch color={colore} /> : null}
      <span className={isFermo(row) ? 'sub truncate' : 'truncate'}>{row.lavorazione ?? (isFermo(row) ? '' : '–')}</span>
    </span>
  );
}

const Equipment = ({ row }: { row: Line }) =>
  row.attrezzatura ? (
    <>
      {row.attrezzatura} <span className="sub">{row.descrizione}</span>
    </>
  ) : (
    <None />
  );

function Quantity({ row, site }: { row: Line; site: Pick<Site, 'workItems'> }) {
  const text = typeof row.quantita === 'number' ? formatNumber(row.quantita, 3, 2) : null;
  return (
    <>
      {text ?? <None />} <span className="sub inline-block w-7 text-left">{text ? knownAs(site, row.lavorazione).um : ''}</span>
    </>
  );
}
