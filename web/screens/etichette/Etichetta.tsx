import type { Row } from '#web/registers/list/columns.ts';
import { qrAddress } from '#web/registers/qr-address.ts';
import QrCode from '#web/registers/QrCode.tsx';
import { Targa } from './Targa.tsx';

/** The label of one machine: brand and model, matricola, and the code that opens its page. */
export function Label({ row }: { row: Row }) {
  const matricola = String(row['matricola']);
  const name = [row['marca'], row['modello']].filter(Boolean).join(' ');
  return (
    <li className="carta etichetta">
      <div className="grid w-full min-w-0 gap-3">
        <p className="min-h-6 break-words text-touch font-semibold">{name || <span className="sr-only">Senza marca e modello</span>}</p>
        <Targa matricola={matricola} />
      </div>
      <QrCode testo={qrAddress(location.origin, 'macchinari', matricola)} label={`Codice QR di ${matricola}`} size={165} />
    </li>
  );
}
