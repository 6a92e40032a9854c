import { Fragment, useEffect, useState } from 'react';
import { oggi } from '#web/lib/format.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import { useFoto } from '#web/registers/documents/use-foto.ts';
import { indirizzoQr } from '#web/registers/qr-address.ts';
import QrCode from '#web/registers/QrCode.tsx';
import { nameOf } from '#web/registers/words.ts';
import { Logo } from '#web/shell/Logo.tsx';
import { rowsOf, documentRows, type PaperRow } from './rows.ts';
import type { Variant } from './variants.ts';

interface PaperSheetProps {
  variante: Variant;
  row: Row;
  /** The photo is there, or will not come: it can be printed. */
  onPronto(): void;
}

/** The sheet, as it comes out of the printer. */
export function PaperSheet({ variante, row, onPronto }: PaperSheetProps) {
  const { def, titolo, documenti, foto, qr } = variante;
  const chiave = String(row[def.key.field]);
  return (
    <article className="carta foglio" aria-label={titolo}>
      <header className="foglio-testa">
        <div className="min-w-0">
          <p className="text-label font-semibold tracking-group text-ink-3">{titolo}</p>
          <h1 className="num mt-0.5 break-words text-head font-semibold">{nameOf(def, row)}</h1>
        </div>
        <p className="flex flex-none items-center gap-2 text-read font-semibold"><Logo />Strato</p>
      </header>
      <Righe righe={rowsOf(variante, row)} />
      {documenti ? <><h2 className="group-title mt-5">DOCUMENTI</h2><Righe righe={documentRows(variante, row, oggi())} vuoto="assente" /></> : null}
      {foto || qr ? (
        <div className="mt-5 flex flex-wrap items-start gap-6">
          {foto ? <FotoStampata chiave={chiave} row={row} onPronto={onPronto} /> : null}
          {qr ? <figure className="grid justify-items-center gap-1"><QrCode testo={indirizzoQr(location.origin, 'macchinari', chiave)} label={`Codice QR di ${chiave}`} /><figcaption className="num text-label text-ink-3">{chiave}</figcaption></figure> : null}
        </div>
      ) : null}
      <p className="num mt-5 text-label text-ink-3">Stampato il {oggi()}</p>
    </article>
  );
}

function Righe({ righe, vuoto = '–' }: { righe: readonly PaperRow[]; vuoto?: string }) {
  return (
    <dl className="foglio-righe">
      {righe.map(({ campo, etichetta, testo }) => (
        <Fragment key={campo}><dt>{etichetta}</dt><dd>{testo ?? <span className="font-normal text-ink-3">{vuoto}</span>}</dd></Fragment>
      ))}
    </dl>
  );
}

function FotoStampata({ chiave, row, onPronto }: { chiave: string; row: Row; onPronto(): void }) {
  const { src, failed } = useFoto(row['foto'] as string | null, archivioDi(row)['foto']);
  const [broken, setBroken] = useState(false);
  const missing = failed || broken;
  useEffect(() => { if (missing) onPronto(); }, [missing, onPronto]);
  if (missing) return <p className="text-label text-ink-3">Foto non trovata in archivio.</p>;
  if (!src) return null;
  return (
    <figure>
      <img src={src} alt={`Foto di ${chiave}`} className="block max-h-[250px] max-w-[360px] rounded-control border border-line object-contain max-md:max-w-full" onLoad={onPronto} onError={() => setBroken(true)} />
    </figure>
  );
}
