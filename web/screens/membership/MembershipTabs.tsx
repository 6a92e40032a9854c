import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { groups } from '#contracts/registers/groups.ts';
import { users } from '#contracts/registers/users.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
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
  const columns = useMemo(() => withGroupNames(registerColumns(users), data ?? []), [data]);
  return <MembershipGrid key="users" def={users} columns={columns} strip={<MembershipStrip open="users" />} />;
}

/** Shows the name of a user's group instead of its number. */
function withGroupNames(columns: readonly GridColumn<Row>[], rows: readonly Row[]): GridColumn<Row>[] {
  const names = new Map(rows.map((row) => [row['groupID'], row['name']]));
  return columns.map((column) =>
    column.id === 'groupID'
      ? { ...column, width: 168, value: (row: Row) => names.get(row['groupID'] ?? null) ?? row['groupID'] ?? null }
      : column,
  );
}
