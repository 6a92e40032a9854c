import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { LONGEST_PASSKEY_NAME, PASSKEYS_KEPT, type OwnPasskey, type PasskeyOptions } from '#contracts/core/passkey.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { formatRelativo } from '#web/lib/format.ts';
import { updateIdentity } from '#web/lib/login.ts';
import { addPasskey, beginPasskey, isGivenUp, passkeysHere, readPasskeys, removePasskey, renamePasskey } from '#web/lib/passkey.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

/** Query for passkeys: the own ones, or those of another user. */
export const passkeyOptions = (utente?: string) =>
  queryOptions({ queryKey: ['passkey', utente ?? ''], queryFn: ({ signal }) => readPasskeys(utente, signal) });

/** Subject of the dialog: a new passkey, or one that is kept. */
type NamedPasskey = { options: PasskeyOptions } | { passkey: OwnPasskey };

/** Card of the own passkeys; absent where this page cannot use them. Calls `onChanged` after each change. */
export function Passkeys({ onChanged }: { onChanged?: () => void }) {
  const { data } = useQuery(passkeyOptions());
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const adding = useAction();
  const { run } = useAction();
  const [target, setTarget] = useState<NamedPasskey | null>(null);
  if (!data || !passkeysHere(data.indirizzo)) return null;
  const after = () =>
    Promise.all([client.invalidateQueries({ queryKey: passkeyOptions().queryKey }), updateIdentity().catch(() => {})]).then(() =>
      onChanged?.(),
    );
  const begin = () =>
    adding.run(async () => setTarget({ options: await beginPasskey() }), {
      failed: (problem) => snackbar.error('La passkey non è stata aggiunta', { detail: messageOf(problem) }),
    });
  const remove = async ({ id, nome }: OwnPasskey) => {
    const sure = await confirm({
      title: 'Togli la passkey',
      text: `Non entrare più con «${nome}»?`,
      detail: 'Sul dispositivo resta finché non la elimini anche lì.',
      confirmLabel: 'TOGLI',
      danger: true,
    });
    if (!sure) return;
    await run(
      async () => {
        await removePasskey({ id });
        snackbar.success('Passkey tolta', { detail: nome });
      },
      { failed: (problem) => snackbar.error('La passkey non è stata tolta', { detail: messageOf(problem) }), after },
    );
  };
  return (
    <section className="panel mt-4" aria-labelledby="le-passkey">
      <div className="form-section">
        <h2 id="le-passkey" className="form-legend">
          Passkey
        </h2>
        <p className="text-label text-ink-3">
          Con una passkey entri con l’impronta, il volto o il PIN del dispositivo, senza password né codice. Aggiungine due, così se perdi
          un dispositivo entri con l’altro.
        </p>
        <ul className="mt-2 divide-y divide-line">
          {data.passkey.map((passkey) => (
            <li key={passkey.id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 py-2">
              <div className="min-w-0">
                <p className="truncate font-medium">{passkey.nome}</p>
                <p className="num text-label text-ink-3">
                  {`aggiunta ${formatRelativo(passkey.creata)}, ${passkey.usata === null ? 'mai usata' : `usata ${formatRelativo(passkey.usata)}`}`}
                </p>
              </div>
              <div className="flex shrink-0 gap-1 max-md:-ml-3">
                <Button
                  size="sm"
                  variant="ghost"
                  className="max-md:!h-11"
                  aria-label={`RINOMINA ${passkey.nome}`}
                  onClick={() => setTarget({ passkey })}
                >
                  RINOMINA
                </Button>
                <Button
                  size="sm"
                  variant="danger-ghost"
                  className="max-md:!h-11"
                  aria-label={`TOGLI ${passkey.nome}`}
                  onClick={() => void remove(passkey)}
                >
                  TOGLI
                </Button>
              </div>
            </li>
          ))}
        </ul>
        {data.passkey.length < PASSKEYS_KEPT ? (
          <Button
            variant="secondary"
            icon={KeyRound}
            className="mt-3 w-fit max-md:!h-11 max-md:w-full"
            loading={adding.running}
            onClick={() => void begin()}
          >
            AGGIUNGI PASSKEY
          </Button>
        ) : null}
      </div>
      {target ? <NameDialog target={target} onClose={() => setTarget(null)} onDone={() => void after()} /> : null}
    </section>
  );
}

function NameDialog({ target, onClose, onDone }: { target: NamedPasskey; onClose: () => void; onDone: () => void }) {
  const isNew = 'options' in target;
  const [nome, setNome] = useState(isNew ? 'Questo dispositivo' : target.passkey.nome);
  const [problem, setProblem] = useState<string | null>(null);
  const { running, run } = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    void run(
      async () => {
        await ('options' in target ? addPasskey(target.options, nome) : renamePasskey(target.passkey.id, nome));
        onDone();
        onClose();
      },
      { failed: (error) => setProblem(faultOf(error)) },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Nuova passkey' : 'Rinomina la passkey'}
      width={440}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            ANNULLA
          </Button>
          <Button variant="primary" type="submit" form="nome-passkey" loading={running}>
            {isNew ? 'CONTINUA' : 'SALVA'}
          </Button>
        </>
      }
    >
      <form id="nome-passkey" noValidate onSubmit={submit}>
        <Field label="Nome" error={problem} hint={isNew ? 'Per riconoscerla: «Telefono», «Portatile».' : undefined}>
          <TextInput data-autofocus autoFocus maxLength={LONGEST_PASSKEY_NAME} value={nome} onChange={setNome} />
        </Field>
      </form>
    </Dialog>
  );
}

function faultOf(error: unknown): string {
  if (isGivenUp(error)) return 'Il dispositivo non ha dato la passkey: riprova';
  if (error instanceof Error && error.name === 'InvalidStateError') return 'Su questo dispositivo hai già una passkey';
  return error instanceof ApiError ? (error.errors[0]?.messaggio ?? error.message) : messageOf(error);
}
