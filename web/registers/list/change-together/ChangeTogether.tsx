import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { scope } from '#contracts/core/permissions.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import type { ListSelection } from '../use-list-selection.ts';
import type { ChangeTogetherDialogProps } from './dialog-props.ts';

const dialog = loadLater(() => import('./ChangeTogetherDialog.tsx'));

/** The dialog, whose code is loaded on first use. */
function Dialog(props: ChangeTogetherDialogProps) {
  return useLoaded<ChangeTogetherDialogProps>(dialog)?.(props) ?? null;
}

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
      {open ? <Dialog def={def} selected={selected} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
