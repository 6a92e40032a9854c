import { CircleCheck, Download, FlaskConical } from 'lucide-react';
import { downloadResult } from '#web/shell/processi.api.ts';
import type { ImportFault, StatoImporta } from '#contracts/modules/importa.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf, formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { Import } from './use-import.ts';

/** Starts the dry run (PROVA) and the import, and shows their results by row and column. */
export function OutcomePanel({ work }: { work: Import }) {
  const { running, ready, current, state, imported, several } = work;
  return (
    <section className="panel p-4" aria-label="Prova">
      <div className="flex flex-wrap items-center gap-3">
        {imported ? null : (
          <Button
            icon={FlaskConical}
            disabled={!ready}
            loading={running && current?.action !== 'importa'}
            onClick={() => void work.rehearse()}
          >
            PROVA
          </Button>
        )}
        {running ? <Running state={state} /> : null}
        {!running && !current ? (
          <span className="text-label text-ink-3">Controlla ogni riga con le stesse regole dei moduli, senza scrivere nulla.</span>
        ) : null}
      </div>
      {state && !running ? <Outcome state={state} work={work} several={several} /> : null}
    </section>
  );
}

function Running({ state }: { state: StatoImporta | undefined }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3" role="status">
      <Progress className="max-w-[320px] flex-1" value={state?.progresso ?? 0} label="Avanzamento" />
      <span className="num truncate text-label text-ink-3">{state?.messaggio ?? 'In coda'}</span>
    </span>
  );
}

function Outcome({ state, work: { current, imported }, several }: { state: StatoImporta; work: Import; several: boolean }) {
  const { esito } = state;
  if (state.status === 'error')
    return (
      <Note tone="danger" className="mt-3">
        {state.messaggio ?? 'Non riuscito'}
      </Note>
    );
  if (imported)
    return (
      <Note icon={CircleCheck}>
        <p className="font-medium">{state.messaggio}</p>
        <p>Dall’elenco qui sotto si annulla l’intera importazione, finché nessuno cambia i suoi record.</p>
      </Note>
    );
  if (current?.action !== 'prova' || !esito) return null;
  if (esito.errori === 0)
    return (
      <>
        <Note className="mt-3" icon={CircleCheck}>
          {`${countOf(esito.righe, 'riga', 'righe')}, nessun errore: si può importare.`}
        </Note>
        <Standing sentences={esito.daPrima} />
      </>
    );
  return (
    <>
      <Note tone="danger" className="mt-3">
        <p className="font-medium">
          {`${esito.ancora ? 'Almeno ' : ''}${countOf(esito.errori, 'errore', 'errori')} in ${countOf(esito.righe, 'riga', 'righe')}: non si importa niente finché ce n’è uno.`}
        </p>
        <p>Scarica il file con gli errori, correggilo e ridallo qui: la colonna ERRORI non conta.</p>
      </Note>
      <Standing sentences={esito.daPrima} />
      <SaveErrors id={state.id} />
      <Errors errors={esito.primi} total={esito.errori} several={several} />
    </>
  );
}

/** Warns of older records that refer to missing ones; these are no errors of the file. */
function Standing({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Note tone="warn" className="mt-3">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}.</p>
      ))}
    </Note>
  );
}

function SaveErrors({ id }: { id: string }) {
  const snackbar = useSnackbar();
  const save = () => void downloadResult(id).catch((error: unknown) => snackbar.error('File non scaricato', { detail: messageOf(error) }));
  return (
    <Button className="mt-3" icon={Download} onClick={save}>
      SCARICA ERRORI
    </Button>
  );
}

function Errors({ errors, total, several }: { errors: readonly ImportFault[]; total: number; several: boolean }) {
  return (
    <div className="mt-3 max-h-[420px] overflow-auto rounded-control border border-line">
      <table className="w-full text-body">
        <caption className="sr-only">Errori per riga e colonna</caption>
        <thead className="sticky top-0 bg-surface text-left text-label text-ink-3">
          <tr>
            {several ? <th className="px-3 py-2 font-medium">Tabella</th> : null}
            <th className="px-3 py-2 text-right font-medium">Riga</th>
            <th className="px-3 py-2 font-medium">Colonna</th>
            <th className="w-full px-3 py-2 font-medium">Errore</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {errors.map(({ tabella, riga, colonna, messaggio }, i) => (
            <tr key={i} className="align-top">
              {several ? <td className="whitespace-nowrap px-3 py-1.5">{tabella}</td> : null}
              <td className="num px-3 py-1.5 text-right">{formatNumber(riga, 0)}</td>
              <td className="px-3 py-1.5 md:whitespace-nowrap">{colonna ?? 'tutta la riga'}</td>
              <td className="px-3 py-1.5">{messaggio}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > errors.length ? (
        <p className="border-t border-line px-3 py-2 text-label text-ink-3">{`I primi ${errors.length}: gli altri stanno nel file.`}</p>
      ) : null}
    </div>
  );
}
