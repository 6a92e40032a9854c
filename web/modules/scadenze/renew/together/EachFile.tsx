import { Check, CircleAlert, FileText, X } from 'lucide-react';
import { useId } from 'react';
import { formatByte } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { FilesToRenew } from '../FilesToRenew.tsx';
import { assign, nameOf, rowsOf, takeAway, unassignedFiles, type TogetherRow } from './together.ts';
import type { TogetherState } from './use-together.ts';

/** Lists the chosen records, each with its matched file or a note that it has none, then the unassigned files. */
export function EachFile({ together }: { together: TogetherState }) {
  const { state, sending, change, drop } = together;
  const heading = useId();
  // failed records are listed first, so that they are visible
  const rows = sending ? rowsOf(state) : rowsOf(state).toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)));
  return (
    <div className="grid gap-4">
      <FilesToRenew
        files={[]}
        onFiles={drop}
        refusal={state.refusals.length > 0 ? state.refusals.join('. ') : null}
        disabled={sending}
        words="Tutti insieme: nel nome la matricola, o cognome e nome"
        many
      />
      <UnmatchedFiles together={together} />
      {rows.length > 0 ? (
        <section aria-labelledby={heading}>
          <h3 id={heading} className="text-read font-semibold">
            Che cosa si rinnova
          </h3>
          <ul className="mt-1 grid">
            {rows.map((row) => (
              <RowOf key={row.person.id} row={row} disabled={sending} onTakeAway={(id) => change((now) => takeAway(now, id))} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

const hasFailed = ({ sent }: TogetherRow): boolean => sent?.state === 'failed';

function RowOf({
  row: { person, dropped, sent },
  disabled,
  onTakeAway,
}: {
  row: TogetherRow;
  disabled: boolean;
  onTakeAway(id: number): void;
}) {
  return (
    <li className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2 first:border-0 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <span className="min-w-0 truncate text-read">
        {person.label || person.id}
        {person.label ? <span className="num text-ink-3"> {person.id}</span> : null}
      </span>
      <span className="min-w-0 max-md:col-start-1 max-md:row-start-2">
        {dropped ? (
          <span className="flex min-w-0 items-center gap-2 text-body">
            <FileText className="icon-sm flex-none text-ink-3" aria-hidden />
            <span className="truncate">{dropped.file.name}</span>
            <span className="num flex-none text-label text-ink-3">{formatByte(dropped.file.size)}</span>
          </span>
        ) : (
          <span className="text-label text-ink-3">Senza file: non si rinnova</span>
        )}
        {sent?.state === 'failed' ? (
          <span className="field-error mt-1" role="alert">
            <CircleAlert className="icon-sm" aria-hidden />
            {sent.message}
          </span>
        ) : null}
      </span>
      <span className="flex min-w-8 justify-end max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
        {sent?.state === 'done' ? (
          <Badge tone="ok" icon={Check}>
            Rinnovato
          </Badge>
        ) : sent?.state === 'sending' ? (
          <>
            <Spinner />
            <ScreenReaderText>Invio in corso</ScreenReaderText>
          </>
        ) : dropped ? (
          <IconButton
            size="sm"
            icon={X}
            label={`Togli il file di ${nameOf(person)}`}
            disabled={disabled}
            onClick={() => onTakeAway(dropped.id)}
          />
        ) : null}
      </span>
    </li>
  );
}

/** Lists the unassigned files, each with the reason and a selector to assign the file by hand. */
function UnmatchedFiles({ together }: { together: TogetherState }) {
  const { state, sending, change } = together;
  const files = unassignedFiles(state);
  if (files.length === 0) return null;
  const people = [...state.people, ...state.allRecords.filter(({ id }) => !state.people.some((one) => one.id === id))].filter(
    ({ id }) => state.sent[id]?.state !== 'done',
  );
  return (
    <section aria-label="File da assegnare" className="grid gap-2 rounded-control border border-line p-3">
      <h3 className="flex items-center gap-2 text-read font-semibold">
        <CircleAlert className="icon-sm text-warn" aria-hidden />
        {files.length === 1 ? 'Un file da assegnare' : `${files.length} file da assegnare`}
      </h3>
      <ul className="grid gap-2">
        {files.map(({ dropped: { id, file }, why }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
          >
            <span className="min-w-0 text-body">
              <span className="block truncate">{file.name}</span>
              <span className="block text-label text-ink-3">{why}</span>
            </span>
            <span className="min-w-0 max-md:col-span-2 max-md:row-start-2">
              <Combobox
                aria-label={`Di chi è ${file.name}`}
                value={null}
                placeholder="Di chi è?"
                options={people.map(({ id: value, label }) => ({ value, label: label || value, detail: value }))}
                onChange={(ownerId) => change((now) => assign(now, id, ownerId))}
                disabled={sending}
              />
            </span>
            <IconButton
              size="sm"
              icon={X}
              label={`Togli ${file.name}`}
              disabled={sending}
              className="max-md:col-start-2 max-md:row-start-1"
              onClick={() => change((now) => takeAway(now, id))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
