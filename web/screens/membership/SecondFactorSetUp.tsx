import { lazy, Suspense, useState, type FormEvent } from 'react';
import type { SecondFactorBegun } from '#contracts/modules/accesso.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { CodeInput } from '#web/ui/inputs/CodeInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { beginSecondFactor, confirmSecondFactor } from './second-factor.api.ts';

const QrCode = lazy(loadLater(() => import('#web/modules/qrcode/QrCode.tsx')));

interface SecondFactorSetUpProps {
  /** Called once the person has read the recovery codes. */
  onDone: () => void;
}

/** Switches on the own second factor: a code to scan, a first code to type, then the recovery codes. */
export function SecondFactorSetUp({ onDone }: SecondFactorSetUpProps) {
  const { running, run } = useAction();
  const [setUp, setSetUp] = useState<SecondFactorBegun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const failed = (error: unknown) =>
    setProblem(error instanceof ApiError ? (error.errors[0]?.messaggio ?? error.message) : messageOf(error));
  const begin = () => run(async () => setSetUp(await beginSecondFactor()), { failed });
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    void run(async () => setCodes(await confirmSecondFactor(code)), { failed });
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!setUp)
    return (
      <div className="grid gap-3">
        <Button variant="primary" className="w-fit max-md:!h-11 max-md:w-full" loading={running} onClick={() => void begin()}>
          ATTIVA
        </Button>
        {problem ? (
          <p className="field-error" role="alert">
            {problem}
          </p>
        ) : null}
      </div>
    );
  return (
    <form className="grid gap-4 md:grid-cols-[auto_minmax(0,1fr)] md:gap-6" noValidate aria-label="Secondo fattore" onSubmit={confirm}>
      <div className="grid size-[189px] place-items-center border border-line bg-white max-md:mx-auto">
        <Suspense fallback={null}>
          <QrCode text={setUp.uri} label="Codice QR per l’app di autenticazione" size={187} />
        </Suspense>
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <p className="text-read text-ink-2">
          Inquadra il codice con un’app di autenticazione. Se non puoi, scrivi nell’app questa chiave:{' '}
          <span className="num font-medium text-ink">{setUp.segreto.match(/.{4}/g)?.join(' ')}</span>
        </p>
        <Field label="Codice che l’app mostra" error={problem} className="max-w-[260px] max-md:max-w-none">
          <CodeInput focused value={code} onChange={setCode} />
        </Field>
        <Button type="submit" variant="primary" className="w-fit max-md:!h-11 max-md:w-full" loading={running}>
          CONFERMA
        </Button>
      </div>
    </form>
  );
}
