import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Row } from '../../row.ts';

export interface CellEditorProps {
  def: AnyRegister;
  row: Row;
  /** Field to change. */
  name: string;
  /** The cell beside which the editor opens. */
  cell: HTMLElement;
  /** Moves to the row's next cell that can be changed. */
  onNext(): void;
  onClose(): void;
}
