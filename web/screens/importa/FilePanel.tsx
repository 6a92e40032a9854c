import { Download, FileSpreadsheet, X } from 'lucide-react';
import { IMPORT_MB, type RegistroImporta } from '#contracts/modules/importa.ts';
import type { FileFormat } from '#contracts/export/cells.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx';
import { saveTemplate } from './importa.api.ts';
import type { Import } from './use-import.ts';

interface Props {
  work: Import;
  registers: readonly RegistroImporta[];
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Lets the person choose the file and the register that it is imported into. */
export function FilePanel({ work, registers }: Props) {
  const { unmatched } = work;
  return (
    <section className="panel p-4" aria-label="File e registro">
      <div className="grid gap-4 md:grid-cols-2">
        <div role="group" aria-label="File">
          <p className="mb-1.5 text-label font-medium text-ink-2">File</p>
          <ChosenFile work={work} />
        </div>
        {work.several ? (
          <p className="self-center text-body text-ink-2">Di ogni tabella del file dice il suo nome in quale registro va.</p>
        ) : (
          <Register work={work} registers={registers} />
        )}
      </div>
      {unmatched ? (
        <Note tone="danger" className="mt-4">
          {messageOf(unmatched)}
        </Note>
      ) : null}
    </section>
  );
}

function ChosenFile({ work: { file, sending, refusal, running, send } }: { work: Import }) {
  if (sending !== null)
    return (
      <div className="flex min-h-[62px] flex-col justify-center gap-2 rounded-control border border-line-input px-4 py-3">
        <span className="text-body">{sending < 100 ? 'Caricamento' : 'Lettura del file'}…</span>
        <Progress value={sending} label="Caricamento del file" />
      </div>
    );
  if (!file) return <FileDrop kind="righe" maxMb={IMPORT_MB} error={refusal} onFile={(chosen) => void send(chosen)} />;
  const rows = file.tabelle.reduce((sum, { righe }) => sum + righe, 0);
  return (
    <div className="flex min-h-[62px] items-center gap-3 rounded-control border border-line-input px-4 py-3">
      <FileSpreadsheet className="icon-lg flex-none text-accent-ink" aria-hidden />
      <span className="min-w-0 flex-1 text-body">
        <span className="block truncate font-medium" title={file.nome}>
          {file.nome}
        </span>
        <span className="num block text-label text-ink-3">
          {countOf(rows, 'riga', 'righe')}
          {file.tabelle.length > 1 ? ` in ${file.tabelle.length} tabelle` : ''}
        </span>
      </span>
      <IconButton icon={X} size="sm" label={`Togli ${file.nome}`} disabled={running} onClick={() => void send(null)} />
    </div>
  );
}

function Register({ work: { register, running, chooseRegister }, registers }: Props) {
  const snackbar = useSnackbar();
  const save = (format: FileFormat) => {
    if (register === null) return;
    saveTemplate(register, format).catch((error: unknown) => snackbar.error('Modello non scaricato', { detail: messageOf(error) }));
  };
  return (
    <div>
      <Field
        label="Registro"
        hint={register === null ? 'In quale elenco vanno le righe: se ne scarica anche il modello da riempire.' : undefined}
      >
        <Combobox
          value={register}
          disabled={running}
          placeholder="Scegli…"
          options={registers.map(({ registro, nome }) => ({ value: registro, label: upperFirst(nome) }))}
          onChange={chooseRegister}
        />
      </Field>
      {register === null ? null : (
        <span className="mt-2 flex flex-wrap items-center gap-2 text-label text-ink-3">
          Modello da riempire
          <Button size="sm" plain icon={Download} onClick={() => save('xlsx')}>
            Excel
          </Button>
          <Button size="sm" plain icon={Download} onClick={() => save('csv')}>
            CSV
          </Button>
        </span>
      )}
    </div>
  );
}
