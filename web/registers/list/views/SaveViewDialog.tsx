import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { managesViews, VIEW_LIMITS, type Sharing } from '#contracts/core/saved-view.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { RadioGroup } from '#web/ui/inputs/RadioGroup.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import type { SaveViewDialogProps } from './view-bar.ts';
import { changeView, createView, refreshViews } from './views.api.ts';

/** Asks for the name of a view and for whom it is, and saves it. */
export default function SaveViewDialog({ list, view, contents, onClose, onSaved }: SaveViewDialogProps) {
  const me = useIdentity();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { run, running, once } = useAction();
  const [name, setName] = useState(view?.nome ?? '');
  const [sharing, setSharing] = useState<Sharing>(view?.condivisa ?? 'no');
  const [opensItself, setOpensItself] = useState(view?.predefinita === 1);
  const ready = name.trim() !== '';
  const options: { value: Sharing; label: string }[] = [
    { value: 'no', label: 'Solo io' },
    { value: 'gruppo', label: 'Il mio gruppo' },
    // a view that is shared with everybody stays so, whoever changes it
    ...(managesViews(me) || view?.condivisa === 'tutti' ? [{ value: 'tutti' as const, label: 'Tutti' }] : []),
  ];
  const save = () => {
    const changes = { nome: name.trim(), condivisa: sharing, predefinita: opensItself ? (1 as const) : (0 as const) };
    return run(
      async () => {
        const id = await once({ view: view?.id ?? null, changes, contents }, async (idempotencyKey) => {
          if (view === null) return createView({ tabella: list.path, contenuto: contents, ...changes }, { idempotencyKey });
          await changeView(view, changes, { idempotencyKey });
          return view.id;
        });
        await refreshViews(client);
        snackbar.success(`Vista «${changes.nome}» salvata`);
        onSaved(id);
      },
      { failed: (error) => snackbar.error('Vista non salvata', { detail: messageOf(error) }) },
    );
  };
  return (
    <Dialog
      open
      onClose={running ? () => {} : onClose}
      title={view ? 'Nome e condivisione' : 'Salva come vista'}
      width={440}
      footer={
        <>
          <Button onClick={onClose} disabled={running}>
            ANNULLA
          </Button>
          <Button variant="primary" onClick={() => void save()} disabled={!ready} loading={running}>
            SALVA
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !running) void save();
        }}
      >
        <Field label="Nome" required>
          <TextInput value={name} maxLength={VIEW_LIMITS.name} autoFocus onChange={setName} />
        </Field>
        <Field label="Chi la vede" group>
          <RadioGroup value={sharing} options={options} onChange={setSharing} />
        </Field>
        <Checkbox
          checked={opensItself}
          label={sharing === 'no' ? 'L’elenco si apre con questa vista' : 'L’elenco si apre con questa vista, per chi la vede'}
          onChange={setOpensItself}
        />
      </form>
    </Dialog>
  );
}
