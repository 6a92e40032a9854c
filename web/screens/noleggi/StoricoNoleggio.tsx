import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { detailHref, newHref } from '#web/registri/addresses.ts';
import { columnOf, type Row } from '#web/registri/columns.ts';
import { listOptions } from '#web/registri/register.api.ts';
import { nameOf } from '#web/registri/words.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { nextSort } from '#web/ui/grid/list-state.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { CONTRATTO, storicoNoleggi } from './noleggi.ts';
import { PallinoContratto } from './PallinoContratto.tsx';

const RIGHE = storicoNoleggi.list.pageSize;
const COLONNE: readonly GridColumn<Row>[] = storicoNoleggi.list.columns.map((name) => ({
  ...columnOf(storicoNoleggi, name),
  ...(name === CONTRATTO.campo ? { width: 96, sortable: false, render: (row: Row) => <PallinoContratto row={row} /> } : {}),
}));

interface StoricoNoleggioProps {
  id: string;
  matricola: string;
  aggiungi: boolean;
}

/** Card Storico Noleggi: on which sites, at what rate, with which contract. */
export function StoricoNoleggio({ id, matricola, aggiungi }: StoricoNoleggioProps) {
  const title = useId();
  const [pagina, setPagina] = useState(1);
  const [ordina, setOrdina] = useState(storicoNoleggi.list.sort);
  const list = useQuery(listOptions(storicoNoleggi, { pagina, righe: RIGHE, ordina, cerca: '', filtri: { id_noleggi: Number(id) } }));
  return (
    <section className="panel" aria-labelledby={title}>
      <div className="flex h-12 items-center justify-between gap-3 border-b border-line pl-4 pr-2">
        <h2 id={title} className="text-read font-semibold">Storico Noleggi</h2>
        {aggiungi ? <ButtonLink href={newHref(storicoNoleggi, { id_noleggi: id })} variant="ghost" size="sm" icon={Plus}>AGGIUNGI</ButtonLink> : null}
      </div>
      <DataGrid<Row>
        compact
        label={`periodi di ${matricola}`}
        storageKey="noleggio.storicoNoleggi"
        columns={COLONNE}
        rows={list.data?.data}
        total={list.data?.totale}
        page={pagina}
        pageSize={RIGHE}
        sort={ordina}
        onPage={setPagina}
        onSort={(column) => { setOrdina(nextSort(ordina, column, storicoNoleggi.list.sort)); setPagina(1); }}
        rowKey={(row) => String(row['id'])}
        rowLabel={(row) => nameOf(storicoNoleggi, row)}
        rowHref={(row) => detailHref(storicoNoleggi, String(row['id']))}
        refreshing={list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title="Nessun periodo" text={`Di ${matricola} non è scritto alcun periodo di noleggio.`} />}
      />
    </section>
  );
}
