import { Mailbox } from 'lucide-react';
import type { MailRow } from '#contracts/modules/amministrazione.ts';
import { formatRelativo } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { adminDefaults, useAdminList } from './use-admin-list.ts';

const TONES: Record<MailRow['esito'], Tone> = { inviata: 'ok', 'in coda': 'neutral', fallita: 'danger' };
const outcome = ({ esito }: MailRow) => <Badge tone={TONES[esito]}>{esito}</Badge>;
const DEFAULTS = adminDefaults(10);

const COLUMNS: readonly GridColumn<MailRow>[] = [
  {
    id: 'cantiere',
    label: 'Cantiere',
    type: 'key',
    width: 136,
    sortable: false,
    frozen: true,
    value: ({ cantiere, oggetto }) => oggetto ?? cantiere,
  },
  { id: 'quando', label: 'Quando', width: 168, sortable: false, value: ({ quando }) => formatRelativo(quando) },
  { id: 'destinatari', label: 'Destinatari', minWidth: 260, sortable: false },
  { id: 'esito', label: 'Esito', width: 112, sortable: false, render: outcome },
  { id: 'messaggio', label: 'Motivo', type: 'secondary', minWidth: 200, sortable: false },
  { id: 'utente', label: 'Chiesta da', width: 112, sortable: false },
];

/** Lists the mails about sites with recipients, time and outcome, below the digests that were not delivered. */
export function MailTab() {
  const { memberID } = useIdentity();
  const { grid } = useAdminList<MailRow>('mail', DEFAULTS);
  return (
    <DataGrid<MailRow>
      {...grid}
      label="Mail dei cantieri"
      storageKey={`admin.mail.${memberID}`}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ cantiere, oggetto }) => oggetto ?? cantiere}
      filters={
        <ButtonLink href="/home/posta" icon={Mailbox} plain>
          Leggi la posta
        </ButtonLink>
      }
      card={(mail) => (
        <>
          <span className="flex items-baseline justify-between gap-3">
            <span className="num text-touch font-semibold">{mail.oggetto ?? `Cantiere ${mail.cantiere}`}</span>
            {outcome(mail)}
          </span>
          <span className="block break-words text-read">{mail.destinatari}</span>
          <span className="block text-label text-ink-3">
            {mail.utente}, {formatRelativo(mail.quando)}
            {mail.messaggio ? `: ${mail.messaggio}` : ''}
          </span>
        </>
      )}
      empty={<EmptyState title="Nessuna mail" text="Le mail dei cantieri compaiono qui con i loro destinatari." />}
    />
  );
}
