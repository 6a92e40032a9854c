import { FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { fileFields } from '#contracts/core/documents.ts';
import { may } from '#contracts/core/permissions.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useToday } from '#web/modules/scadenze/kinds.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { DocumentList } from '#web/registers/documents/DocumentList.tsx';
import { NO_RIGHT } from '#web/registers/documents/document-types.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { useFoto } from '#web/registers/documents/use-foto.ts';
import { valuesOf } from '#web/registers/form/form-state.ts';
import type { RowOf } from '#web/registers/row.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { PdfViewer } from '#web/ui/overlays/PdfViewer.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead, type PageHeadProps } from '#web/ui/page/PageHead.tsx';
import { TabPanel, Tabs } from '#web/ui/page/Tabs.tsx';
import { FitnessLine } from './FitnessLine.tsx';
import { MacchinaActions } from './MacchinaActions.tsx';
import { MacchinaDetails } from './MacchinaDetails.tsx';
import { MacchinaName } from './MacchinaName.tsx';
import { documentsOf, OutOfDate } from './OutOfDate.tsx';

const nothing = () => {};

/** Shows the scanned machine with its tabs, all read-only. */
export function WholeMacchina({ row, matricola, head }: { row: RowOf<typeof macchinari>; matricola: string; head: PageHeadProps }) {
  const [sheet, show] = useState<MacchinaTab>('dettagli');
  const identity = useIdentity();
  const cards = visibleTabs(identity.marcatore);
  const viewer = useFileViewer();
  const { viewed } = viewer;
  const form = useMemo(() => {
    const values = valuesOf(macchinari, row);
    return { values, base: values, set: nothing };
  }, [row]);
  const outOfDate = documentsOf(row, useToday(macchinari)).some(({ stato }) => stato === 'scaduto');
  const foto = useFoto(row.foto, archiveOf(row).foto);
  const name = cards.find(({ id }) => id === sheet)?.label ?? '';
  return (
    <Page>
      <PageHead {...head}>
        <Tabs
          label="Schede del macchinario"
          items={cards}
          value={sheet}
          onChange={(id) => {
            viewer.close();
            show(id);
          }}
        />
      </PageHead>
      <PageBody
        aside={viewed ? <PdfViewer title={viewed.nome} src={viewed.src} download={viewed.download} onClose={viewer.close} /> : undefined}
      >
        <FitnessLine
          request={{ macchina: matricola }}
          subjectName={[row.marca, row.modello, matricola].filter(Boolean).join(' ')}
          mayRenew={may(identity, macchinari.access, 'edit', row.utente)}
          version={row.versione}
          // a positive verdict is not shown beside expired documents
          praises={!outOfDate}
        />
        <OutOfDate row={row} def={macchinari} mayRenew={may(identity, macchinari.access, 'edit', row.utente)} />
        <TabPanel id={sheet}>
          <MacchinaName as="h2" matricola={matricola} descrizione={row.descrizione}>
            <MacchinaActions matricola={matricola} />
          </MacchinaName>
          {sheet === 'dettagli' ? (
            <MacchinaDetails matricola={matricola} valori={row} foto={foto.src} />
          ) : sheet === 'documenti' ? (
            <section className="panel" aria-label="Documenti">
              <DocumentList
                campi={DOCUMENTS}
                label="Documenti"
                form={form}
                archivio={archiveOf(row)}
                files={null}
                viewer={viewer}
                rights={NO_RIGHT}
              />
            </section>
          ) : (
            <InTab matricola={matricola} scheda={sheet} nome={name} />
          )}
        </TabPanel>
      </PageBody>
    </Page>
  );
}

/** Link to the machine's own screen, for what this page does not show. */
function InTab({ matricola, scheda, nome }: { matricola: string; scheda: MacchinaTab; nome: string }) {
  const href = `${detailHref(macchinari, matricola)}?scheda=${scheda}`;
  return (
    <div className="panel">
      <EmptyState
        icon={FileText}
        title="Non mostrati in questa pagina"
        text={`I dati di ${nome} si leggono nella scheda completa del macchinario.`}
        action={
          <ButtonLink href={href} plain>
            Apri la scheda completa
          </ButtonLink>
        }
      />
    </div>
  );
}

/** Tabs of a scanned machine, for people who may see its record. */
const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'documenti', label: 'DOCUMENTI' },
  { id: 'amministrazione', label: 'AMMINISTRAZIONE' },
  { id: 'dati', label: 'DATI' },
  { id: 'manutenzione', label: 'MANUTENZIONE' },
] as const;
type MacchinaTab = (typeof TABS)[number]['id'];

/** Returns the visible tabs. MANUTENZIONE leads to the machine's own screen, which hides it for the marker `user`. */
const visibleTabs = (marcatore: 'admin' | 'user') => TABS.filter(({ id }) => id !== 'manutenzione' || marcatore === 'admin');

const FILE = fileFields(macchinari);

/** The four documents that this page shows. */
const DOCUMENTS = ['documenti_ce', 'documenti_cdc', 'documenti_cdp', 'documenti_ass'].map((fieldName) =>
  FILE.find((file) => file.field === fieldName)!,
);
