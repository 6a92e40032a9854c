import { useQuery } from '@tanstack/react-query';
import { Download, FileText, FolderOpen, Image, RefreshCw } from 'lucide-react';
import { useLocation } from 'wouter';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import { lastSegment } from '#web/lib/segment.ts';
import { folder as filesOf } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Lightbox } from '#web/ui/overlays/Lightbox.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PdfViewer } from '#web/ui/overlays/PdfViewer.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';

const isPhoto = (name: string) => /\.jpe?g$/i.test(name);

/** Shows ARCHIVIO without an external store: the files in a record's folder that the person may open. */
export default function Archive() {
  const folder = lastSegment();
  const [, navigate] = useLocation();
  const viewer = useFileViewer();
  const { data: files, error, refetch } = useQuery({ queryKey: ['archivio', folder], queryFn: () => filesOf(folder), retry: false });
  const { viewed } = viewer;
  const photo = viewed && isPhoto(viewed.nome) ? viewed : null;
  const onClose = () => {
    if (history.length > 1) history.back();
    else navigate('/home');
  };
  return (
    <Page>
      <PageHead
        title="ARCHIVIO"
        subtitle={files ? countOf(files.length, 'file', 'file') : undefined}
        badges={<Badge>{folder}</Badge>}
        onClose={onClose}
        actions={[{ label: 'AGGIORNA', icon: RefreshCw, onClick: () => void refetch() }]}
      />
      <PageBody
        className="!pt-0"
        aside={
          viewed && !photo ? (
            <PdfViewer title={viewed.nome} src={viewed.src} download={viewed.download} onClose={viewer.close} />
          ) : undefined
        }
      >
        <section className="panel" aria-label={`File della cartella ${folder}`} aria-busy={!files && !error}>
          {error ? <ErrorState title="Archivio non caricato" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
          {!files && !error ? (
            <div className="grid gap-4 p-4">
              <Skeleton width="30%" />
              <Skeleton width="40%" />
            </div>
          ) : null}
          {files?.length === 0 ? (
            <EmptyState icon={FolderOpen} title="Cartella vuota" text={`In archivio non c'è ancora alcun file di ${folder}.`} />
          ) : null}
          {files && files.length > 0 ? (
            <ul>
              {files
                .toSorted((a, b) => a.localeCompare(b, 'it'))
                .map((name) => {
                  const path = `${folder}/${name}`;
                  const Icon = isPhoto(name) ? Image : FileText;
                  return (
                    <li key={name} className="doc doc-plain">
                      <Icon className="icon text-ink-3" aria-hidden />
                      <Button variant="text" className="num min-w-0 !justify-start !px-0" onClick={() => void viewer.view(path)}>
                        <span className="truncate">{name}</span>
                      </Button>
                      <div className="doc-acts">
                        <IconButton size="sm" icon={Download} label={`Scarica ${name}`} onClick={() => void viewer.download(path)} />
                      </div>
                    </li>
                  );
                })}
            </ul>
          ) : null}
        </section>
      </PageBody>
      <Lightbox
        images={photo ? [{ src: photo.src, alt: photo.nome, download: photo.download }] : []}
        index={photo ? 0 : null}
        onIndex={viewer.close}
      />
    </Page>
  );
}
