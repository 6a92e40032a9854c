import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Download, ShieldCheck, Stamp } from 'lucide-react';
import { useState } from 'react';
import type { CheckpointRow, CheckpointVerified } from '#contracts/modules/sigilli/sigilli.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf, formatNumber, formatRelativo } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { saveFile } from '#web/ui/grid/download.ts';
import { AdminPanel } from './AdminPanel.tsx';
import { makeSeal, sealsOptions, verifySeal } from './admin.api.ts';
import { useAdminAction } from './use-admin-action.ts';

const FIRST_ROWS = 5;
const MORE_ROWS = 20;
/** Largest page that the call gives. */
const MAX_ROWS = 100;
const SEALING = 'sigilla';

/** Lists the signed checkpoints of the event log, newest first, each to be verified and downloaded. */
export function SealsPanel() {
  const [rows, setRows] = useState(FIRST_ROWS);
  const { data, error, refetch } = useQuery(sealsOptions(rows));
  const { busy, run } = useAdminAction();
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, CheckpointVerified>>(new Map());
  const verify = ({ id }: CheckpointRow) =>
    run(
      `verifica ${id}`,
      async () => {
        const verdict = await verifySeal(id);
        setVerdicts((known) => new Map(known).set(id, verdict));
      },
      'Sigillo confrontato con il registro',
    );
  const hiddenCount = data ? data.totale - data.data.length : 0;
  return (
    <AdminPanel
      title="Sigilli del registro"
      note="Uno ogni notte: fissano ciò che è stato registrato, e fanno scoprire chi lo cambia"
      action={
        <Button icon={ShieldCheck} loading={busy === SEALING} onClick={() => void run(SEALING, makeSeal, 'Registro sigillato')}>
          SIGILLA ORA
        </Button>
      }
    >
      {data?.stato.messaggio ? (
        <Note tone="danger" className="m-3">
          {data.stato.messaggio}
        </Note>
      ) : null}
      {data && data.stato.illeggibili > 0 ? (
        <Note tone="danger" className="m-3">
          I dati personali di {countOf(data.stato.illeggibili, 'persona', 'persone')} nel registro non si leggono: mancano le chiavi, o
          SEGRETO non è quello con cui furono fatte. Da fare: rimettere il SEGRETO di prima, poi make rebuild.
        </Note>
      ) : null}
      {data && data.stato.in_chiaro > 0 ? (
        <Note tone="warn" className="m-3">
          {countOf(data.stato.in_chiaro, 'evento del registro dice', 'eventi del registro dicono')} in chiaro chi sono le persone: sono di
          prima che i loro dati fossero cifrati. Da fare: make seal-people, a portale fermo.
        </Note>
      ) : null}
      {error && !data ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? (
        <EmptyState title="Ancora nessun sigillo" text="Il primo si fa stanotte, oppure subito con SIGILLA ORA." />
      ) : null}
      <ul aria-label="Sigilli">
        {data?.data.map((seal) => (
          <Seal
            key={seal.id}
            seal={seal}
            verdict={verdicts.get(seal.id)}
            busy={busy === `verifica ${seal.id}`}
            onVerify={() => void verify(seal)}
          />
        ))}
      </ul>
      {hiddenCount > 0 && rows < MAX_ROWS ? (
        <div className="border-t border-line p-2">
          <Button plain className="w-full" onClick={() => setRows(Math.min(MAX_ROWS, rows + MORE_ROWS))}>
            Mostra altri sigilli
            <span className="num font-normal text-ink-3">
              {formatNumber(data?.data.length ?? 0, 0)} di {formatNumber(data?.totale ?? 0, 0)}
            </span>
          </Button>
        </div>
      ) : null}
    </AdminPanel>
  );
}

interface SealProps {
  seal: CheckpointRow;
  verdict: CheckpointVerified | undefined;
  busy: boolean;
  onVerify(): void;
}

function Seal({ seal, verdict, busy, onVerify }: SealProps) {
  const { id, quando, dimensione, radice, testo, marca } = seal;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2 first:border-t-0">
      <span className="min-w-0 flex-1 basis-64">
        <span className="num block font-medium">
          {formatRelativo(quando)}, {countOf(dimensione, 'evento', 'eventi')}
        </span>
        <span className="num block truncate text-label text-ink-3" title={radice}>
          radice {radice}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        {marca === 1 ? (
          <Badge tone="accent" icon={Stamp}>
            Marca temporale
          </Badge>
        ) : null}
        {verdict ? <Outcome verdict={verdict} /> : null}
        <Button size="sm" icon={ShieldCheck} loading={busy} aria-label={`VERIFICA il sigillo ${id}`} onClick={onVerify}>
          VERIFICA
        </Button>
        <Button
          size="sm"
          icon={Download}
          aria-label={`SCARICA il sigillo ${id}`}
          onClick={() => saveFile(new Blob([testo], { type: 'text/plain;charset=utf-8' }), `sigillo_${dimensione}.txt`)}
        >
          SCARICA
        </Button>
      </span>
    </li>
  );
}

const OUTCOMES: Record<CheckpointVerified['esito'], { tone: 'ok' | 'danger' | 'neutral'; label: string }> = {
  esteso: { tone: 'ok', label: 'Il registro lo estende' },
  diverso: { tone: 'danger', label: 'Il registro è un altro' },
  accorciato: { tone: 'danger', label: 'Il registro è più corto' },
  'altra-epoca': { tone: 'neutral', label: 'Di un’epoca precedente' },
};

function Outcome({ verdict: { esito } }: { verdict: CheckpointVerified }) {
  const { tone, label } = OUTCOMES[esito];
  return (
    <Badge tone={tone} icon={tone === 'danger' ? CircleAlert : CircleCheck}>
      {label}
    </Badge>
  );
}
