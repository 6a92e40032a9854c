import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { useSearch } from 'wouter';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { useIdentity } from '#web/lib/session.ts';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import { useSideRecord } from '#web/registers/form/use-side-record.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Header } from './Header.tsx';
import { Lines } from './Lines.tsx';
import { ProduzioneHead } from './ProduzioneHead.tsx';
import { newHeaderAtom } from './new-header.ts';
import { useLines } from './use-lines.ts';

const NEW: FormRules = { asItStarts: true, madeQuietly: true };
const STORED: FormRules = {};
const rules = ({ id }: DetailContext): FormRules => (id === null ? NEW : STORED);

/** Shows Inserimento Produzione: date and site, AVANTI, then the lines of that day. */
export default function ProduzioneDetail() {
  const fresh = new URLSearchParams(useSearch()).get('id') === null;
  const { start, pending } = useLastSite();
  // wait for the last site: once the form is shown, initial values must not change under the person's input
  if (fresh && pending) return <PageSkeleton />;
  return (
    <RegisterDetail def={produzionePadre} rules={rules} start={start}>
      <Produzione />
    </RegisterDetail>
  );
}

/** Starts a new day with the site of the last one, since its author mostly stays there. */
function useLastSite() {
  const { memberID } = useIdentity();
  const { data, isPending } = useQuery(
    listOptions(produzionePadre, { pagina: 1, righe: 1, ordina: '-data', cerca: '', filtri: { utente: memberID } }),
  );
  const site = data?.data[0]?.cantiere ?? null;
  const start = useMemo(() => ({ cantiere: site }), [site]);
  return { start, pending: isPending };
}

function Produzione() {
  const { id } = useOpenRecord();
  const lines = useLines(id);
  const setNewHeader = useSetAtom(newHeaderAtom);
  // AVANTI opens the same screen in Modifica, which starts with the lines at once
  useSideRecord('righe', {
    dirty: 0,
    saving: false,
    save: async (key) => {
      if (id === null) setNewHeader(key);
      return true;
    },
  });
  return (
    <>
      <ProduzioneHead lines={lines} />
      <FormBody>
        <FormPast>
          <Header lines={null} />
        </FormPast>
        <FormContent>
          <Header lines={lines} />
        </FormContent>
        {id === null ? null : (
          <FormPresent>
            <Lines id={id} lines={lines} />
          </FormPresent>
        )}
      </FormBody>
    </>
  );
}
