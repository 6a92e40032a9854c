import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState, type FormEvent } from 'react';
import type { RefField } from '#contracts/core/fields.ts';
import { BOARD_REGISTERS } from '#contracts/modules/scadenze/board.ts';
import type { UnassignedRecord } from '#contracts/modules/scadenze/unassigned.ts';
import { users } from '#contracts/registers/users.ts';
import { countOf, formatNumber } from '#web/lib/format.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { SaveButton, SaveHint } from '#web/registers/form/SaveButton.tsx';
import { loadSelector } from '#web/registers/selector.api.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { assignKey, useAssign } from './use-assign.ts';

const PERSON: RefField = { kind: 'ref', label: 'Responsabile', register: users.path, value: 'memberID', show: users.name };

/** Dialog ASSEGNA: assigns one responsible person to the checked records. */
export default function AssignDialog({ records, onClose }: { records: readonly UnassignedRecord[]; onClose(): void }) {
  const id = useId();
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const load = useMemo(() => loadSelector(catalogue, client, PERSON), [catalogue, client]);
  const [person, setPerson] = useState<string | null>(null);
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const { sending, done, failed, send } = useAssign();
  const selectedRecords = records.filter((one) => selectedKeys.has(assignKey(one)));
  const blocked = person === null ? 'Manca il responsabile' : selectedRecords.length === 0 ? 'Nessuno scelto' : null;
  const choose = (keys: readonly string[], on: boolean) => {
    const next = new Set(selectedKeys);
    for (const key of keys)
      if (on) next.add(key);
      else next.delete(key);
    setSelectedKeys(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (person === null || blocked !== null || !(await send(selectedRecords, person))) return;
    snackbar.success('Responsabile assegnato', { detail: `${countOf(selectedRecords.length, 'record', 'record')}: ${person}` });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={sending ? () => {} : onClose}
      title="Assegna un responsabile"
      subtitle="Riceve lui i promemoria di ciò che scade"
      width={640}
      footer={
        <>
          <SaveHint id={`${id}-h`}>
            {blocked ?? (failed.size > 0 ? `${failed.size} non salvati` : `${formatNumber(selectedRecords.length, 0)} scelti`)}
          </SaveHint>
          <Button onClick={onClose} disabled={sending}>
            {done.size > 0 ? 'CHIUDI' : 'ANNULLA'}
          </Button>
          <SaveButton variant="primary" type="submit" form={`${id}-f`} loading={sending} blocked={blocked} hint={`${id}-h`}>
            {failed.size > 0 ? 'RIPROVA' : 'ASSEGNA'}
          </SaveButton>
        </>
      }
    >
      <form id={`${id}-f`} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label="Responsabile">
          <Combobox value={person} onChange={setPerson} load={load} disabled={sending} />
        </Field>
        {[...Map.groupBy(records, ({ soggetto }) => BOARD_REGISTERS[soggetto].labels.many)].map(([name, group]) => {
          const keys = group.map(assignKey);
          const on = keys.filter((key) => selectedKeys.has(key)).length;
          return (
            <fieldset key={name} className="grid gap-1">
              <legend className="mb-1 w-full border-b border-line-faint pb-1">
                <Checkbox
                  checked={on === keys.length}
                  indeterminate={on > 0 && on < keys.length}
                  disabled={sending}
                  onChange={(all) => choose(keys, all)}
                  label={
                    <span className="group-title first-letter:uppercase">
                      {name} <span className="count">{formatNumber(keys.length, 0)}</span>
                    </span>
                  }
                />
              </legend>
              {group.map((record) => (
                <RecordLine
                  key={assignKey(record)}
                  record={record}
                  checked={selectedKeys.has(assignKey(record))}
                  disabled={sending || done.has(assignKey(record))}
                  failure={failed.get(assignKey(record))}
                  onChange={(one) => choose([assignKey(record)], one)}
                />
              ))}
            </fieldset>
          );
        })}
      </form>
    </Dialog>
  );
}

interface RecordLineProps {
  record: UnassignedRecord;
  checked: boolean;
  disabled: boolean;
  failure: string | undefined;
  onChange(checked: boolean): void;
}

function RecordLine({ record, checked, disabled, failure, onChange }: RecordLineProps) {
  return (
    <div>
      <Checkbox
        checked={checked}
        disabled={disabled}
        onChange={onChange}
        label={
          <span className="text-read">
            <span className="num font-medium">{record.id}</span> {record.nome}
          </span>
        }
      />
      {failure ? <p className="pl-7 text-label text-danger-ink">{failure}</p> : null}
    </div>
  );
}
