import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ListSelection } from '../use-list-selection.ts';

export interface ChangeTogetherDialogProps {
  def: AnyRegister;
  selected: ListSelection;
  onClose(): void;
}
