import { useQuery } from '@tanstack/react-query';
import { HardHat } from 'lucide-react';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { newHref } from '#web/registers/addresses.ts';
import { lineHref } from '#web/registers/line-address.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';

/** Link to a new line with this machine on the person's latest day; without one, to a new day. */
export function LineLink({ matricola }: { matricola: string }) {
  const { memberID } = useIdentity();
  const { data } = useQuery(
    listOptions(produzionePadre, { pagina: 1, righe: 1, ordina: '-data', cerca: '', filtri: { utente: memberID } }),
  );
  if (!data) return null;
  const [day] = data.data;
  const date = String(day?.['data'] ?? '');
  return (
    <ButtonLink plain size="lg" icon={HardHat} href={day ? lineHref(Number(day['id']), matricola) : newHref(produzionePadre)}>
      {day ? `Riga di produzione ${date === todayInRome() ? 'di oggi' : `del ${date}`}` : 'Nuova giornata di produzione'}
    </ButtonLink>
  );
}
