import { useEffect, useMemo } from 'react';
import { produzione } from '#contracts/registers/produzione.ts';
import { countOf, formatEuro, formatNumber } from '#web/lib/format.ts';
import type { ChildButtons } from '#web/registers/buttons.ts';
import { RecordDialog } from '#web/registers/form/RecordDialog.tsx';
import { LineFields } from './LineFields.tsx';
import { LineFitness } from './LineFitness.tsx';
import { isFermo, carriedFrom, knownAs, priceOf, valueOf, type Line, type LineValues, type Site } from './line.ts';
import { useLineDialog } from './use-line-dialog.ts';

interface LineDialogProps {
  /** Key of the header. */
  id: string;
  /** `null` for a new line. */
  row: Line | null;
  /** Initial values of a new line, taken from the line before. Must be stable. */
  start: LineValues;
  site: Site;
  /** Number of existing lines. */
  count: number;
  rights: ChildButtons;
  onClose(): void;
}

/** Dialog for a line of production: Nuovo or Modifica. */
export function LineDialog({ id, row, start, site, count, rights, onClose }: LineDialogProps) {
  const tied = useMemo(() => ({ ...start, id_intestazione: Number(id) }), [start, id]);
  const dialog = useLineDialog(row, tied, onClose);
  const { form, again, writtenCount } = dialog;
  // the site's current price is used, as the server will do
  const price = priceOf(site, form.values);
  const { set } = form;
  useEffect(() => {
    if (price !== null) set('prezzo', price);
  }, [set, price]);
  const lineRights = row === null ? { save: rights.add, remove: false } : { save: rights.save, remove: rights.remove };
  return (
    <RecordDialog
      def={produzione}
      title={row === null && count > 0 ? `Riga di produzione ${count + 1}` : 'Riga di produzione'}
      subtitle={
        writtenCount > 0 ? <span role="status">{countOf(writtenCount, 'riga salvata', 'righe salvate')}, ora la prossima</span> : null
      }
      dialog={dialog}
      rights={lineRights}
      {...(row === null
        ? { further: { label: 'Salva e aggiungi un’altra', onClick: () => void again(carriedFrom(form.values), 'quantita') } }
        : {})}
    >
      <LineFields form={form} site={site} enabled={lineRights.save} fresh={row === null} />
      <LineFitness line={form.values} />
      <LineValue site={site} line={form.values} />
    </RecordDialog>
  );
}

/** Shows the value of a line, as the server will compute it. */
function LineValue({ site, line }: { site: Site; line: LineValues }) {
  const [value, price] = [valueOf(site, line), priceOf(site, line)];
  const quantita = typeof line.quantita === 'number' ? formatNumber(line.quantita, 3, 2) : '–';
  const um = knownAs(site, line.lavorazione).um ?? '';
  const summary = isFermo(line)
    ? 'Fermo: nessun valore'
    : price === null
      ? line.lavorazione
        ? 'Nessun prezzo nel cantiere'
        : ''
      : `${quantita} ${um} × ${formatEuro(price, 4)}`;
  return (
    <output
      className="num mx-4 mb-1 mt-4 flex items-baseline justify-between gap-3 rounded-control bg-sunken px-4 py-3"
      aria-live="polite"
      aria-label="Produzione"
    >
      <span className="min-w-0 text-label text-ink-3">
        <span className="mr-2 font-medium text-ink-2">Produzione</span>
        {summary}
      </span>
      <span className="whitespace-nowrap text-title font-semibold">
        {value === null ? <span className="none">–</span> : formatEuro(value)}
      </span>
    </output>
  );
}
