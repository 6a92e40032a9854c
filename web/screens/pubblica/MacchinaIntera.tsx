import { FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { register } from '#contracts/registers/index.ts';
import { useIdentita } from '#web/lib/session.ts';
import { detailHref } from '#web/registers/addresses.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { DocumentList } from '#web/registers/documents/DocumentList.tsx';
import { NESSUN_DIRITTO } from '#web/registers/documents/document-types.ts';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { useFoto } from '#web/registers/documents/use-foto.ts';
import { valuesOf } from '#web/registers/form/form-state.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead, type PageHeadProps } from '#web/ui/page/PageHead.tsx';
import { PdfViewer } from '#web/ui/overlays/PdfViewer.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { TabPanel, Tabs } from '#web/ui/page/Tabs.tsx';
import { Dettagli } from './Dettagli.tsx';
import { Nome } from './Nome.tsx';
import { DOCUMENTI, schedePer, type Scheda } from './schede.ts';

const macchinari = register('macchinari')!;
const niente = () => {};

/** The scanned machine with its tabs, all of them to be read. */
export function MacchinaIntera({ row, matricola, head }: { row: Row; matricola: string; head: PageHeadProps }) {
  const [scheda, mostra] = useState<Scheda>('dettagli');
  const schede = schedePer(useIdentita().marcatore);
  const viewer = useFileViewer();
  const { viewed } = viewer;
  const form = useMemo(() => {
    const values = valuesOf(macchinari, row);
    return { values, base: values, set: niente };
  }, [row]);
  const foto = useFoto(row['foto'] as string | null, archivioDi(row)['foto']);
  const nome = schede.find(({ id }) => id === scheda)?.label ?? '';
  return (
    <Page>
      <PageHead {...head}><Tabs label="Schede del macchinario" items={schede} value={scheda} onChange={(id) => { viewer.close(); mostra(id); }} /></PageHead>
      <PageBody aside={viewed ? <PdfViewer title={viewed.nome} src={viewed.src} download={viewed.download} onClose={viewer.close} /> : undefined}>
        <TabPanel id={scheda}>
          <Nome as="h2" matricola={matricola} descrizione={row['descrizione']} />
          {scheda === 'dettagli' ? <Dettagli matricola={matricola} valori={row} foto={foto.src} />
            : scheda === 'documenti' ? (
              <section className="panel" aria-label="Documenti">
                <DocumentList campi={DOCUMENTI} label="Documenti" form={form} archivio={archivioDi(row)} files={null} viewer={viewer} rights={NESSUN_DIRITTO} />
              </section>
            ) : <NellaScheda matricola={matricola} scheda={scheda} nome={nome} />}
        </TabPanel>
      </PageBody>
    </Page>
  );
}

/** What this page does not show stands in the machine's own screen. */
function NellaScheda({ matricola, scheda, nome }: { matricola: string; scheda: Scheda; nome: string }) {
  const href = `${detailHref(macchinari, matricola)}?scheda=${scheda}`;
  return (
    <div className="panel">
      <EmptyState
        icon={FileText} title="Non mostrati in questa pagina" text={`I dati di ${nome} si leggono nella scheda completa del macchinario.`}
        action={<ButtonLink href={href} plain>Apri la scheda completa</ButtonLink>}
      />
    </div>
  );
}
