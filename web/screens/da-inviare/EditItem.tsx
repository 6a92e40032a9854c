import { useId, useRef, type FormEvent } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Item } from '#web/offline/outbox/item.ts';
import { valuesOf } from '#web/offline/outbox/local-rows.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { focusField } from '#web/registers/form/focus.ts';
import { newValues } from '#web/registers/form/form-state.ts';
import { RegisterFields } from '#web/registers/form/RegisterFields.tsx';
import { SaveButton } from '#web/registers/form/SaveButton.tsx';
import { useRegisterForm } from '#web/registers/form/use-register-form.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { useAct } from './use-act.ts';
import type { Waiting } from './waiting.ts';

interface EditProps {
  item: Item;
  queue: Waiting;
  onClose(): void;
}

/** Edits a waiting item in the fields of its register; the item keeps its place in the order. */
export function EditItem(props: EditProps) {
  const def = useCatalogue().register(props.item.register ?? '');
  return def ? <Fields def={def} {...props} /> : null;
}

function Fields({ def, item, queue, onClose }: EditProps & { def: AnyRegister }) {
  const element = useRef<HTMLFormElement>(null);
  const { busy, act } = useAct();
  const hint = useId();
  const itemValues = valuesOf(item);
  const creates = item.method === 'POST';
  const start = useRef({ values: { ...(creates ? newValues(def, '') : {}), ...itemValues }, version: null });
  const form = useRegisterForm(def, creates ? 'nuovo' : 'modifica', start.current);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    form.touchAll();
    if (!form.valid) return focusField(element.current, form.firstWrong);
    const changes = form.changes();
    const all: Values = { ...itemValues, ...changes };
    const payload = creates ? Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) : all;
    const key = def.key.kind === 'sequence' ? Number(item.key) : item.key;
    const done = await act(async () => {
      const title = await queue.titleOf(def.path, all);
      return queue.change(item.id, {
        body: JSON.stringify({ [def.bodyKey]: payload }),
        follow: JSON.stringify({ [def.bodyKey]: { ...changes, [def.key.field]: key } }),
        ...(title === undefined ? {} : { title }),
      });
    });
    if (done) onClose();
  };
  const blocked = form.dirty.length === 0 ? 'Nessuna modifica' : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={item.title}
      subtitle={item.said ?? undefined}
      footer={
        <>
          <Button onClick={onClose}>ANNULLA</Button>
          <SaveButton blocked={blocked} hint={hint} loading={busy} variant="primary" type="submit" form={`${hint}-modulo`}>
            SALVA
          </SaveButton>
        </>
      }
    >
      <form ref={element} id={`${hint}-modulo`} noValidate onSubmit={(event) => void submit(event)}>
        <RegisterFields def={def} values={form.values} errors={form.errors} set={form.set} touch={form.touch} />
      </form>
    </Dialog>
  );
}
