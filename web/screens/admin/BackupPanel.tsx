import { CircleAlert, CircleCheck, Clock, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BackupState } from '#contracts/jobs/backup-state.ts';
import { countOf, formatByte, formatNumber, formatRelativo } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { AdminPanel } from './AdminPanel.tsx';

/** Shows the last successful backup, the next one, and the result of the last restore test. */
export function BackupPanel({ backup }: { backup: BackupState }) {
  const { attivo, ultimo, prova, inCorso } = backup;
  return (
    <AdminPanel title="Salvataggi" note={attivo ? 'Uno ogni notte; si tengono 7 giorni, 4 settimane e 12 mesi' : undefined}>
      {!attivo && ultimo === null ? (
        <EmptyState
          title="Nessun salvataggio automatico"
          text="Il portale salva ogni notte quando chi lo gestisce gli indica una cartella (BACKUP_DIR)."
        />
      ) : (
        <>
          <Warnings backup={backup} />
          <ul className="grid grid-cols-1 gap-px bg-line md:grid-cols-3">
            <Fact title="Ultimo riuscito" badge={<LastBadge backup={backup} />}>
              {ultimo ? formatRelativo(ultimo.momento) : 'ancora nessuno'}
              {ultimo ? (
                <Detail>
                  {ultimo.aMano ? 'fatto a mano, ' : ''}
                  {countOf(ultimo.eventi, 'evento', 'eventi')} in {formatByte(ultimo.byte)}, {formatNumber(ultimo.documenti, 0)} file in{' '}
                  {formatByte(ultimo.byteDocumenti)}, {ultimo.cifrato ? 'cifrato' : 'non cifrato'}
                </Detail>
              ) : null}
            </Fact>
            <Fact title="Prossimo" badge={<NextBadge backup={backup} />}>
              {backup.prossimo ? formatRelativo(backup.prossimo) : 'nessuno: manca la cartella'}
              {inCorso?.cosa === 'salvataggio' && inCorso.messaggio ? <Detail>{inCorso.messaggio}</Detail> : null}
            </Fact>
            <Fact
              title="Prova di ripristino"
              badge={inCorso?.cosa === 'prova' ? <UnderWay /> : prova ? <TestBadge passed={prova.riuscita} /> : null}
            >
              {prova ? formatRelativo(prova.quando) : 'ancora nessuna'}
              <Detail alarm={prova?.riuscita === false}>{prova ? prova.messaggio : 'Una alla settimana, dopo il salvataggio'}</Detail>
            </Fact>
          </ul>
          {ultimo && ultimo.mancanti > 0 ? <Missing last={ultimo} /> : null}
          {ultimo?.avviso ? (
            <Note tone="warn" icon={CircleAlert} className="m-3">
              {ultimo.avviso}
            </Note>
          ) : null}
        </>
      )}
    </AdminPanel>
  );
}

function Warnings({ backup: { errore, inRitardo, notte, ultimo } }: { backup: BackupState }) {
  if (errore)
    return (
      <Note tone="danger" className="m-3">
        Il salvataggio di {formatRelativo(errore.quando)} non è riuscito. {errore.messaggio}
      </Note>
    );
  if (!inRitardo) return null;
  return (
    <Note tone="danger" className="m-3">
      {late(notte, ultimo)}
    </Note>
  );
}

/** Returns the sentence on a missing nightly backup. A backup made by hand since is named, but replaces none of a night. */
function late(night: string | null, last: BackupState['ultimo']): string {
  if (last?.aMano)
    return night === null
      ? 'Finora nessun salvataggio notturno è riuscito: c’è quello fatto a mano.'
      : `Il salvataggio notturno è in ritardo: l’ultimo riuscito è di ${formatRelativo(night)}; dopo c’è quello fatto a mano.`;
  return last ? 'Il salvataggio è in ritardo: l’ultimo riuscito è di più di un giorno fa.' : 'Finora nessun salvataggio è riuscito.';
}

function LastBadge({ backup: { ultimo, inRitardo } }: { backup: BackupState }) {
  if (inRitardo && !ultimo?.aMano) return <Late />;
  return ultimo ? (
    <Badge tone="ok" icon={CircleCheck}>
      Riuscito
    </Badge>
  ) : null;
}

function NextBadge({ backup: { inCorso, inRitardo, ultimo } }: { backup: BackupState }) {
  if (inCorso?.cosa === 'salvataggio') return <UnderWay />;
  return inRitardo && ultimo?.aMano ? <Late /> : null;
}

const Late = () => (
  <Badge tone="danger" icon={Clock}>
    In ritardo
  </Badge>
);

const UnderWay = () => (
  <Badge tone="accent" icon={RefreshCw}>
    In corso
  </Badge>
);

const TestBadge = ({ passed }: { passed: boolean }) => (
  <Badge tone={passed ? 'ok' : 'danger'} icon={passed ? CircleCheck : CircleAlert}>
    {passed ? 'Riuscita' : 'Non riuscita'}
  </Badge>
);

/** Warns of documents that the event log records but the archive lacks. */
function Missing({ last: { mancanti, esempi } }: { last: NonNullable<BackupState['ultimo']> }) {
  return (
    <Note tone="warn" icon={CircleAlert} className="m-3">
      {countOf(mancanti, 'documento registrato non è', 'documenti registrati non sono')} nell’archivio:{' '}
      <span className="break-words">{esempi.join(', ')}</span>
      {mancanti > esempi.length ? ` e altri ${formatNumber(mancanti - esempi.length, 0)}` : ''}
    </Note>
  );
}

function Fact({ title, badge, children }: { title: string; badge: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-start justify-between gap-3 bg-surface px-4 py-3">
      <span className="min-w-0">
        <span className="group-title block">{title}</span>
        <span className="num block font-medium">{children}</span>
      </span>
      {badge}
    </li>
  );
}

const Detail = ({ alarm = false, children }: { alarm?: boolean; children: ReactNode }) => (
  <span className={`num block break-words text-label font-normal ${alarm ? 'text-danger-ink' : 'text-ink-3'}`}>{children}</span>
);
