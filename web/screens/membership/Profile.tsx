import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { users } from '#contracts/registers/users.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { back } from '#web/lib/back.ts';
import { useIdentity } from '#web/lib/session.ts';
import { RegisterField } from '#web/registers/fields/RegisterField.tsx';
import { valuesOf } from '#web/registers/form/form-state.ts';
import { changeInWords } from '#web/registers/form/blocked.ts';
import { RegisterConflict } from '#web/registers/form/RegisterConflict.tsx';
import type { Row } from '#web/registers/list/columns.ts';
import { oneOptions } from '#web/registers/register.api.ts';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { TabPanel } from '#web/ui/page/Tabs.tsx';
import { MembershipStrip } from './MembershipTabs.tsx';
import { LetterKeys } from './LetterKeys.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { useProfile } from './use-profile.ts';

/** Rows of fields that people may change in their own profile (part 2, own profile). */
const ROWS = [
  ['email', 'custom1'],
  ['custom2', 'custom3', 'custom4'],
] as const;

/** Shows the own profile. `tabs`: with the tabs of users and groups, for administrators. */
export function Profile({ tabs }: { tabs: boolean }) {
  const { memberID } = useIdentity();
  const { data: row, error, refetch } = useQuery(oneOptions(users, memberID));
  if (row) return <ProfileForm row={row} tabs={tabs} />;
  if (!error) return <PageSkeleton />;
  return (
    <Page>
      <PageHead title={`Ciao ${memberID}`} />
      <div className="panel">
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    </Page>
  );
}

function ProfileForm({ row, tabs }: { row: Row; tabs: boolean }) {
  const { memberID, name } = useIdentity();
  const [, navigate] = useLocation();
  const record = useMemo(() => ({ values: valuesOf(users, row), version: row.versione }), [row]);
  const { form, password, saving, conflict, dismiss, submit, resolve, dirty } = useProfile(memberID, record);
  const close = () => back(() => navigate('/home'));
  const fields = (
    <form
      noValidate
      className="panel"
      aria-label="Il tuo profilo"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset className="form-section min-w-0">
        <legend className="form-legend float-left w-full">I tuoi dati</legend>
        <div className="clear-both grid gap-4">
          {ROWS.map((fields) => (
            <div key={fields.join()} className="grid grid-cols-1 gap-4 md:grid-cols-3">
              {fields.map((campo) => (
                <RegisterField
                  key={campo}
                  def={users}
                  campo={campo}
                  value={form.values[campo] ?? null}
                  error={form.errors[campo]}
                  onChange={(value) => form.set(campo, value)}
                  onLeave={() => form.touch(campo)}
                />
              ))}
            </div>
          ))}
        </div>
      </fieldset>
      <fieldset className="form-section min-w-0">
        <legend className="form-legend float-left w-full">Password</legend>
        <input type="text" hidden readOnly autoComplete="username" value={memberID} />
        <div className="clear-both grid grid-cols-1 gap-4 md:grid-cols-3">
          <PasswordFields password={password} hint="Cambiandola si chiudono le tue sessioni sugli altri dispositivi." />
        </div>
      </fieldset>
      <button type="submit" hidden />
    </form>
  );
  const content = (
    <>
      {fields}
      <SecondFactor />
      <Passkeys />
      <LetterKeys />
      <OwnSessions />
    </>
  );
  return (
    <Page>
      <PageHead
        title={`Ciao ${memberID}`}
        subtitle={name === memberID ? undefined : name}
        onClose={close}
        note={(dirty && form.valid ? null : changeInWords(users, form)) ?? 'Modifiche non salvate'}
        primary={{ label: 'SALVA', title: 'Ctrl+S', loading: saving, disabled: !dirty || !form.valid, onClick: () => void submit() }}
      >
        {tabs ? <MembershipStrip open="profilo" /> : null}
      </PageHead>
      <PageBody>{tabs ? <TabPanel id="profilo">{content}</TabPanel> : content}</PageBody>
      {conflict ? (
        <RegisterConflict
          def={users}
          conflict={conflict}
          base={form.base}
          ownValues={form.values}
          saving={saving}
          onClose={dismiss}
          onMerged={(merged, changes) => void resolve(merged, changes)}
        />
      ) : null}
    </Page>
  );
}
