import { CopyPlus, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { produzione } from '#contracts/registers/produzione.ts';
import { countOf } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { DraftOffer } from '#web/registers/form/DraftOffer.tsx';
import { useRelatedGrid } from '#web/registers/list/use-related-grid.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { LineCard } from './LineCard.tsx';
import { LineDialog } from './LineDialog.tsx';
import { lineColumns } from './columns.tsx';
import { nameOfLine } from './line.ts';
import type { Lines as LinesState } from './use-lines.ts';

/** Lists the lines of a day, five per page, with their dialogs. */
export function Lines({ id, lines }: { id: string; lines: LinesState }) {
  const { site, rights, rows, over, close } = lines;
  const filtri = useMemo(() => ({ id_intestazione: Number(id) }), [id]);
  const grid = useRelatedGrid(produzione, filtri, produzione.list.pageSize);
  const columns = useMemo(() => lineColumns(site), [site]);
  return (
    <section className="panel" aria-label={produzione.list.title}>
      {over === null ? <DraftOffer keeper={lines.copyDraft} className="m-4 mb-0" onResume={lines.resumeCopy} /> : null}
      <DataGrid<Row>
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
          key={String(over.row?.['id'] ?? 'nuova')}
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
