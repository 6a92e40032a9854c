import { Fragment, useEffect, useState } from 'react';
import { todayInRome } from '#web/lib/format.ts';
import { useDitta } from '#web/lib/session.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFoto } from '#web/registers/documents/use-foto.ts';
import { qrAddress } from '#web/modules/qrcode/qr-address.ts';
import QrCode from '#web/modules/qrcode/QrCode.tsx';
import { nameOf } from '#web/registers/words.ts';
import { Logo } from '#web/shell/Logo.tsx';
import { rowsOf, documentRows, type PaperRow } from './rows.ts';
import type { Variant } from '../prints.ts';

interface PaperSheetProps {
  variant: Variant;
  row: Row;
  /** Called once the photo is loaded or has failed, so that the sheet can be printed. */
  onReady(): void;
}

/** Shows the sheet as it will be printed. */
export function PaperSheet({ variant, row, onReady }: PaperSheetProps) {
  const { def, titolo, documenti: documents, foto, qr } = variant;
  const key = String(row[def.key.field]);
  const ditta = useDitta();
  return (
    <article className="carta foglio" aria-label={titolo}>
      <header className="foglio-testa">
        <div className="min-w-0">
          <p className="text-label font-semibold tracking-group text-ink-3">{titolo}</p>
          <h1 className="num mt-0.5 break-words text-head font-semibold">{nameOf(def, row)}</h1>
        </div>
        <p className="flex flex-none items-center gap-2 text-read font-semibold">
          <Logo />
          {ditta}
        </p>
      </header>
      <Rows righe={rowsOf(variant, row)} />
      {documents ? (
        <>
          <h2 className="group-title mt-5">DOCUMENTI</h2>
          <Rows
            righe={documentRows(variant, row, todayInRome()).filter(({ text }) => documents === true || text !== null)}
            empty="assente"
          />
        </>
      ) : null}
      {foto || qr ? (
        <div className="mt-5 flex flex-wrap items-start gap-6">
          {foto ? <PrintedFoto chiave={key} row={row} onReady={onReady} /> : null}
          {qr ? (
            <figure className="grid justify-items-center gap-1">
              <QrCode text={qrAddress(location.origin, qr, key)} label={`Codice QR di ${key}`} />
              <figcaption className="num text-label text-ink-3">{key}</figcaption>
            </figure>
          ) : null}
        </div>
      ) : null}
      <p className="num mt-5 text-label text-ink-3">Stampato il {todayInRome()}</p>
    </article>
  );
}

function Rows({ righe, empty = '–' }: { righe: readonly PaperRow[]; empty?: string }) {
  return (
    <dl className="foglio-righe">
      {righe.map(({ campo, etichetta, text }) => (
        <Fragment key={campo}>
          <dt>{etichetta}</dt>
          <dd>{text ?? <span className="font-normal text-ink-3">{empty}</span>}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function PrintedFoto({ chiave, row, onReady }: { chiave: string; row: Row; onReady(): void }) {
  const { src, failed } = useFoto(row['foto'] as string | null, archiveOf(row)['foto']);
  const [broken, setBroken] = useState(false);
  const missing = failed || broken;
  useEffect(() => {
    if (missing) onReady();
  }, [missing, onReady]);
  if (missing) return <p className="text-label text-ink-3">Foto non trovata in archivio.</p>;
  if (!src) return null;
  return (
    <figure>
      <img
        src={src}
        alt={`Foto di ${chiave}`}
        className="block max-h-[250px] max-w-[360px] rounded-control border border-line object-contain max-md:max-w-full"
        onLoad={onReady}
        onError={() => setBroken(true)}
      />
    </figure>
  );
}
