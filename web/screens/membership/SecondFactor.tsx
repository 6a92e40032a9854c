import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldOff } from 'lucide-react';
import { countOf } from '#contracts/core/formats.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatRelativo } from '#web/lib/format.ts';
import { updateIdentity } from '#web/lib/login.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { removeSecondFactor, secondFactorOptions } from './second-factor.api.ts';
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx';

/** Card of the own second factor, which the person switches on and off. */
export function SecondFactor() {
  const { data, error, refetch } = useQuery(secondFactorOptions());
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { running, run } = useAction();
  const reload = () => client.invalidateQueries({ queryKey: secondFactorOptions().queryKey });
  const remove = async () => {
    const sure = await confirm({
      title: 'Togli il secondo fattore',
      text: 'Entrare di nuovo con la sola password?',
      detail: data?.obbligatorio
        ? 'Qui è obbligatorio: dovrai attivarne subito un altro.'
        : 'I codici di recupero che hai non varranno più.',
      confirmLabel: 'TOGLI',
      danger: true,
    });
    if (!sure) return;
    await run(
      async () => {
        await removeSecondFactor();
        snackbar.success('Secondo fattore tolto');
      },
      {
        failed: (problem) => snackbar.error('Il secondo fattore non è stato tolto', { detail: messageOf(problem) }),
        after: () => Promise.all([reload(), updateIdentity().catch(() => {})]),
      },
    );
  };
  return (
    <section className="panel mt-4" aria-labelledby="il-secondo-fattore">
      <div className="form-section">
        <h2 id="il-secondo-fattore" className="form-legend">
          Secondo fattore
        </h2>
        {error ? <ErrorState text={messageOf(error)} onRetry={() => void refetch()} /> : null}
        {data && data.attivo !== null ? (
          <>
            <p className="flex flex-wrap items-center gap-2 font-medium">
              <Badge tone="ok">attivo</Badge> {formatRelativo(data.attivo)}
            </p>
            <p className="mt-1 text-label text-ink-3">
              Per entrare servono la password e un codice dell’app.{' '}
              {data.codici === 0
                ? 'Non hai più codici di recupero: toglilo e attivalo di nuovo per averne altri.'
                : `Hai ancora ${countOf(data.codici, 'codice', 'codici')} di recupero.`}
            </p>
            <Button
              variant="danger-ghost"
              icon={ShieldOff}
              className="-ml-3 mt-3 max-md:ml-0 max-md:!h-11 max-md:w-full"
              loading={running}
              onClick={() => void remove()}
            >
              TOGLI
            </Button>
          </>
        ) : data ? (
          <>
            <p className="mb-3 text-label text-ink-3">
              Con un’app di autenticazione sul telefono, chi sa la tua password non entra lo stesso: serve anche il codice che l’app mostra.
            </p>
            <SecondFactorSetUp onDone={() => void reload()} />
          </>
        ) : null}
      </div>
    </section>
  );
}
