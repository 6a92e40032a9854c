import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { isCodeRequired, isCodeWrong, signIn, signInByPasskey } from '#web/lib/login.ts';
import { canSignInByPasskey, isGivenUp } from '#web/lib/passkey.ts';
import { Logo } from '#web/shell/Logo.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { CodeInput } from '#web/ui/inputs/CodeInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import plate from './tavola.svg?raw';
import { waitingTime } from './waiting-time.ts';

interface LoginProps {
  /** Called after signing in; default: opens the home. */
  onSignedIn?: (() => void) | undefined;
  /** Name of the destination if not the home: "il macchinario A0112". */
  per?: string | undefined;
}

export default function Login({ onSignedIn: onEntered, per }: LoginProps) {
  const [username, setUsername] = useState(lastTyped);
  const [password, setPassword] = useState('');
  const [ricordami, setRicordami] = useState(false);
  const [visible, setVisible] = useState(false);
  /** Code of the second factor; `null` until the portal has asked for it. */
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [passkeys, setPasskeys] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    void canSignInByPasskey().then(setPasskeys);
  }, []);
  useEffect(() => {
    document.title = 'Accedi · Strato';
    try {
      sessionStorage.removeItem(TYPED);
    } catch {
      /* nothing was kept */
    }
  }, []);

  // replaces the login in the history, so that back does not return to it
  const goOn = () => (onEntered ? onEntered() : navigate('/home', { replace: true }));
  const byPasskey = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await signInByPasskey(ricordami);
      goOn();
    } catch (error) {
      setProblem(isGivenUp(error) ? null : messageOf(error));
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await signIn(username.trim(), password, ricordami, code ?? undefined);
      goOn();
    } catch (error) {
      if (isCodeRequired(error) || isCodeWrong(error)) {
        setProblem(code === null ? null : messageOf(error));
        setCode('');
        setBusy(false);
        return;
      }
      const ended = error instanceof ApiError && TOLD.includes(error.problem.type ?? '');
      if (error instanceof ApiError && !ended && (error.status === 401 || error.status === 400)) {
        window.alert('Username o password errati!');
        keepTyped(username);
        location.reload();
        return;
      }
      setProblem(
        error instanceof ApiError && error.status === 429
          ? `Troppi tentativi di accesso: riprova ${waitingTime(error.retryAfter)}.`
          : messageOf(error),
      );
      setBusy(false);
    }
  };
  const startAgain = () => {
    setCode(null);
    setPassword('');
    setProblem(null);
  };
  return (
    <main className="grid min-h-screen grid-cols-[minmax(0,1fr)] bg-surface lg:grid-cols-[480px_minmax(0,1fr)]">
      <div className="relative flex min-h-screen flex-col px-6 py-8 lg:px-16">
        <p className="flex items-center gap-2.5 text-touch font-semibold tracking-tight">
          <Logo size={28} />
          Strato
        </p>
        <form className="relative z-head my-auto w-full pb-16" onSubmit={(event) => void submit(event)}>
          <h1 className={`text-head font-semibold ${per ? 'mb-1' : 'mb-6'}`}>Accedi al portale</h1>
          {per ? <p className="num mb-6 break-words text-read text-ink-2">Per aprire {per}</p> : null}
          <div className="grid gap-4">
            {code === null ? (
              <>
                <Field label="Username">
                  <TextInput
                    name="username"
                    autoComplete="username"
                    autoCapitalize="none"
                    spellCheck={false}
                    autoFocus
                    required
                    value={username}
                    onChange={setUsername}
                    boxClass="!h-11 lg:!h-10"
                    className="text-touch lg:text-read"
                  />
                </Field>
                <Field label="Password">
                  <TextInput
                    name="password"
                    type={visible ? 'text' : 'password'}
                    autoComplete="current-password"
                    required
                    value={password}
                    onChange={setPassword}
                    boxClass="!h-11 !pr-1 lg:!h-10"
                    className="text-touch lg:text-read"
                    end={
                      <Button
                        variant="ghost"
                        className="btn-icon"
                        icon={visible ? EyeOff : Eye}
                        aria-label={visible ? 'Nascondi password' : 'Mostra password'}
                        onClick={() => setVisible(!visible)}
                      />
                    }
                  />
                </Field>
                <Checkbox
                  name="ricordami"
                  checked={ricordami}
                  onChange={setRicordami}
                  label="Ricordami"
                  className="py-1 !text-read !text-ink-2"
                />
              </>
            ) : (
              <Field label="Codice di verifica" hint="Sei cifre dell’app di autenticazione. Senza telefono, un codice di recupero.">
                <CodeInput
                  key="codice"
                  focused
                  value={code}
                  onChange={setCode}
                  boxClass="!h-11 lg:!h-10"
                  className="text-touch lg:text-read"
                />
              </Field>
            )}
            {problem ? (
              <p className="field-error" role="alert">
                {problem}
              </p>
            ) : null}
            <Button type="submit" variant="primary" size="lg" className="w-full" loading={busy}>
              Accedi
            </Button>
            {code === null && passkeys ? (
              <Button variant="secondary" size="lg" className="w-full" icon={KeyRound} disabled={busy} onClick={() => void byPasskey()}>
                Entra con passkey
              </Button>
            ) : null}
            {code === null ? null : (
              <Button variant="ghost" className="w-full" onClick={startAgain}>
                Un altro utente
              </Button>
            )}
          </div>
        </form>
        <Strati />
      </div>
      <div className="relative hidden overflow-hidden border-l border-line bg-canvas lg:block">
        {/* part of the page, since a separate image would not see the theme's colours */}
        <div
          className="absolute inset-0"
          role="img"
          aria-label="Sezione del terreno con colonne di jet grouting"
          dangerouslySetInnerHTML={{ __html: plate }}
        />
      </div>
    </main>
  );
}

/** Refusals of a right password, which say what to do. */
const TOLD: readonly string[] = ['/problemi/password-scaduta', '/problemi/passkey-richiesta'];

const TYPED = 'strato.accesso.username';

/** Stores the typed name, because the page reloads after a wrong password. */
function keepTyped(username: string): void {
  try {
    sessionStorage.setItem(TYPED, username);
  } catch {
    /* the name is typed again */
  }
}

function lastTyped(): string {
  try {
    return sessionStorage.getItem(TYPED) ?? '';
  } catch {
    return '';
  }
}

const STRATI = [
  ['terra-1', 'M0 22C90 14 150 31 220 24S330 15 390 25V112H0z'],
  ['terra-2', 'M0 52C90 44 150 61 220 54S330 45 390 55V112H0z'],
  ['terra-4', 'M0 84C90 76 150 93 220 86S330 77 390 87V112H0z'],
] as const;

/** Draws three layers of ground at the bottom of a phone's login. */
function Strati() {
  return (
    <svg className="absolute inset-x-0 bottom-0 h-28 w-full lg:hidden" viewBox="0 0 390 112" preserveAspectRatio="none" aria-hidden="true">
      {STRATI.map(([tint, d]) => (
        <path key={tint} d={d} fill={`rgb(var(--${tint}))`} stroke="rgb(var(--terra-ink))" strokeOpacity=".25" />
      ))}
    </svg>
  );
}
