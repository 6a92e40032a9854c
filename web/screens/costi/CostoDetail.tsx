import { Printer } from 'lucide-react';
import { costi } from '#contracts/registers/costi.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';

/** Shows Inserimento Costi; the total is computed while the person types. */
export default function CostoDetail() {
  return (
    <RegisterDetail def={costi}>
      <Costo />
    </RegisterDetail>
  );
}

function Costo() {
  const { id } = useOpenRecord();
  return (
    <>
      <FormHead
        actions={id === null ? [] : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${id}?tipo=CostoDettaglio` }]}
      />
      <FormBody />
    </>
  );
}
