import { Printer } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Identity } from '#contracts/core/permissions.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Swatch } from '#web/ui/grid/GridCell.tsx';
import { cantierePermissions } from './cantiere-permissions.ts';

/** Inserimento Cantieri: `?id=` names the commessa, without it the site is new. */
export default function CantiereDetail() {
  const identity = useIdentity();
  const [, navigate] = useLocation();
  // back to the list where a search was carried over, otherwise one step back (part 2, section 2)
  const onClose = () => {
    const list = lastList(cantieri.list.route);
    if (list.includes('cerca=') || history.length <= 1) navigate(list);
    else history.back();
  };
  return <RegisterDetail def={cantieri} rules={(detail) => ({ ...rules(identity, detail), onClose })}><Cantiere /></RegisterDetail>;
}

function rules(identity: Identity, { row }: DetailContext): FormRules {
  const { campi: fields, colore: color, salva: save, elimina: remove } = cantierePermissions(identity, row?.utente ?? null);
  return {
    buttons: { campi: true, salva: save, elimina: remove, ripristina: save },
    enabled: (fieldName) => (fieldName === 'colore' ? color : fields),
    messages: row ? { saveError: "Errore durante l'aggionamento" } : {},
  };
}

function Cantiere() {
  const { id, form: { base: { colore: color, commessa } } } = useFormContext();
  return (
    <>
      <FormHead
        badges={id === null ? null : <Badge>{typeof color === 'string' ? <Swatch color={color} /> : null}{commessa}</Badge>}
        actions={id === null ? [] : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${encodeURIComponent(id)}?tipo=CantiereDettaglio` }]}
      />
      <FormBody />
    </>
  );
}
