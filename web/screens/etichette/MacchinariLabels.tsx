import { macchinari } from '#contracts/registers/macchinari.ts';
import { Labels, type LabelKind } from './Etichette.tsx';
import { Targa } from './Targa.tsx';

const MACCHINARI: LabelKind = {
  def: macchinari,
  kind: 'macchinari',
  words: { many: 'i macchinari', ofMany: 'dei macchinari', toMany: 'ai macchinari' },
  name: (row) => [row['marca'], row['modello']].filter(Boolean).join(' '),
  nameless: 'Senza marca e modello',
  image: (matricola) => <Targa matricola={matricola} />,
};

/** Labels to be stuck on machines: brand and model, the matricola on a plate, the code. */
export default function MacchinariLabels() {
  return <Labels of={MACCHINARI} />;
}
