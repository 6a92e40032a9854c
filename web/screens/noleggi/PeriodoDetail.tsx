import { useLocation } from 'wouter';
import { useIdentita } from '#web/lib/session.ts';
import { detailHref } from '#web/registers/addresses.ts';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/RegisterForm.tsx';
import { lastList } from '#web/registers/list/list-memory.ts';
import { noleggi, storicoNoleggi } from './noleggi.ts';
import { permessiPeriodo } from './permessi-noleggio.ts';
import { usePartiPeriodo } from './use-parti-periodo.tsx';

/** Storico Noleggio: a period of a rental. It is left for the rental, a second after a save or a deletion. */
export default function PeriodoDetail() {
  const identita = useIdentita();
  const [, navigate] = useLocation();
  const rules = ({ id, row }: DetailContext): FormRules => {
    const { campi, salva, elimina } = permessiPeriodo(identita, id === null ? 'nuovo' : 'modifica', row?.utente ?? null);
    const noleggio = row?.['id_noleggi'] ?? new URLSearchParams(location.search).get('id_noleggi');
    return {
      buttons: { campi, salva, elimina, ripristina: salva },
      leaveAfter: 1000,
      onClose: () => navigate(noleggio ? detailHref(noleggi, noleggio) : lastList(noleggi.list.route)),
      useParts: usePartiPeriodo,
    };
  };
  return <RegisterDetail def={storicoNoleggi} rules={rules} />;
}
