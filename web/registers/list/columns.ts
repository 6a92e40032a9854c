import { createElement } from 'react';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import type { CellType, GridColumn } from '#web/ui/grid/columns.ts';
import { DeadlineCell } from './DeadlineCell.tsx';
import { dayOf, type Row } from '../row.ts';
import { NamedCode } from './NamedCode.tsx';

export type { Row, RowOf } from '../row.ts';

const WIDTHS: Partial<Record<CellType, number>> = { date: 114, deadline: 114, number: 104, money: 124, color: 116, flag: 72 };

/** Returns the grid's columns by the definition; the first is the frozen identifier. */
export function registerColumns(def: AnyRegister): GridColumn<Row>[] {
  const first = def.list.columns.includes(def.key.field) ? def.key.field : def.list.columns[0];
  const hidden = new Set(def.list.optional ?? []);
  return [...def.list.columns, ...hidden].map((name) => {
    const column = columnOf(def, name);
    const identifier = name === first;
    return {
      ...column,
      ...(identifier ? { type: column.type === 'text' && name !== 'utente' ? ('key' as const) : column.type, frozen: true } : {}),
      ...(hidden.has(name) ? { hidden: true } : {}),
    };
  });
}

export function columnOf(def: AnyRegister, name: string): GridColumn<Row> {
  const field = def.fields[name];
  const deadline = def.list.scadenze?.includes(name) === true;
  const type = deadline ? 'deadline' : typeOf(field);
  const width = name === 'utente' || name === def.key.field ? 112 : WIDTHS[type];
  return {
    id: name,
    label: field?.column ?? labelOf(def, name),
    type,
    value: (row) => shownValue(field, row[name]),
    ...(width === undefined ? {} : { width }),
    ...(deadline ? { render: (row: Row) => createElement(DeadlineCell, { date: asText(row[name]), today: dayOf(row) }) } : {}),
    ...(field?.kind === 'ref' && field.named
      ? { render: (row: Row) => createElement(NamedCode, { field, value: asText(row[name]) }), spelled: true }
      : {}),
    ...(field?.kind === 'money' && field.decimals !== undefined ? { decimals: field.decimals } : {}),
    ...(field?.kind === 'number' ? { decimals: field.decimals, ...(field.unit ? { unit: field.unit } : {}) } : {}),
  };
}

function typeOf(field: Field | undefined): CellType {
  switch (field?.kind) {
    case 'number':
      return field.year ? 'text' : 'number';
    case 'money':
      return 'money';
    case 'date':
      return 'date';
    case 'color':
      return 'color';
    case 'flag':
      return 'flag';
    case 'note':
      return 'secondary';
    default:
      return 'text';
  }
}

const asText = (value: string | number | null | undefined) => (typeof value === 'string' ? value : null);

/** Returns the value to show; for a choice, its label, which may differ from the stored value. */
function shownValue(field: Field | undefined, value: string | number | null | undefined): string | number | null {
  if (field?.kind === 'choice') return field.options.find((o) => o.value === value)?.label ?? value ?? null;
  return value ?? null;
}
