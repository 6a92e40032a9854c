import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { groups } from '#contracts/registers/groups.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent, FormFieldsPanel } from '#web/registers/form/FormContent.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { gruppoButtons } from './membership-rights.ts';
import { PermissionsTable } from './PermissionsTable.tsx';

/** Shows a group with its permissions: `?id=` names the group; without it the group is new. */
export default function GruppoDetail() {
  const identity = useIdentity();
  return (
    <RegisterDetail def={groups} rules={{ buttons: gruppoButtons(identity) }}>
      <Gruppo />
    </RegisterDetail>
  );
}

function Gruppo() {
  const { id } = useOpenRecord();
  return (
    <>
      <FormHead subtitle={id === null ? 'Nuovo gruppo' : undefined} />
      <FormBody>
        <FormPast />
        <FormContent>
          <FormFieldsPanel />
        </FormContent>
        <FormPresent>
          {Number(id) === GRUPPO_AMMINISTRATORI ? (
            <Note>
              Gli amministratori gestiscono utenti, gruppi e permessi anche senza i livelli di admin_page: nessuno si chiude fuori da solo.
            </Note>
          ) : null}
          <PermissionsTable />
        </FormPresent>
      </FormBody>
    </>
  );
}
