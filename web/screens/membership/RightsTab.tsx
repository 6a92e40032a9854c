import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  COLUMN,
  permissionsFrom,
  ruling,
  type Action,
  type Identity,
  type PermissionRow,
  type Scope,
} from '#contracts/core/permissions.ts';
import { COLUMN_NAMES, LEVEL_NAMES, rulingInWords } from '#contracts/modules/permessi/words.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import type { RowOf } from '#web/registers/row.ts';
import { allOptions } from '#web/registers/register.api.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Segment } from '#web/ui/inputs/Segment.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { TabPanel } from '#web/ui/page/Tabs.tsx';
import { MembershipStrip } from './MembershipTabs.tsx';
import { RightsWhy } from './RightsWhy.tsx';

const ACTIONS = (['view', 'edit', 'delete', 'insert'] as const).map((value) => ({ value, label: COLUMN_NAMES[COLUMN[value]] }));

/** Labels of the scopes, as the group's screen calls the levels. */
const SCOPES: Readonly<Record<Scope, string>> = { none: LEVEL_NAMES[0], own: LEVEL_NAMES[1], all: LEVEL_NAMES[3] };
const INSERTION: Readonly<Record<Scope, string>> = { none: 'No', own: 'Sì', all: 'Sì' };

/** Shows the rights of all groups on all screens, and answers why a user may or may not do something. */
export function RightsTab() {
  return (
    <Page className="pb-6">
      <PageHead title="UTENTI E GRUPPI">
        <MembershipStrip open="diritti" />
      </PageHead>
      <TabPanel id="diritti" className="flex flex-col gap-4 pt-4">
        <RightsWhy />
        <RightsTable />
      </TabPanel>
    </Page>
  );
}

interface Group {
  name: string;
  /** A member of the group without records of their own. */
  member: Identity;
}

function groupsOf(rows: readonly RowOf<typeof groups>[], permissions: readonly RowOf<typeof groupsPermissions>[]): Group[] {
  return rows.map((row) => {
    const groupID = row.groupID;
    const own = permissions.filter((one) => Number(one.groupID) === groupID) as unknown as PermissionRow[];
    return { name: String(row.name ?? groupID), member: { memberID: '', groupID, permessi: permissionsFrom(own) } };
  });
}

function RightsTable() {
  const { registers } = useCatalogue();
  const [action, setAction] = useState<Action>('view');
  const [why, setWhy] = useState<string | null>(null);
  const [list, rows] = [useQuery(allOptions(groups)), useQuery(allOptions(groupsPermissions))];
  const columns = useMemo(() => groupsOf(list.data ?? [], rows.data ?? []), [list.data, rows.data]);
  // a child has the rights of its parent; groups and permissions are for group 2 alone
  const screens = registers.filter((def) => !def.parent && def.path !== groups.path);
  const error = list.error ?? rows.error;
  if (error)
    return (
      <section className="panel">
        <ErrorState
          title="Diritti non caricati"
          text={messageOf(error)}
          onRetry={() => void Promise.all([list.refetch(), rows.refetch()])}
        />
      </section>
    );
  return (
    <section className="panel overflow-hidden" aria-label="Schermate e gruppi" aria-busy={list.isPending || rows.isPending || undefined}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <Segment
          aria-label="Permesso"
          value={action}
          options={ACTIONS}
          onChange={(value) => {
            setAction(value);
            setWhy(null);
          }}
        />
        <p role="status" className="min-w-0 text-read text-ink-2">
          {why ?? 'Premi una casella per la regola. Gruppi e permessi li cambia solo il gruppo 2.'}
        </p>
      </div>
      <div className="diritti-scroll" tabIndex={0} role="group" aria-label="Tabella dei diritti">
        <table className="diritti">
          <thead>
            <tr>
              <th scope="col">Schermata</th>
              {columns.map(({ name, member }) => (
                <th key={member.groupID} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {screens.map((def) => (
              <tr key={def.path}>
                <th scope="row">{def.list.title}</th>
                {columns.map(({ name, member }) => {
                  const decision = ruling(member, def.access, action);
                  const label = (action === 'insert' ? INSERTION : SCOPES)[decision.scope];
                  return (
                    <td key={member.groupID}>
                      <button
                        type="button"
                        data-livello={decision.scope}
                        aria-label={`${def.list.title}, ${name}: ${label}`}
                        onClick={() => setWhy(`${name}, ${def.labels.many}. ${rulingInWords(action, decision)}`)}
                      >
                        {label}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
