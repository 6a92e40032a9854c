import { useMemo } from 'react';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { registerColumns, type RowOf } from '#web/registers/list/columns.ts';
import { NamedCode } from '#web/registers/list/NamedCode.tsx';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { EVERY_SITE, useNames, type Names } from './names.ts';

/** Shows the list REQUISITI, which documents are required of whom; kinds and roles are shown by name. */
export default function RequisitiList() {
  const names = useNames();
  const columns = useMemo(() => registerColumns(requisiti).map((column) => ({ ...column, ...shownBy(names, column.id) })), [names]);
  return <RegisterList def={requisiti} columns={columns} />;
}

function shownBy(names: Names, id: string): Partial<GridColumn<RowOf<typeof requisiti>>> {
  switch (id) {
    case 'tipo_documento':
      return { value: (row) => names.kindsOf(row), minWidth: 220 };
    case 'mansione':
      return { value: (row) => names.roleOf(row.mansione), type: 'text', width: 200 };
    case 'commessa':
      return {
        value: (row) => (row.commessa === EVERY_SITE.value ? EVERY_SITE.label : row.commessa),
        render: (row) =>
          row.commessa === EVERY_SITE.value ? EVERY_SITE.label : <NamedCode field={requisiti.fields.commessa} value={row.commessa} />,
        width: 170,
      };
    case 'tra_presenti':
      return { width: 180 };
    default:
      return {};
  }
}
