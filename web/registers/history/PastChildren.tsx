import { useQuery } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Badge, Count } from '#web/ui/feedback/Badge.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { canView } from '../buttons.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { registerColumns } from '../list/columns.ts';
import { listOptions } from '../register.api.ts';
import type { Row } from '../row.ts';
import { nameOf } from '../words.ts';
import { RecordValues } from './RecordValues.tsx';

interface PastChildrenProps {
  /** Register of the parent. */
  def: AnyRegister;
  /** Key of the parent. */
  id: string;
  /** Day or ISO instant: the children as they stood then. */
  al: string;
}

/** Shows the children of a record as they stood at an instant, under a heading for each child register that the person may see. */
export function PastChildren({ def, id, al }: PastChildrenProps) {
  const catalogue = useCatalogue();
  const identity = useIdentity();
  return catalogue
    .childrenOf(def)
    .filter((child) => canView(identity, child))
    .map((child) => <PastChild key={child.path} def={child} parent={{ [child.parent!.field]: id }} al={al} />);
}

/** Shows the records of one child register with their number; nothing while there is none. */
function PastChild({ def, parent, al }: { def: AnyRegister; parent: Record<string, string>; al: string }) {
  const heading = useId();
  const [page, setPage] = useState(1);
  const pageSize = def.list.pageSize;
  const list = useQuery(listOptions(def, { pagina: page, righe: pageSize, ordina: def.list.sort, cerca: '', filtri: parent, al }));
  const columns = useMemo(() => registerColumns(def).map((column) => (isDocument(def, column.id) ? marked(column) : column)), [def]);
  const [first] = list.data?.data ?? [];
  if (list.data?.totale === 0) return null;
  return (
    <section className="mt-6 min-w-0" aria-labelledby={heading}>
      <h3 id={heading} className="form-legend mb-2 flex items-center gap-2">
        {def.list.title}
        {list.data ? <Count value={formatNumber(list.data.totale, 0)} /> : null}
      </h3>
      {list.error ? (
        <ErrorState text={messageOf(list.error)} onRetry={() => void list.refetch()} />
      ) : isOnly(def) ? (
        first ? (
          <RecordValues def={def} row={first} />
        ) : null
      ) : (
        <DataGrid<Row>
          compact
          label={def.labels.many}
          storageKey={`figli.${def.path}`}
          columns={columns}
          rows={list.data?.data}
          total={list.data?.totale}
          page={page}
          pageSize={pageSize}
          sort={def.list.sort}
          onPage={setPage}
          rowKey={(row) => String(row[def.key.field])}
          rowLabel={(row) => nameOf(def, row)}
          refreshing={list.isPlaceholderData}
          empty={null}
        />
      )}
    </section>
  );
}

/** Tells whether a parent has one record of this register at most, with the same key. */
const isOnly = (def: AnyRegister): boolean => def.parent?.field === def.key.field;

function isDocument(def: AnyRegister, name: string): boolean {
  const kind = def.fields[name]?.kind;
  return kind === 'document' || kind === 'photo';
}

/** Returns a column that only tells whether there was a document: today's files are not those of then. */
const marked = (column: GridColumn<Row>): GridColumn<Row> => ({
  ...column,
  render: (row) =>
    row[column.id] ? (
      <Badge tone="ok" icon={Paperclip}>
        Presente
      </Badge>
    ) : (
      <span className="none">–</span>
    ),
});
