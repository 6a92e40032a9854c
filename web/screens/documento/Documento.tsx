import { Download, X } from 'lucide-react';
import { fileUrl, downloadUrl } from '#web/lib/api-client.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import PdfPages from '#web/ui/pdf/PdfPages.tsx';
import { useTitle } from '#web/ui/page/use-title.ts';

/** Shows a PDF in its own window, for browsers without a PDF reader: `/documento?file=NAME&nome=A0056_CE.pdf`. */
export default function Documento() {
  const query = new URLSearchParams(useQueryString());
  const [file, nome] = [query.get('file') ?? '', query.get('nome') ?? 'Documento'];
  useTitle(nome);
  const download = downloadUrl(file);
  return (
    <main className="flex h-dvh flex-col bg-surface">
      <header className="flex h-12 flex-none items-center gap-1 border-b border-line pl-4 pr-2">
        <h1 className="mr-auto truncate text-label font-semibold tracking-action">{nome}</h1>
        <a className="btn btn-ghost btn-icon" href={download} aria-label={`Scarica ${nome}`} title="Scarica">
          <Download className="icon" aria-hidden />
        </a>
        <IconButton icon={X} label={`Chiudi ${nome}`} onClick={() => window.close()} />
      </header>
      <PdfPages src={fileUrl(file)} title={nome} download={download} />
    </main>
  );
}
