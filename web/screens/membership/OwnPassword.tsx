import { useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { signOut, isCodeRequired } from '#web/lib/login.ts';
import { closeSession, useSession } from '#web/lib/session.ts';
import { Logo } from '#web/shell/Logo.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useTitle } from '#web/ui/page/use-title.ts';
import { changePassword } from './change-password.ts';
import { PasswordFields } from './PasswordFields.tsx';
import { usePassword } from './use-password.ts';

/** Only screen of a session whose password was set by somebody else: the person chooses a new one and is signed in with it. */
export default function OwnPassword() {
  const who = useSession();
  const password = usePassword({ isOwn: true, names: [who?.memberID, who?.name, who?.ditta] });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useTitle('Scegli la tua password');
  if (!who) return null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || password.firstWrong({ required: true }) !== undefined) return;
    setBusy(true);
    setProblem(null);
    try {
      await changePassword(who.memberID, password, who.ricordami);
    } catch (error) {
      // the password is chosen: whoever has a second factor signs in with it on the sign-in screen
      if (isCodeRequired(error)) return closeSession();
      const wrong = error instanceof ApiError ? error.errors : [];
      password.refuse(wrong);
      if (wrong.length === 0) setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <main className="grid min-h-screen grid-cols-[minmax(0,1fr)] place-items-center bg-canvas px-4 py-8 max-md:place-items-start">
      <div className="w-full max-w-[440px] md:mx-auto">
        <p className="mb-6 flex items-center gap-2.5 text-touch font-semibold tracking-tight">
          <Logo size={28} />
          Strato
        </p>
        <form className="panel grid gap-4 p-6 max-md:p-4" noValidate aria-label="La tua password" onSubmit={(event) => void submit(event)}>
          <h1 className="text-head font-semibold">Scegli la tua password</h1>
          <p className="text-read text-ink-2">
            Quella con cui sei entrato te l’ha data un’altra persona, ed è provvisoria. Scegline una che sai solo tu: almeno 12 caratteri,
            per esempio quattro parole che non c’entrano niente fra loro.
          </p>
          <input type="text" hidden readOnly autoComplete="username" value={who.memberID} />
          <PasswordFields password={password} required presentLabel="Password provvisoria" />
          {problem ? (
            <p className="field-error" role="alert">
              {problem}
            </p>
          ) : null}
          <Button type="submit" variant="primary" size="lg" className="w-full" loading={busy}>
            SALVA ED ENTRA
          </Button>
          <Button variant="ghost" className="w-full" onClick={() => void signOut({ confirmed: true })}>
            ESCI
          </Button>
        </form>
      </div>
    </main>
  );
}
