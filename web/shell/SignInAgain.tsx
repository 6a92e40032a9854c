import { useAtomValue } from 'jotai';
import { KeyRound } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { isCodeRequired, isCodeWrong, signIn, signInByPasskey } from '#web/lib/login.ts';
import { canSignInByPasskey, isGivenUp } from '#web/lib/passkey.ts';
import { closeSession, endRiaccesso, riaccessoAtom, useSession } from '#web/lib/session.ts';
import { Button } from '../ui/feedback/Button.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { CodeInput } from '../ui/inputs/CodeInput.tsx';
import { Field } from '../ui/inputs/Field.tsx';
import { TextInput } from '../ui/inputs/TextInput.tsx';

/** Dialog to sign in again over the page after the session ended, so that unsaved input is kept. */
export default function SignInAgain() {
  const signInRequest = useAtomValue(riaccessoAtom);
  const who = useSession();
  const [password, setPassword] = useState('');
  /** Code of the second factor; `null` until the portal has asked for it. */
  const [code, setCode] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [passkeys, setPasskeys] = useState(false);
  useEffect(() => {
    if (signInRequest) void canSignInByPasskey().then(setPasskeys);
  }, [signInRequest]);
  if (!signInRequest || !who) return null;
  const byPasskey = async () => {
    setBusy(true);
    setError(null);
    try {
      await signInByPasskey(who.ricordami, who.memberID);
      endRiaccesso(true);
    } catch (problem) {
      setError(isGivenUp(problem) ? null : messageOf(problem));
    } finally {
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await signIn(who.memberID, password, who.ricordami, code ?? undefined);
      setPassword('');
      setCode(null);
      endRiaccesso(true);
    } catch (problem) {
      if (isCodeRequired(problem) || isCodeWrong(problem)) {
        setCode('');
        return setError(code === null ? null : messageOf(problem));
      }
      const wrong = problem instanceof ApiError && problem.problem.type === '/problemi/credenziali-errate';
      setError(wrong ? 'Password errata' : messageOf(problem));
    } finally {
      setBusy(false);
    }
  };
  const leave = () => {
    endRiaccesso(false);
    closeSession();
  };
  return (
    <Dialog
      open
      onClose={() => {}}
      title="La sessione è scaduta"
      width={440}
      role="alertdialog"
      marker="riaccesso"
      footer={
        <>
          <Button variant="danger-ghost" className="-ml-3 mr-auto" onClick={leave}>
            ESCI
          </Button>
          <Button variant="primary" type="submit" form="riaccesso" loading={busy}>
            ACCEDI
          </Button>
        </>
      }
    >
      <p className="mb-3">Accedi di nuovo per continuare: quel che hai scritto è ancora qui.</p>
      <form id="riaccesso" className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Username">
          <TextInput value={who.memberID} readOnly autoComplete="username" />
        </Field>
        {code === null ? (
          <Field label="Password" error={error}>
            <TextInput type="password" data-autofocus autoFocus autoComplete="current-password" value={password} onChange={setPassword} />
          </Field>
        ) : (
          <Field label="Codice di verifica" error={error} hint="Sei cifre dell’app, o un codice di recupero.">
            <CodeInput focused value={code} onChange={setCode} />
          </Field>
        )}
      </form>
      {passkeys ? (
        <Button variant="secondary" icon={KeyRound} className="mt-4 w-full" disabled={busy} onClick={() => void byPasskey()}>
          USA UNA PASSKEY
        </Button>
      ) : null}
    </Dialog>
  );
}
