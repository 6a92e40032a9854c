import { Printer } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Identity } from '#contracts/core/permissions.ts';
import { register } from '#contracts/registers/index.ts';
import { useIdentita } from '#web/lib/session.ts';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/RegisterForm.tsx';
import { lastList } from '#web/registers/list/list-memory.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Swatch } from '#web/ui/grid/GridCell.tsx';
import { permessiCantiere } from './permessi-cantiere.ts';

const cantieri = register('cantieri')!;

/** Inserimento Cantieri: `?id=` names the commessa, without it the site is new. */
export default function CantiereDetail() {
  const identita = useIdentita();
  const [, navigate] = useLocation();
  // back to the list where a search was carried over, otherwise one step back (part 2, section 2)
  const onClose = () => {
    const list = lastList(cantieri.list.route);
    if (list.includes('cerca=') || history.length <= 1) navigate(list);
    else history.back();
  };
  return <RegisterDetail def={cantieri} rules={(detail) => ({ ...regole(identita, detail), onClose })} />;
}

function regole(identita: Identity, { id, row }: DetailContext): FormRules {
  const { campi, colore, salva, elimina } = permessiCantiere(identita, row?.utente ?? null);
  return {
    buttons: { campi: true, salva, elimina, ripristina: salva },
    enabled: (campo) => (campo === 'colore' ? colore : campi),
    actions: id === null ? [] : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${encodeURIComponent(id)}?tipo=CantiereDettaglio` }],
    messages: row ? { saveError: "Errore durante l'aggionamento" } : {},
    badges: (valori) => (row ? (
      <Badge>{typeof valori['colore'] === 'string' ? <Swatch color={valori['colore']} /> : null}{valori['commessa']}</Badge>
    ) : null),
  };
}
