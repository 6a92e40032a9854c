import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { register } from '#contracts/registers/index.ts';
import { useIdentita } from '#web/lib/session.ts';
import { canView } from '#web/registers/buttons.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';
import { colonneManutenzioni } from './colonne.tsx';
import { manutenzioni } from './documento.ts';
import { dovuteDi } from './dovute.ts';
import { ManutenzioneCard } from './ManutenzioneCard.tsx';
import { dovuteOptions } from './scadenze.api.ts';

const macchinari = register('macchinari')!;

/** MANUTENZIONI: the records, purple where the machine has maintenance due. */
export default function ManutenzioniList() {
  const identita = useIdentita();
  const { data: dovute } = useQuery({ ...dovuteOptions, enabled: canView(identita, macchinari) });
  const columns = useMemo(() => colonneManutenzioni(dovute), [dovute]);
  const dovuta = (row: Row) => dovuteDi(dovute, row).length > 0;
  return (
    <RegisterList
      def={manutenzioni}
      columns={columns}
      rowTone={(row) => ({ hot: false, due: dovuta(row) })}
      card={(row) => <ManutenzioneCard row={row} dovuta={dovuta(row)} />}
    />
  );
}
