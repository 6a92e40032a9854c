import { useQuery } from '@tanstack/react-query';
import { choiceScope } from '#contracts/core/choices.ts';
import { operatore } from '#contracts/registers/operatore.ts';
import { personale } from '#contracts/registers/personale.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { useFormCursor, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormFields } from '#web/registers/form/FormFields.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { choicesOptions } from '#web/registers/selector.api.ts';
import { proposedWorker, type ProposedWorker } from './proposed-worker.ts';

const NOBODY: never[] = [];

/** Shows Inserimento Operatore. */
export default function OperatoreDetail() {
  return (
    <RegisterDetail def={operatore}>
      <FormHead />
      <FormBody>
        <FormPast />
        <FormContent>
          <OperatoreFields />
        </FormContent>
      </FormBody>
    </RegisterDetail>
  );
}

/** Shows the operator's fields. While the operator names no worker, the only worker of the same name is proposed. */
function OperatoreFields() {
  const { caption } = useOpenRecord();
  const { reveal } = useFormCursor();
  const { form } = useOpenFields(operatore);
  const worker = useProposedWorker();
  return (
    <section className="panel" aria-label={caption}>
      <FormFields
        hints={
          worker
            ? {
                matricola: (
                  <Proposal
                    worker={worker}
                    onUse={() => {
                      form.set('matricola', worker.matricola);
                      // the pressed button disappears, so the focus moves to the field
                      reveal('matricola');
                    }}
                  />
                ),
              }
            : {}
        }
      />
    </section>
  );
}

/**
 * Returns the worker to propose for the operator in the form; `null` if there is none. Whoever may not choose among all workers gets no
 * proposal, since a worker of the same name may be one they do not see.
 */
function useProposedWorker(): ProposedWorker | null {
  const catalogue = useCatalogue();
  const identity = useIdentity();
  const { form, enabled, readOnly } = useOpenFields(operatore);
  const { descrizione, matricola } = form.values;
  const asks =
    !readOnly &&
    enabled('matricola') &&
    (matricola ?? '') === '' &&
    (descrizione ?? '') !== '' &&
    choiceScope(catalogue, identity, personale) === 'all';
  const { data = NOBODY } = useQuery({ ...choicesOptions(personale), enabled: asks });
  return asks ? proposedWorker(descrizione, data) : null;
}

function Proposal({ worker: { matricola, name }, onUse }: { worker: ProposedWorker; onUse(): void }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="num">
        Proposta: {matricola} ({name})
      </span>
      <button type="button" className="link font-semibold max-md:min-h-11 max-md:min-w-11 max-md:text-left" onClick={onUse}>
        USA
      </button>
    </span>
  );
}
