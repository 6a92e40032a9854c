import { Printer } from 'lucide-react';
import { permission, type Identity } from '#contracts/core/permissions.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { useIdentity } from '#web/lib/session.ts';
import { formButtons } from '#web/registers/buttons.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';

/** Inserimento Lavorazioni. */
export default function LavorazioneDetail() {
  const identity = useIdentity();
  return <RegisterDetail def={lavorazioni} rules={(detail) => lavorazioneRules(identity, detail)}><Lavorazione /></RegisterDetail>;
}

/** SALVA and ELIMINA of a work item follow cantieri.allowEdit too (part 2, section 6); the server asks for the area lavorazioni. */
export function lavorazioneRules(identity: Identity, { id, row }: DetailContext): FormRules {
  const { salva, elimina } = formButtons(identity, lavorazioni, id === null ? 'nuovo' : 'modifica', row?.utente ?? null);
  const sites = permission(identity, 'cantieri').allowEdit !== 0;
  return { buttons: { campi: salva && sites, salva: salva && sites, elimina: elimina && sites } };
}

function Lavorazione() {
  const { id } = useFormContext();
  return (
    <>
      <FormHead actions={id === null ? [] : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${id}?tipo=LavorazioneDettaglio` }]} />
      <FormBody />
    </>
  );
}
