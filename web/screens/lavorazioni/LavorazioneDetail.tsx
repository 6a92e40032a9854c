import { Printer } from 'lucide-react';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { lavorazioneRules } from './lavorazione-permissions.ts';

/** Shows Inserimento Lavorazioni. */
export default function LavorazioneDetail() {
  const identity = useIdentity();
  return (
    <RegisterDetail def={lavorazioni} rules={(detail) => lavorazioneRules(identity, detail)}>
      <Lavorazione />
    </RegisterDetail>
  );
}

function Lavorazione() {
  const { id } = useOpenRecord();
  return (
    <>
      <FormHead
        actions={id === null ? [] : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${id}?tipo=LavorazioneDettaglio` }]}
      />
      <FormBody />
    </>
  );
}
