import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { KeyRound, ShieldOff } from 'lucide-react';
import { messageOf } from '#web/lib/api-client.ts';
import { removePasskey } from '#web/lib/passkey.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { changesGroups } from './membership-rights.ts';
import { passkeyOptions } from './Passkeys.tsx';
import { removeSecondFactor, secondFactorOptions } from './second-factor.api.ts';

/** Lets an administrator take away second factor and passkeys of the open user, who has lost phone, recovery codes or devices. */
export function UtenteSecondFactor() {
  const who = useIdentity();
  const { id } = useOpenRecord();
  if (id === null || id === who.memberID || !changesGroups(who)) return null;
  return (
    <>
      <SecondFactorOf utente={id} />
      <PasskeysOf utente={id} />
    </>
  );
}

function SecondFactorOf({ utente }: { utente: string }) {
  const options = secondFactorOptions(utente);
  const { data } = useQuery(options);
  if (!data || data.attivo === null) return null;
  return (
    <TakeAway
      icon={ShieldOff}
      queryKey={options.queryKey}
      name="Il secondo fattore"
      button="TOGLI IL SECONDO FATTORE"
      title="Togli il secondo fattore"
      question={`Far entrare ${utente} con la sola password?`}
      explanation={`${utente} entra con la password e un codice del telefono. Toglilo solo a chi ha perso telefono e codici di recupero.`}
      done="Secondo fattore tolto"
      utente={utente}
      remove={() => removeSecondFactor(utente)}
    />
  );
}

function PasskeysOf({ utente }: { utente: string }) {
  const options = passkeyOptions(utente);
  const { data } = useQuery(options);
  if (!data || data.passkey.length === 0) return null;
  const many = data.passkey.length > 1;
  const names = data.passkey.map(({ nome }) => `«${nome}»`).join(', ');
  return (
    <TakeAway
      icon={KeyRound}
      queryKey={options.queryKey}
      name={many ? 'Le passkey' : 'La passkey'}
      button={many ? `TOGLI LE ${data.passkey.length} PASSKEY` : 'TOGLI LA PASSKEY'}
      title={many ? 'Togli le passkey' : 'Togli la passkey'}
      question={`Non far entrare più ${utente} con ${names}?`}
      explanation={`${utente} entra anche con ${names}. ${many ? 'Toglile' : 'Toglila'} solo a chi ha perso il dispositivo.`}
      done={many ? 'Passkey tolte' : 'Passkey tolta'}
      utente={utente}
      remove={() => removePasskey({ utente })}
    />
  );
}

interface TakeAwayProps {
  icon: typeof ShieldOff;
  /** Key of the query that is read again afterwards. */
  queryKey: QueryKey;
  /** Subject of the message after a failure. */
  name: string;
  button: string;
  title: string;
  question: string;
  explanation: string;
  /** Message after the removal. */
  done: string;
  utente: string;
  remove(): Promise<unknown>;
}

/** Button that takes something away from a user after a question, beside a sentence that says when to do so. */
function TakeAway({ icon, queryKey, name, button, title, question, explanation, done, utente, remove }: TakeAwayProps) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { running, run } = useAction();
  const ask = async () => {
    const sure = await confirm({
      title,
      text: question,
      detail: 'Il registro degli accessi lo dice.',
      confirmLabel: 'TOGLI',
      danger: true,
    });
    if (!sure) return;
    await run(
      async () => {
        await remove();
        snackbar.success(done, { detail: utente });
      },
      {
        failed: (problem) => snackbar.error(`${name} di ${utente}: non riuscito`, { detail: messageOf(problem) }),
        after: () => client.invalidateQueries({ queryKey }),
      },
    );
  };
  return (
    <section className="form-section flex flex-wrap items-center gap-x-4 gap-y-2" aria-label={title}>
      <Button variant="secondary" icon={icon} loading={running} onClick={() => void ask()}>
        {button}
      </Button>
      <p className="min-w-0 flex-1 basis-64 text-label text-ink-3">{explanation}</p>
    </section>
  );
}
