import { CopyPlus, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { produzione } from '#contracts/registers/produzione.ts';
import { countOf, formatEuro, formatNumber } from '#web/lib/format.ts';
import { DraftOffer } from '#web/registers/form/DraftOffer.tsx';
import { useRelatedGrid } from '#web/registers/list/use-related-grid.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { LineDialog } from './LineDialog.tsx';
import { lineColumns } from './columns.tsx';
import { nameOfLine, isFermo, knownAs, type Line, type Site } from './line.ts';
import type { Lines as LinesState } from './use-lines.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Swatch } from '#web/ui/grid/GridCell.tsx';

/** Card of a line on a phone: work item and quantity first, then wbs, operator and equipment. */
function LineCard({ line, site }: { line: Line; site: Pick<Site, 'workItems'> }) {
  const { um, colore } = knownAs(site, line.lavorazione);
  const quantity = typeof line.quantita === 'number' ? `${formatNumber(line.quantita, 3, 2)} ${um ?? ''}` : '';
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2 text-touch font-semibold">
          {isFermo(line) ? <Badge>Fermo</Badge> : colore ? <Swatch color={colore} /> : null}
          <span className="truncate">{line.lavorazione ?? (isFermo(line) ? '' : 'Senza lavorazione')}</span>
        </span>
        <span className="num flex-none text-read font-medium">{quantity}</span>
      </span>
      <span className="flex items-baseline justify-between gap-3 text-read">
        <span className="min-w-0 truncate">{line.wbs ?? 'Senza wbs'}</span>
        <span className="num flex-none text-ink-2">{typeof line.produzione === 'number' ? formatEuro(line.produzione) : ''}</span>
      </span>
      <span className="block truncate text-read text-ink-3">{[line.operatore, line.attrezzatura].filter(Boolean).join(', ')}</span>
      {line.note ? <span className="block truncate text-label text-ink-3">{line.note}</span> : null}
    </>
  );
}

/** Lists the lines of a day, five per page, with their dialogs. */
export function Lines({ id, lines }: { id: string; lines: LinesState }) {
  const { site, rights, rows, over, close } = lines;
  const filtri = useMemo(() => ({ id_intestazione: Number(id) }), [id]);
  const grid = useRelatedGrid(produzione, filtri, produzione.list.pageSize);
  const columns = useMemo(() => lineColumns(site), [site]);
  return (
    <section className="panel" aria-label={produzione.list.title}>
      {over === null ? <DraftOffer keeper={lines.copyDraft} className="m-4 mb-0" onResume={lines.resumeCopy} /> : null}
      <DataGrid<Line>
        {...grid}
        label="righe di produzione"
        storageKey="produzione.righe"
        columns={columns}
        rowLabel={nameOfLine}
        onOpen={lines.edit}
        card={(row) => <LineCard line={row} site={site} />}
        empty={<NoLines lines={lines} />}
      />
      {over?.kind === 'line' ? (
        <LineDialog
          key={String(over.row?.id ?? 'nuova')}
          id={id}
          row={over.row}
          start={over.start}
          site={site}
          count={rows?.length ?? 0}
          rights={rights}
          onClose={close}
        />
      ) : null}
      {over?.kind === 'copy' ? <CopyDialog id={id} day={over.day} site={site} draft={lines.copyDraft} onClose={close} /> : null}
    </section>
  );
}

/** Offers to copy the last day or to add a line on an empty day. */
function NoLines({ lines }: { lines: LinesState }) {
  const { lastDay, rights, add, copy } = lines;
  if (!rights.add) return <EmptyState title="Nessuna riga" text="Per questa giornata non è scritto nulla." />;
  return (
    <EmptyState
      title="Nessuna riga"
      text={
        lastDay
          ? `L’ultima giornata di questo cantiere, ${lastDay.data}, ha ${countOf(lastDay.lines.length, 'riga', 'righe')}.`
          : 'Che cosa si è fatto, quanto, con chi.'
      }
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {lastDay ? (
            <Button plain variant="primary" icon={CopyPlus} onClick={copy}>
              Copia e adatta
            </Button>
          ) : null}
          <Button plain icon={Plus} onClick={add}>
            Scrivi una riga
          </Button>
        </span>
      }
    />
  );
}
