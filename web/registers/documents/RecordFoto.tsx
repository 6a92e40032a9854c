import { ImageOff, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDay } from '#web/lib/format.ts';
import { nameOf } from './file-name.ts';
import { archiveOf } from './files.api.ts';
import { useDocumentAccess, type FormDocumentsAccess } from './FormDocuments.tsx';
import { ReadyActions, ReadyName } from './ReadyRow.tsx';
import { useFoto } from './use-foto.ts';
import { useOpenFields, useOpenRecord } from '../form/form-context.ts';
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Lightbox } from '#web/ui/overlays/Lightbox.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';

/** Shows the photo of the form's record; a press opens the photo in full size. */
export function RecordFoto(access: FormDocumentsAccess) {
  const { def, row } = useOpenRecord();
  const { form } = useOpenFields();
  const [open, setOpen] = useState<number | null>(null);
  const path = (form.base['foto'] as string | null) ?? null;
  const file = archiveOf(row)['foto'];
  const { files, rights } = useDocumentAccess(access);
  const { src, download, failed } = useFoto(path, file);
  const upload = files?.uploads['foto'];
  const laid = path === null ? files?.laid?.ready['foto'] : undefined;
  const preview = useObjectUrl(laid?.files[0]);
  const alt = `Foto di ${form.values[def.key.field] ?? def.labels.one}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2" data-campo="foto">
      <span className="field-label">Foto</span>
      <Frame alt={alt} src={src ?? preview} failed={failed} onOpen={preview === null ? () => setOpen(0) : undefined} />
      {path && file ? (
        <p className="num flex items-center justify-between gap-2 text-label text-ink-3">
          <span className="min-w-0 truncate">
            {nameOf(path)}, {formatDay(file.quando)}, {file.utente}
          </span>
          {rights.remove && files ? (
            <IconButton
              size="sm"
              icon={Trash2}
              variant="danger-ghost"
              className="!text-ink-3 hover:!text-danger-ink"
              label="Elimina foto"
              onClick={() => void files.remove('foto')}
            />
          ) : null}
        </p>
      ) : null}
      {upload ? <Progress value={upload.total > 0 ? (upload.sent / upload.total) * 100 : 0} label="Caricamento foto" /> : null}
      {laid && files?.laid && !upload ? (
        <div className="grid gap-1">
          <ReadyName label="" file={laid} />
          <ReadyActions label="foto" campo="foto" laid={files.laid} />
        </div>
      ) : null}
      {rights.upload && files && !upload && !laid ? (
        <FileDrop
          kind="foto"
          action="CARICA FOTO"
          onFile={(chosen) => void files.upload('foto', chosen)}
          error={files.refusals['foto'] ?? null}
        />
      ) : null}
      <Lightbox images={src && download ? [{ src, alt, download }] : []} index={open} onIndex={setOpen} />
    </div>
  );
}

function Frame({ alt, src, failed, onOpen }: { alt: string; src: string | null; failed: boolean; onOpen: (() => void) | undefined }) {
  const image = <img src={src ?? ''} alt={alt} className="block aspect-[4/3] w-full object-cover" />;
  if (src && !onOpen) return <div className="overflow-hidden rounded-control border border-line bg-sunken">{image}</div>;
  if (src) {
    return (
      <button
        type="button"
        className="overflow-hidden rounded-control border border-line bg-sunken"
        aria-label={`Ingrandisci ${alt}`}
        onClick={onOpen}
      >
        {image}
      </button>
    );
  }
  return (
    <div className="grid aspect-[4/3] place-items-center rounded-control border border-line bg-sunken text-label text-ink-3">
      <span className="grid justify-items-center gap-1">
        <ImageOff className="icon-lg" aria-hidden />
        {failed ? 'Foto non trovata in archivio' : 'Nessuna foto'}
      </span>
    </div>
  );
}

/** Returns an object URL for a local file and revokes the URL when the file is no longer shown. */
function useObjectUrl(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(null);
    };
  }, [file]);
  return url;
}
