import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldOff } from 'lucide-react';
import { messageOf } from '#web/lib/api-client.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { changesGroups } from './membership-rights.ts';
import { removeSecondFactor, secondFactorOptions } from './second-factor.api.ts';

/** Lets an administrator take away the second factor of the open user, who has lost phone and recovery codes. */
export function UtenteSecondFactor() {
  const who = useIdentity();
  const { id } = useOpenRecord();
  return id === null || id === who.memberID || !changesGroups(who) ? null : <OfUser utente={id} />;
}

function OfUser({ utente }: { utente: string }) {
  const options = secondFactorOptions(utente);
  const { data } = useQuery(options);
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { running, run } = useAction();
  if (!data || data.attivo === null) return null;
  const remove = async () => {
    const sure = await confirm({
      title: 'Togli il secondo fattore',
      text: `Far entrare ${utente} con la sola password?`,
      detail: 'Il registro degli accessi lo dice.',
      confirmLabel: 'TOGLI',
      danger: true,
    });
    if (!sure) return;
    await run(
      async () => {
        await removeSecondFactor(utente);
        snackbar.success('Secondo fattore tolto', { detail: utente });
      },
      {
        failed: (problem) => snackbar.error('Il secondo fattore non è stato tolto', { detail: messageOf(problem) }),
        after: () => client.invalidateQueries({ queryKey: options.queryKey }),
      },
    );
  };
  return (
    <section className="form-section flex flex-wrap items-center gap-x-4 gap-y-2" aria-label="Secondo fattore">
      <Button variant="secondary" icon={ShieldOff} loading={running} onClick={() => void remove()}>
        TOGLI IL SECONDO FATTORE
      </Button>
      <p className="min-w-0 flex-1 basis-64 text-label text-ink-3">
        {utente} entra con la password e un codice del telefono. Toglilo solo a chi ha perso telefono e codici di recupero.
      </p>
    </section>
  );
}
