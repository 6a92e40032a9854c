import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { groups } from '#contracts/registers/groups.ts';
import { users } from '#contracts/registers/users.ts';
import { registerColumns, type RowOf } from '#web/registers/list/columns.ts';
import { registerFilters, type FilterSource } from '#web/registers/list/filters/filter-source.ts';
import { allOptions } from '#web/registers/register.api.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { MembershipGrid } from './MembershipGrid.tsx';
import { useIdentity } from '#web/lib/session.ts';
import { changesGroups } from './membership-rights.ts';
import { MEMBERSHIP_TAB } from './membership-tab.ts';

const ITEMS = [
  { id: 'users', label: 'Users' },
  { id: 'groups', label: 'Groups' },
  { id: 'diritti', label: 'Diritti' },
  { id: 'profilo', label: 'Profilo' },
] as const;
type MembershipTab = (typeof ITEMS)[number]['id'];

/** Shows the strip of tabs. Changing the tab drops the search, which applies to one register only. */
export function MembershipStrip({ open }: { open: MembershipTab }) {
  const [, navigate] = useLocation();
  const explains = changesGroups(useIdentity());
  return (
    <Tabs
      label="Utenti e gruppi"
      items={ITEMS.filter(({ id }) => id !== 'diritti' || explains)}
      value={open}
      onChange={(id) => navigate(id === 'users' ? users.list.route : `${users.list.route}?${MEMBERSHIP_TAB}=${id}`)}
    />
  );
}

const GROUP_COLUMNS = registerColumns(groups);

export const GroupsTab = () => (
  <MembershipGrid key="groups" def={groups} columns={GROUP_COLUMNS} strip={<MembershipStrip open="groups" />} />
);

export function UsersTab() {
  const { data } = useQuery(allOptions(groups));
  const names = useMemo(() => new Map((data ?? []).map((row) => [row.groupID, String(row.name)])), [data]);
  const columns = useMemo(() => withGroupNames(registerColumns(users), names), [names]);
  const filters = useMemo(() => namingGroups(registerFilters(users), names), [names]);
  return <MembershipGrid key="users" def={users} columns={columns} filters={filters} strip={<MembershipStrip open="users" />} />;
}

type User = RowOf<typeof users>;
type Names = ReadonlyMap<number, string>;

/** Names the groups that a filter offers instead of their numbers. */
const namingGroups = (source: FilterSource, names: Names): FilterSource => ({
  ...source,
  column(name) {
    const column = source.column(name);
    return column && name === 'groupID' ? { ...column, words: (value) => names.get(Number(value)) ?? column.words(value) } : column;
  },
});

/** Shows the name of a user's group instead of its number. */
const withGroupNames = (columns: readonly GridColumn<User>[], names: Names): GridColumn<User>[] =>
  columns.map((column) =>
    column.id === 'groupID' ? { ...column, width: 168, value: (row: User) => names.get(Number(row.groupID)) ?? row.groupID } : column,
  );
