import type { Identity } from '#contracts/core/permissions.ts';
import { users } from '#contracts/registers/users.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormFields } from '#web/registers/form/FormFields.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import { utenteButtons } from './membership-rights.ts';
import { SeeAs } from './SeeAs.tsx';
import { UtentePassword } from './UtentePassword.tsx';
import { UtenteSecondFactor } from './UtenteSecondFactor.tsx';

/** Shows a user: `?id=` names the user; without it the user is new. */
export default function UtenteDetail() {
  const identity = useIdentity();
  return (
    <RegisterDetail def={users} rules={(detail) => rules(identity, detail)}>
      <Utente />
    </RegisterDetail>
  );
}

const rules = (identity: Identity, { row }: DetailContext<typeof users>): FormRules =>
  row ? { buttons: utenteButtons(identity, row.groupID) } : {};

function Utente() {
  const { id, caption } = useOpenRecord();
  return (
    <>
      <FormHead subtitle={id === null ? 'Nuovo utente' : undefined} />
      <FormBody>
        <FormPast>
          <div className="panel">
            <FormFields />
          </div>
        </FormPast>
        <FormContent>
          <section className="panel" aria-label={caption}>
            <FormFields />
            <UtentePassword />
            <UtenteSecondFactor />
            <SeeAs />
          </section>
        </FormContent>
      </FormBody>
    </>
  );
}
