import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { newHref } from '#web/registers/addresses.ts';
import type { Row, RowOf } from '#web/registers/row.ts';
import { registerFilters, type FilterSource } from '#web/registers/list/filters/filter-source.ts';
import { useColumnFilters } from '#web/registers/list/filters/use-column-filters.tsx';
import { requestedFilters, NO_OWN_FILTERS } from '#web/registers/list/list-ask.ts';
import { ListEmpty } from '#web/registers/list/ListEmpty.tsx';
import { ListSearch, pagedGrid, useListOutput } from '#web/registers/list/paged-grid.tsx';
import { useOrder } from '#web/registers/list/use-order.ts';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { fetchAll, listOptions, listQuery } from '#web/registers/register.api.ts';
import { nameOf } from '#web/registers/words.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { ListDefaults } from '#web/ui/grid/list-state.ts';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { TabPanel } from '#web/ui/page/Tabs.tsx';
import { MEMBERSHIP_TAB } from './membership-tab.ts';
import { ChevronDown, Plus, UserPlus, UsersRound } from 'lucide-react';
import { groups } from '#contracts/registers/groups.ts';
import { users } from '#contracts/registers/users.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { addsUsers, changesGroups } from './membership-rights.ts';

/** Shows AGGIUNGI UTENTE and AGGIUNGI GRUPPO to people who may add them. */
function AddMenu() {
  const who = useIdentity();
  const [utente, gruppo] = [addsUsers(who), changesGroups(who)];
  if (!utente && !gruppo) return null;
  return (
    <Menu
      button={
        <Button variant="primary" icon={Plus} className="max-md:!h-11 max-md:w-full">
          AGGIUNGI
          <ChevronDown className="icon-sm" aria-hidden />
        </Button>
      }
    >
      {utente ? (
        <MenuItem icon={UserPlus} href={newHref(users)}>
          AGGIUNGI UTENTE
        </MenuItem>
      ) : null}
      {gruppo ? (
        <MenuItem icon={UsersRound} href={newHref(groups)}>
          AGGIUNGI GRUPPO
        </MenuItem>
      ) : null}
    </Menu>
  );
}

interface MembershipGridProps<D extends AnyRegister> {
  def: D;
  columns: readonly GridColumn<RowOf<NoInfer<D>>>[];
  /** Default: the register's. Keep the identity stable. */
  filters?: FilterSource;
  strip: ReactNode;
}

/** Shows one tab: the list of its register, ten rows per page. The address holds the open tab and the list's state. */
export function MembershipGrid<D extends AnyRegister>({ def, columns, filters = registerFilters(def), strip }: MembershipGridProps<D>) {
  const { memberID } = useIdentity();
  const defaults = useMemo(
    (): ListDefaults => ({
      ordina: def.list.sort,
      righe: def.list.pageSize,
      sortable: columns.map(({ id }) => id),
      filtri: [MEMBERSHIP_TAB],
    }),
    [def, columns],
  );
  const handle = useListState(defaults);
  const { state, change, setSearchText } = handle;
  const query = useMemo(() => listQuery(state, requestedFilters(def, state, NO_OWN_FILTERS.serverFilters)), [def, state]);
  const columnFilters = useColumnFilters(filters, {
    text: state.conditions,
    onChange: (conditions) => change({ conditions }),
    ownFilters: {},
    cerca: state.cerca,
  });
  const list = useQuery(listOptions(def, query));
  const { paper, propsFor } = useListOutput<RowOf<D>>(def.path, def.list.title);
  const total = list.data?.totale;
  useOrder(def, query, list);
  return (
    <Page className="pb-6">
      <PageHead title="UTENTI E GRUPPI" count={total === undefined ? undefined : formatNumber(total, 0)} controls={<AddMenu />}>
        {strip}
      </PageHead>
      <TabPanel id={def.path} className="pt-4">
        <DataGrid<RowOf<D>>
          {...pagedGrid(handle, list, def.list.sort)}
          {...propsFor({ total: total ?? 0, query, readRows: (progress) => fetchAll(def, query, progress) })}
          label={`Elenco ${def.labels.many}`}
          storageKey={`${def.path}.${memberID}`}
          columns={columns}
          columnFilters={columnFilters}
          rowKey={(row: Row) => String(row[def.key.field])}
          rowLabel={(row) => nameOf(def, row)}
          rowHref={(row: Row) => detailHref(def, String(row[def.key.field]))}
          search={<ListSearch list={handle} total={total} />}
          empty={
            <ListEmpty
              def={def}
              cerca={state.cerca}
              filtered={state.conditions !== ''}
              onClear={(part) => {
                if (part === 'filtri') return change({ conditions: '' });
                setSearchText('');
                change({ cerca: '' });
              }}
              addHref={null}
            />
          }
        />
      </TabPanel>
      {paper}
    </Page>
  );
}
