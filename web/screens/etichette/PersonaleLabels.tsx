import { personale } from '#contracts/registers/personale.ts';
import { WorkerBadge } from './Badge.tsx';
import { Labels, type LabelKind } from './Etichette.tsx';

const PERSONALE: LabelKind<typeof personale> = {
  def: personale,
  perSheet: 10,
  words: { many: 'il personale', ofMany: 'del personale', toMany: 'al personale' },
  label: (row) => <WorkerBadge row={row} />,
};

/** Shows the badges of workers, ten on a sheet. */
export default function PersonaleLabels() {
  return <Labels kind={PERSONALE} />;
}
