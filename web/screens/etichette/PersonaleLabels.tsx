import { personale } from '#contracts/registers/personale.ts';
import { Labels, type LabelKind } from './Etichette.tsx';
import { Tesserino } from './Tesserino.tsx';

const PERSONALE: LabelKind = {
  def: personale,
  kind: 'personale',
  words: { many: 'il personale', ofMany: 'del personale', toMany: 'al personale' },
  name: (row) => [row['nome'], row['cognome']].filter(Boolean).join(' '),
  nameless: 'Senza nome e cognome',
  image: (matricola) => <Tesserino matricola={matricola} />,
};

/** Badges of workers: name and surname, the matricola on a badge, the code of the worker's page. */
export default function PersonaleLabels() {
  return <Labels of={PERSONALE} />;
}
