import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { scope } from '#contracts/core/permissions.ts';
import { useIdentity } from '#web/lib/session.ts';
import { loadedPart } from '#web/lib/use-loaded.ts';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import type { ListSelection } from '../use-list-selection.ts';
import type { ChangeTogetherDialogProps } from './dialog-props.ts';

const ChangeTogetherDialog = loadedPart<ChangeTogetherDialogProps>(() => import('./ChangeTogetherDialog.tsx'));

/** Button of the selection bar that changes the selected records together, for people who may change at least their own. */
export function ChangeTogether({ def, selected }: { def: AnyRegister; selected: ListSelection }) {
  const identity = useIdentity();
  const [open, setOpen] = useState(false);
  if (def.oneByOne || scope(identity, def.access, 'edit') === 'none') return null;
  return (
    <>
      <SelectionAction icon={PencilLine} onClick={() => setOpen(true)}>
        MODIFICA INSIEME
      </SelectionAction>
      {open ? <ChangeTogetherDialog def={def} selected={selected} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
