import type { RigaAttrezzatura, RigaLavorazione, RigaMese, RigaOperatore } from '#contracts/modules/andamento/answer.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import type { PartColumn } from '#web/ui/grid/PartTable.tsx';

/** Columns of the work items table; includes the budget if any work item has one. */
export const workItemColumns = (rows: readonly RigaLavorazione[]): PartColumn<RigaLavorazione>[] => [
  {
    label: 'Lavorazione',
    value: (row) => (
      <>
        {row.lavorazione ?? 'Non indicata'} <span className="text-ink-3">{row.wbs}</span>
      </>
    ),
  },
  { label: 'Quantità', right: true, value: (row) => amount(row.quantita, row.unita) },
  { label: 'Produzione', right: true, value: (row) => formatEuro(row.produzione) },
  ...(rows.some((row) => row.consumato_importo !== undefined && (row.budget_importo !== null || row.budget_quantita !== null))
    ? [{ label: 'Resta del budget', right: true, value: (row: RigaLavorazione) => <BudgetRest row={row} /> }]
    : []),
];

export const OPERATORS: readonly PartColumn<RigaOperatore>[] = [
  { label: 'Operatore', value: (row) => row.operatore ?? 'Non indicato' },
  { label: 'Quantità', right: true, value: (row) => amount(row.quantita, row.unita) },
  { label: 'Produzione', right: true, value: (row) => formatEuro(row.produzione) },
];

export const MACHINES: readonly PartColumn<RigaAttrezzatura>[] = [
  { label: 'Attrezzatura', value: (row) => row.attrezzatura ?? 'Non indicata' },
  { label: 'Giorni', right: true, value: (row) => formatNumber(row.giorni, 0) },
  { label: 'Quantità', right: true, wide: true, value: (row) => amount(row.quantita, row.unita) },
  { label: 'Produzione', right: true, value: (row) => formatEuro(row.produzione) },
];

/** Columns of the monthly table, limited to the figures that the person sees. */
export const monthColumns = ({ costi, margine }: { costi: boolean; margine: boolean }): PartColumn<RigaMese>[] => [
  { label: 'Mese', value: ({ mese }) => mese },
  { label: 'Produzione', right: true, value: (row) => formatEuro(row.produzione) },
  ...(!costi ? [] : [{ label: 'Costi', right: true, wide: true, value: (row: RigaMese) => formatEuro(row.costi) }]),
  ...(!margine ? [] : [{ label: 'Margine', right: true, value: (row: RigaMese) => <Euro value={row.margine} /> }]),
];

export const Unknown = () => <span className="text-ink-3">non si sa</span>;

/** Shows an amount in euro, or that it is unknown. */
export const Euro = ({ value }: { value: number | undefined }) => (value === undefined ? <Unknown /> : formatEuro(value));

const amount = (quantity: number, unit: string | null): string => [formatNumber(quantity, 3), unit].filter(Boolean).join(' ');

/** Shows the rest of a work item's budget, in red if it is negative. */
function BudgetRest({ row }: { row: RigaLavorazione }) {
  const { budget_importo, budget_quantita, consumato_importo = 0, consumato_quantita = 0, unita } = row;
  if (budget_importo === null && budget_quantita === null) return <span className="none">–</span>;
  const remaining = budget_importo === null ? null : budget_importo - consumato_importo;
  const quantity = budget_quantita === null ? null : budget_quantita - consumato_quantita;
  const over = (remaining ?? 0) < 0 || (quantity ?? 0) < 0;
  return (
    <span className={over ? 'text-danger-ink' : ''}>
      {[remaining === null ? null : formatEuro(remaining), quantity === null ? null : amount(quantity, unita)]
        .filter((one) => one !== null)
        .join(' · ')}
    </span>
  );
}
