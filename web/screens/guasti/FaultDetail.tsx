import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Unlock, Wrench } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { parsePoints } from '#contracts/modules/guasti/points.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { api, messageOf } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useIdentity } from '#web/lib/session.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { formButtons } from '#web/registers/buttons.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFoto } from '#web/registers/documents/use-foto.ts';
import { CommandDialog } from '#web/registers/form/CommandDialog.tsx';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormFields } from '#web/registers/form/FormFields.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { useFormRights, useOpenRecord } from '#web/registers/form/form-context.ts';
import { useRecordCommand } from '#web/registers/form/use-record-command.ts';
import type { RowOf } from '#web/registers/row.ts';
import { refresh } from '#web/registers/register.api.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { FaultState } from './FaultState.tsx';

const CLOSE = { label: 'CHIUDI IL GUASTO', icon: Unlock, done: 'Guasto chiuso', failed: 'Il guasto non è stato chiuso' };
/** Fields that cannot change in an existing fault: it belongs to one machine. */
const LOCKED = ['matricola'];

/** Shows a fault: the failed points, its photo, its maintenance and its closing. */
export default function FaultDetail() {
  return (
    <RegisterDetail def={guasti}>
      <Fault />
    </RegisterDetail>
  );
}

function Fault() {
  const { id, row, caption } = useOpenRecord(guasti);
  const close = useRecordCommand('chiudi', CLOSE);
  const prepare = usePrepare(row);
  const stops = row?.ferma === 1;
  return (
    <>
      <FormHead
        copies={false}
        badges={row ? <FaultState row={row} /> : null}
        actions={[...(row && !row.chiuso_il ? close.actions : []), ...prepare]}
      />
      <FormBody>
        <FormPast />
        <FormContent>
          <section className="panel" aria-label={caption}>
            <FormFields locked={id === null ? [] : LOCKED} />
          </section>
        </FormContent>
        <FormPresent>{row ? <FaultFindings row={row} /> : null}</FormPresent>
      </FormBody>
      <CommandDialog command={close} title="Chiudi il guasto" body={{}}>
        <p className="text-read">
          {stops ? `Da oggi questo guasto non ferma più la macchina ${String(row?.matricola)}.` : 'Il guasto risulta risolto da oggi.'}
        </p>
      </CommandDialog>
    </>
  );
}

/** Returns the actions that prepare the fault's maintenance, if the person may, or open an existing one. */
function usePrepare(row: RowOf<typeof guasti> | null) {
  const identity = useIdentity();
  const { save } = useFormRights();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { running, run, once } = useAction();
  const prepare = async (id: number) => {
    const { message } = await once(id, (idempotencyKey) =>
      api.post<{ message: { insertId: number } }>('/api/guasti/manutenzione', { id }, { idempotencyKey }),
    );
    await Promise.all([refresh(client, guasti), refresh(client, manutenzioni)]);
    navigate(detailHref(manutenzioni, message.insertId));
  };
  const showFailure = (error: unknown) => snackbar.error('Manutenzione non preparata', { detail: messageOf(error) });
  if (!row) return [];
  const manutenzione = row.manutenzione;
  if (manutenzione) return [{ label: 'MANUTENZIONE', icon: Wrench, href: detailHref(manutenzioni, Number(manutenzione)) }];
  if (!save || !formButtons(identity, manutenzioni, 'nuovo', null).save) return [];
  return [
    {
      label: 'PREPARA MANUTENZIONE',
      icon: Wrench,
      loading: running,
      onClick: () => void run(() => prepare(Number(row.id)), { failed: showFailure }),
    },
  ];
}

/** Shows the points of the check and the photo. */
function FaultFindings({ row }: { row: RowOf<typeof guasti> }) {
  const points = parsePoints(row.punti) ?? [];
  const foto = useFoto(row.foto, archiveOf(row).foto);
  return (
    <>
      {row.chiuso_il ? (
        <Note icon={CircleCheck} className="max-w-[720px]">
          Chiuso il {String(row.chiuso_il)} da {String(row.chiuso_da)}.
        </Note>
      ) : null}
      {points.length > 0 ? (
        <section className="panel max-w-[720px]" aria-label="Controllo">
          <ul>
            {points.map(({ punto, esito }) => (
              <li key={punto} className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 text-read last:border-b-0">
                {punto}
                <Badge tone={esito === 'ok' ? 'ok' : 'danger'} icon={esito === 'ok' ? CircleCheck : CircleAlert}>
                  {esito === 'ok' ? 'OK' : 'Problema'}
                </Badge>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {foto.src ? (
        <figure className="panel max-w-[520px] overflow-hidden">
          <img src={foto.src} alt={`Foto del guasto di ${String(row.matricola)}`} className="block w-full" />
        </figure>
      ) : null}
      <p className="text-read">
        <Link className="link" href={detailHref(macchinari, String(row.matricola))}>
          Apri il macchinario
        </Link>
      </p>
    </>
  );
}
