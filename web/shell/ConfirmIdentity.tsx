import { useEffect, useState, type FormEvent } from 'react';
import { useAtomValue } from 'jotai';
import { KeyRound } from 'lucide-react';
import type { SecondFactorState } from '#contracts/modules/accesso.ts';
import { api, ApiError, messageOf } from '#web/lib/api-client.ts';
import { confirmationAtom, endConfirmation } from '#web/lib/confirmation.ts';
import { confirmByPasskey, confirmIdentity } from '#web/lib/login.ts';
import { hasPasskeyHere, isGivenUp } from '#web/lib/passkey.ts';
import { useSession } from '#web/lib/session.ts';
import { Button } from '../ui/feedback/Button.tsx';
import { CodeInput } from '../ui/inputs/CodeInput.tsx';
import { Field } from '../ui/inputs/Field.tsx';
import { TextInput } from '../ui/inputs/TextInput.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';

/** Tells whether the person may confirm with a code of an app instead of the password. */
function useHasApp(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    api.get<{ data: [SecondFactorState] }>('/api/secondo-fattore').then(
      ({ data }) => setHas(data[0].attivo !== null),
      () => {},
    );
  }, []);
  return has;
}

/** Tells whether the person may confirm with a passkey of this device. */
function useHasPasskey(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    void hasPasskeyHere().then(setHas);
  }, []);
  return has;
}

/** Asks for password, code or passkey over the page, for a call that cannot be taken back or opens a door. The call is repeated then. */
export default function ConfirmIdentity() {
  const confirmation = useAtomValue(confirmationAtom);
  const who = useSession();
  const hasApp = useHasApp();
  const hasPasskey = useHasPasskey();
  const [byCode, setByCode] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!confirmation || !who) return null;
  const confirmBy = async (proof: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await proof();
      endConfirmation(true);
    } catch (problem) {
      if (!isGivenUp(problem))
        setError(problem instanceof ApiError ? (problem.errors[0]?.messaggio ?? problem.message) : messageOf(problem));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text === '') return setError(byCode ? 'Scrivi il codice' : 'Scrivi la password');
    void confirmBy(() => confirmIdentity(byCode ? { codice: text } : { password: text }));
  };
  const switchMethod = () => {
    setByCode(!byCode);
    setText('');
    setError(null);
  };
  return (
    <Dialog
      open
      onClose={() => endConfirmation(false)}
      title="Conferma che sei tu"
      width={440}
      role="alertdialog"
      marker="conferma-identita"
      footer={
        <>
          {hasApp ? (
            <Button variant="ghost" className="-ml-3 mr-auto" onClick={switchMethod}>
              {byCode ? 'USA LA PASSWORD' : 'USA IL CODICE'}
            </Button>
          ) : null}
          <Button variant="secondary" onClick={() => endConfirmation(false)}>
            ANNULLA
          </Button>
          <Button variant="primary" type="submit" form="conferma-identita" loading={busy}>
            CONFERMA
          </Button>
        </>
      }
    >
      <p className="mb-3">
        Questa operazione non si ritira o apre una porta: {byCode ? 'scrivi il codice che l’app mostra' : 'scrivi di nuovo la tua password'}
        . Vale per 15 minuti.
      </p>
      <form id="conferma-identita" className="grid gap-4" noValidate onSubmit={submit}>
        <input type="text" hidden readOnly autoComplete="username" value={who.memberID} />
        {byCode ? (
          <Field label="Codice di verifica" error={error}>
            <CodeInput key="codice" focused value={text} onChange={setText} />
          </Field>
        ) : (
          <Field label="La tua password" error={error}>
            <TextInput
              key="password"
              type="password"
              data-autofocus
              autoFocus
              autoComplete="current-password"
              value={text}
              onChange={setText}
            />
          </Field>
        )}
      </form>
      {hasPasskey ? (
        <Button
          variant="secondary"
          icon={KeyRound}
          className="mt-4 w-full"
          disabled={busy}
          onClick={() => void confirmBy(confirmByPasskey)}
        >
          USA UNA PASSKEY
        </Button>
      ) : null}
    </Dialog>
  );
}
