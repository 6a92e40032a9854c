import { CheckCheck, ImagePlus, OctagonX, Send, Check, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import clsx from 'clsx';
import { useAtom } from 'jotai';
import { hasProblem, pointsText, problemsOf, type Esito } from '#contracts/modules/guasti/points.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/use-action.ts';
import { KEPT } from '#web/registers/form/kept.ts';
import { sharedPhotoAtom } from '#web/lib/shared-photo.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { FILE_KINDS, refusal } from '#web/ui/inputs/file-kind.ts';
import { TextArea } from '#web/ui/inputs/TextArea.tsx';
import { sendPhoto, sendReport, type Checklist } from './report.api.ts';

const LOOK: Readonly<Record<Esito, { words: string; icon: LucideIcon; on: string }>> = {
  ok: { words: 'OK', icon: Check, on: 'bg-ok-soft text-ok-ink border-transparent' },
  problema: { words: 'Problema', icon: TriangleAlert, on: 'bg-danger text-white border-transparent' },
};

/** Shows a point of the check with its two answers, large enough for a thumb. */
function PointToggle({ point, value, onChange }: { point: string; value: Esito | null; onChange(next: Esito): void }) {
  return (
    <div role="group" aria-label={point} className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <span className="min-w-0 text-touch">{point}</span>
      <span className="flex flex-none gap-2">
        {(['ok', 'problema'] as const).map((esito) => {
          const { words, icon: Icon, on } = LOOK[esito];
          return (
            <button
              key={esito}
              type="button"
              aria-pressed={value === esito}
              onClick={() => onChange(esito)}
              className={clsx(
                'inline-flex h-12 items-center gap-1.5 rounded-control border px-3 text-read font-semibold',
                value === esito ? on : 'border-line-strong text-ink-2',
              )}
            >
              <Icon className="icon" aria-hidden />
              {words}
            </button>
          );
        })}
      </span>
    </div>
  );
}

const MAX_MB = 25;

/** Form of a report: the points checked, a text, a photo, and whether the machine is stopped. One press sends all. */
export function ReportForm({ list, onDone }: { list: Checklist; onDone(): void }) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Esito>>>({});
  const [testo, setTesto] = useState('');
  const [ferma, setFerma] = useState(false);
  const [shared, placePhoto] = useAtom(sharedPhotoAtom);
  const [photo, setPhoto] = useState(shared);
  const { running: sending, run, once } = useAction();
  /** The report is already recorded; only its photo is still to be sent. */
  const [sentReport, setSentReport] = useState<{ id: number; keptOnDevice: boolean } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const snackbar = useSnackbar();
  const punti = list.points.flatMap((punto) => (answers[punto] ? [{ punto, esito: answers[punto] }] : []));
  const problems = problemsOf(pointsText(punti)).length;
  const missing = missingOf({ punti: punti.length, problems, testo, ferma });
  const report = async () => {
    const body = { matricola: list.matricola, testo, ferma, punti };
    const recorded = sentReport ?? (await once(body, (key) => sendReport(body, key)));
    setSentReport(recorded);
    const { id, keptOnDevice } = recorded;
    if (photo) await once([id, photo.name, photo.size, photo.lastModified], (key) => sendPhoto(id, photo, key));
    const fault = hasProblem({ testo: testo.trim(), ferma: ferma ? 1 : 0, punti: pointsText(punti) });
    if (keptOnDevice) snackbar.info(...KEPT);
    else snackbar.success(fault ? 'Segnalazione inviata' : 'Controllo registrato');
    placePhoto(null);
    onDone();
  };
  const send = () =>
    missing
      ? snackbar.error(missing)
      : void run(report, { failed: (error) => snackbar.error('Segnalazione non inviata', { detail: messageOf(error) }) });
  const take = (file: File | undefined) => {
    if (!file) return;
    const why = refusal(file, 'foto', MAX_MB);
    if (why) snackbar.error(why);
    else setPhoto(file);
  };
  return (
    <form
      className="grid max-w-[720px] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <section className="panel" aria-label="Controllo prima dell’uso">
        <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
          <h2 className="text-touch font-semibold">Controllo prima dell’uso</h2>
          <Button
            plain
            icon={CheckCheck}
            disabled={sentReport !== null}
            onClick={() => setAnswers((now) => Object.fromEntries(list.points.map((point) => [point, now[point] ?? 'ok'])))}
          >
            Tutto OK
          </Button>
        </header>
        <fieldset disabled={sentReport !== null}>
          {list.points.map((point) => (
            <PointToggle
              key={point}
              point={point}
              value={answers[point] ?? null}
              onChange={(next) => setAnswers((now) => ({ ...now, [point]: next }))}
            />
          ))}
        </fieldset>
      </section>
      <section className="panel grid gap-4 p-4" aria-label="Guasto">
        <Field label="Che cosa non va">
          <TextArea value={testo} onChange={setTesto} rows={3} maxLength={2000} disabled={sentReport !== null} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button plain size="lg" icon={ImagePlus} onClick={() => input.current?.click()}>
            {photo ? 'Cambia la foto' : 'Aggiungi una foto'}
          </Button>
          <span className="min-w-0 truncate text-read text-ink-2">{photo?.name}</span>
          <input
            ref={input}
            type="file"
            hidden
            capture="environment"
            accept={FILE_KINDS.foto.accept}
            aria-label="Foto"
            onChange={(event) => {
              take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={ferma}
          disabled={sentReport !== null}
          onClick={() => setFerma((now) => !now)}
          className={clsx('btn btn-lg w-full', ferma ? 'btn-danger' : 'btn-secondary')}
        >
          <OctagonX className="icon" aria-hidden />
          {ferma ? 'LA MACCHINA SI FERMA' : 'FERMA LA MACCHINA'}
        </button>
        <Button type="submit" variant="primary" size="lg" icon={Send} loading={sending} className="w-full">
          {sentReport === null ? 'INVIA' : 'INVIA LA FOTO'}
        </Button>
      </section>
    </form>
  );
}

/** Returns why the report cannot be sent yet, or `null`. */
function missingOf({ punti, problems, testo, ferma }: { punti: number; problems: number; testo: string; ferma: boolean }): string | null {
  const words = testo.trim() !== '';
  if (ferma && !words && problems === 0) return 'Scrivi perché la macchina è ferma, o segna il punto che ha un problema.';
  return punti === 0 && !words ? 'Segna i punti controllati, o scrivi che cosa non va.' : null;
}
