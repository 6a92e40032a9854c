import { useQuery } from '@tanstack/react-query';
import { STORICO } from '#contracts/esportazione/elenchi.ts';
import { vedeRegistro } from '#contracts/registro-portale.ts';
import type { VoceStorico } from '#contracts/storico.ts';
import { recordDi } from '#contracts/storico-in-parole.ts';
import { formatNumero } from '#web/lib/format.ts';
import { useIdentita } from '#web/lib/session.ts';
import { useExport } from '#web/registri/use-export.ts';
import { useListState } from '#web/registri/use-list-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { Page } from '#web/ui/PageBody.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, ForbiddenState } from '#web/ui/states.tsx';
import { COLONNE } from './colonne.ts';
import { FiltriStorico } from './FiltriStorico.tsx';
import { FILTRI, registroOptions, tuttoIlRegistro } from './storico.api.ts';
import { indirizzoDi } from './voci.ts';
import { VoceCard } from './VoceCard.tsx';

const DEFAULTS: ListDefaults = { ordina: '', righe: 20, ordinabili: [], filtri: FILTRI };

/** STORICO: everything that was done in the portal, for administrators and management. */
export default function Storico() {
  if (vedeRegistro(useIdentita())) return <Registro />;
  return <Page><PageHead title="STORICO" /><div className="panel"><ForbiddenState cosa="lo storico del portale" /></div></Page>;
}

function Registro() {
  const { memberID } = useIdentita();
  const { state, change, typed, setTyped } = useListState(DEFAULTS);
  const { data, error, isPlaceholderData, refetch } = useQuery(registroOptions(state));
  const esporta = useExport<VoceStorico>(STORICO, 'STORICO');
  const cercato = state.cerca !== '' || Object.keys(state.filtri).length > 0;
  return (
    <Page className="pb-6">
      <PageHead title="STORICO" count={data ? formatNumero(data.totale, 0) : undefined} />
      <DataGrid<VoceStorico>
        label="Storico del portale"
        storageKey={`storico.${memberID}`}
        columns={COLONNE}
        rows={data?.data}
        total={data?.totale}
        page={state.pagina}
        pageSize={state.righe}
        sort="-quando"
        onPage={(pagina) => change({ pagina })}
        onPageSize={(righe) => change({ righe })}
        rowKey={(voce) => `${voce.tabella}/${voce.id}/${voce.versione}/${voce.evento}`}
        rowLabel={(voce) => `${recordDi(voce)}, ${voce.frase}`}
        rowHref={indirizzoDi}
        card={(voce) => <VoceCard voce={voce} />}
        refreshing={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        search={<SearchInput value={typed} onChange={setTyped} count={typed.trim() === state.cerca ? data?.totale : undefined} className="tel-input" />}
        filters={<FiltriStorico filtri={state.filtri} onFiltri={(filtri) => change({ filtri })} />}
        onExport={(format, columns) => void esporta(format, columns, {
          total: data?.totale ?? 0, query: { cerca: state.cerca, filtri: state.filtri }, read: (progress) => tuttoIlRegistro(state, progress),
        })}
        empty={cercato
          ? <EmptyState title="Nessun evento trovato" action={<Button plain onClick={() => { setTyped(''); change({ cerca: '', filtri: {} }); }}>Togli ricerca e filtri</Button>} />
          : <EmptyState title="Ancora nessun evento" />}
      />
    </Page>
  );
}
