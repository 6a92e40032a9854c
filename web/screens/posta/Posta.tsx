import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { readsPosta, type MailRow } from '#contracts/modules/posta.ts';
import { formatNumber, formatRelativo } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { pagedGrid } from '#web/registers/list/paged-grid.tsx';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { EmptyState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { MailPanel } from './MailPanel.tsx';
import { mailsOptions } from './posta.api.ts';

const DEFAULTS: ListDefaults = { ordina: '', righe: 20, sortable: [], filtri: ['mail'] };
const COLUMNS: readonly GridColumn<MailRow>[] = [
  { id: 'creato', label: 'Scritta', type: 'time', width: 176, sortable: false, frozen: true },
  { id: 'oggetto', label: 'Oggetto', sortable: false, minWidth: 240 },
  { id: 'destinatari', label: 'Destinatari', type: 'secondary', sortable: false, minWidth: 240 },
  { id: 'nome', label: 'File', type: 'secondary', sortable: false, width: 240, hidden: true },
];

/** Shows POSTA: mails stored as files while no mail server is configured. */
export default function Posta() {
  if (readsPosta(useIdentity())) return <Mails />;
  return (
    <Page>
      <PageHead title="POSTA" />
      <div className="panel">
        <ForbiddenState area="la posta del portale" />
      </div>
    </Page>
  );
}

function Mails() {
  const { memberID } = useIdentity();
  const list = useListState(DEFAULTS);
  const { state, change } = list;
  const [path] = useLocation();
  const search = useSearch();
  const open = state.filtri['mail'];
  const mails = useQuery(mailsOptions(state.pagina, state.righe));
  const { data } = mails;
  const addressOf = ({ nome }: MailRow): string => {
    const params = new URLSearchParams(search);
    params.set('mail', nome);
    return `${path}?${params}`;
  };
  return (
    <Page>
      <PageHead title="POSTA" count={data ? formatNumber(data.totale, 0) : undefined} />
      <PageBody aside={open === undefined ? undefined : <MailPanel key={open} nome={open} onClose={() => change({ filtri: {} })} />}>
        <Note>
          {data?.smtp
            ? 'Le mail partono dal server di posta: qui restano quelle scritte quando non ce n’era uno.'
            : 'Nessun server di posta è impostato (SMTP_URL): le mail non partono, si conservano qui come file.'}
        </Note>
        <DataGrid<MailRow>
          {...pagedGrid(list, mails)}
          label="Mail"
          storageKey={`posta.${memberID}`}
          columns={COLUMNS}
          sort="-creato"
          rowKey={({ nome }) => nome}
          rowLabel={({ oggetto }) => oggetto}
          rowHref={addressOf}
          chosenKey={open}
          card={(mail) => <MailCard mail={mail} />}
          empty={<EmptyState title="Nessuna mail" text="Le mail dei cantieri compaiono qui quando non c’è un server di posta." />}
        />
      </PageBody>
    </Page>
  );
}

function MailCard({ mail }: { mail: MailRow }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="truncate text-touch font-semibold">{mail.oggetto}</span>
        <span className="num flex-none text-label text-ink-3">{formatRelativo(mail.creato)}</span>
      </span>
      <span className="block truncate text-label text-ink-3">{mail.destinatari}</span>
    </>
  );
}
