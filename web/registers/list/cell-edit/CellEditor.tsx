import { useEffect, useMemo, useRef, type FormEvent, type KeyboardEvent } from 'react';
import { labelOf } from '#contracts/core/define-register.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { useDismiss } from '#web/lib/use-dismiss.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Floating } from '#web/ui/overlays/Floating.tsx';
import { RegisterField } from '../../fields/RegisterField.tsx';
import { RegisterConflict } from '../../form/RegisterConflict.tsx';
import { focusField } from '../../form/focus.ts';
import { valuesOf } from '../../form/form-state.ts';
import { useRegisterForm } from '../../form/use-register-form.ts';
import { useRecordSave } from '../../save/use-record-save.ts';
import { nameOf } from '../../words.ts';
import type { CellEditorProps } from './cell-editor-props.ts';

/** Edits one field of a record over its cell in the list. Enter saves, Escape leaves it, F2 goes to the next cell. */
export default function CellEditor({ def, row, name, cell, onNext, onClose }: CellEditorProps) {
  const anchor = useRef(cell);
  const root = useRef<HTMLSpanElement>(null);
  const element = useRef<HTMLFormElement>(null);
  const record = useMemo(() => ({ values: valuesOf(def, row), version: row.versione }), [def, row]);
  const form = useRegisterForm(def, 'modifica', record);
  const attempts = useAttempts();
  const { saving, conflict, dismiss, write, resolve } = useRecordSave({ def, form, messages: def.messages, attempts });
  useDismiss(root, conflict === null && form.dirty.length === 0, onClose);
  useEffect(() => {
    focusField(element.current, name);
    return () => cell.closest('tr')?.focus();
  }, [cell, name]);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (form.dirty.length === 0) return onClose();
    form.touch(name);
    if (form.wrong[name] === undefined && (await write(String(row[def.key.field]), form.changes(), form.version))) onClose();
  };
  const handleKey = (event: KeyboardEvent): void => {
    // a list of options inside the editor closes first
    if ((event.key !== 'Escape' && event.key !== 'F2') || root.current?.querySelector('[popover] [popover]')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else if (form.dirty.length === 0) onNext();
  };
  return (
    <span ref={root} className="contents">
      {conflict ? null : (
        <Floating
          anchor={anchor}
          gap={-34}
          className="menu w-[300px] !p-3 text-body font-normal"
          role="dialog"
          aria-label={`${labelOf(def, name)}: ${nameOf(def, row)}`}
          onKeyDown={handleKey}
        >
          <form ref={element} noValidate onSubmit={(event) => void save(event)}>
            <RegisterField
              def={def}
              campo={name}
              value={form.values[name] ?? null}
              onChange={(value) => form.set(name, value)}
              onLeave={() => form.touch(name)}
              error={form.errors[name]}
            />
            <div className="mt-3 flex justify-end gap-2">
              <Button onClick={onClose}>ANNULLA</Button>
              <Button variant="primary" type="submit" loading={saving}>
                SALVA
              </Button>
            </div>
          </form>
        </Floating>
      )}
      {conflict ? (
        <RegisterConflict
          def={def}
          conflict={conflict}
          base={form.base}
          ownValues={form.values}
          saving={saving}
          onClose={dismiss}
          onMerged={(_merged, changes) => void resolve(changes).then((written) => written && onClose())}
        />
      ) : null}
    </span>
  );
}
