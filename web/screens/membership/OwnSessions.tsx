import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { OwnSession } from '#contracts/modules/accesso.ts';
import { api, messageOf } from '#web/lib/api-client.ts';
import { formatRelativo } from '#web/lib/format.ts';
import { signOut } from '#web/lib/login.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';

const PATH = '/api/sessioni';
const options = queryOptions({
  queryKey: ['sessioni'],
  queryFn: async ({ signal }) => (await api.get<{ data: OwnSession[] }>(PATH, { signal })).data,
});

/** Lists the person's own sessions; they can be ended one by one or all at once. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery(options);
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const [busy, setBusy] = useState<string | null>(null);
  const end = async ({ id, dispositivo }: OwnSession) => {
    setBusy(id);
    try {
      await api.del(PATH, { id });
      snackbar.success('Sessione chiusa', { detail: dispositivo ?? undefined });
    } catch (problem) {
      snackbar.error('Sessione non chiusa', { detail: messageOf(problem) });
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey: options.queryKey });
    }
  };
  const endAll = async () => {
    const sure = await confirm({
      title: 'Esci ovunque',
      text: 'Chiudere tutte le tue sessioni, anche questa?',
      detail: 'Su ogni dispositivo servirà accedere di nuovo.',
      confirmLabel: 'ESCI OVUNQUE',
      danger: true,
    });
    if (!sure) return;
    setBusy('tutte');
    try {
      await api.del(PATH, { tutte: 1 });
      await signOut({ confirmed: true });
    } catch (problem) {
      snackbar.error('Sessioni non chiuse', { detail: messageOf(problem) });
      setBusy(null);
    }
  };
  return (
    <section className="panel mt-4" aria-labelledby="le-tue-sessioni">
      <div className="form-section">
        <h2 id="le-tue-sessioni" className="form-legend">
          Le tue sessioni
        </h2>
        {error ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : null}
        <ul className="divide-y divide-line">
          {data?.map((session) => (
            <SessionItem key={session.id} session={session} busy={busy === session.id} onEnd={() => void end(session)} />
          ))}
        </ul>
        <Button
          variant="danger-ghost"
          icon={LogOut}
          className="-ml-3 mt-3 max-md:ml-0 max-md:!h-11 max-md:w-full"
          loading={busy === 'tutte'}
          onClick={() => void endAll()}
        >
          ESCI OVUNQUE
        </Button>
      </div>
    </section>
  );
}

function SessionItem({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { dispositivo, indirizzo, vista, creata, ricordami, corrente } = session;
  const name = dispositivo ?? 'Dispositivo sconosciuto';
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="truncate">{name}</span>
          {corrente ? <Badge tone="accent">questa sessione</Badge> : null}
        </p>
        <p className="num text-label text-ink-3">
          {[indirizzo, `usata ${formatRelativo(vista ?? creata)}`, `aperta ${formatRelativo(creata)}`, ricordami ? 'Ricordami' : null]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      {corrente ? null : (
        <Button
          size="sm"
          variant="danger-ghost"
          className="shrink-0 max-md:!h-11"
          loading={busy}
          aria-label={`CHIUDI la sessione di ${name}`}
          onClick={onEnd}
        >
          CHIUDI
        </Button>
      )}
    </li>
  );
}
