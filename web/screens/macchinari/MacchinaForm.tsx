import { useState } from 'react';
import { register } from '#contracts/registers/index.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { opensHistory } from '#web/registers/addresses.ts';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import { InlineCreationContext } from '#web/registers/fields/create-context.ts';
import { HistoryPanel } from '#web/registers/history/HistoryPanel.tsx';
import { ReadOnlyNote } from '#web/registers/form/ReadOnlyNote.tsx';
import { useInlineCreation } from '#web/registers/form/use-inline-creation.tsx';
import { useRestore } from '#web/registers/history/use-restore.ts';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PdfViewer } from '#web/ui/overlays/PdfViewer.tsx';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { Collegati } from './Collegati.tsx';
import { ConflittiMacchina } from './ConflittiMacchina.tsx';
import { MacchinaAllora } from './MacchinaAllora.tsx';
import { MacchinaSchede } from './MacchinaSchede.tsx';
import { StatoMacchina, quantiScaduti } from './StatoMacchina.tsx';
import { useAzioniMacchina } from './use-azioni-macchina.ts';
import { useMacchina, type Macchina, type MacchinaProps } from './use-macchina.ts';

const macchinari = register('macchinari')!;

/** The screen of a machine: tabs over one form, its history beside it, its maintenance and excise below. */
export function MacchinaForm(props: MacchinaProps) {
  const m = useMacchina(props);
  const { id, row, form, salva } = m;
  const [historyOpen, setHistoryOpen] = useState(() => id !== null && opensHistory(location.search));
  const [past, setPast] = useState<HistoryItem | null>(null);
  const { creation, dialog } = useInlineCreation(form, m.release);
  const closeHistory = () => { setHistoryOpen(false); setPast(null); };
  const toggle = () => {
    if (historyOpen && !m.viewer.viewed) return closeHistory();
    m.viewer.close();
    setHistoryOpen(true);
  };
  const actions = useAzioniMacchina({ id, storico: { open: historyOpen && !m.viewer.viewed, toggle } });
  return (
    <Page>
      <PageHead
        title={id ?? macchinari.form.title}
        subtitle={id === null ? 'Nuovo macchinario' : [form.base['marca'], form.base['modello']].filter(Boolean).join(' ')}
        badges={id === null ? null : <StatoMacchina row={row} />}
        onClose={m.close}
        actions={actions}
        danger={id !== null && m.buttons.elimina && !past ? { label: 'ELIMINA', loading: m.deleting, onClick: () => void m.remove() } : undefined}
        note={m.dirty > 0 && m.buttons.salva ? 'Modifiche non salvate' : undefined}
        primary={m.buttons.salva && !past ? { label: 'SALVA', title: 'Ctrl+S', loading: salva.saving, disabled: id !== null && (m.dirty === 0 || !form.valid), onClick: () => void salva.submit() } : undefined}
      >
        {past ? null : <Tabs label="Schede del macchinario" items={tabs(m)} value={m.scheda} onChange={m.mostra} />}
      </PageHead>
      <PageBody aside={historyOpen || m.viewer.viewed ? <Lato m={m} past={past} onPast={setPast} onClose={closeHistory} /> : undefined}>
        {past && id !== null ? <MacchinaAllora id={id} entry={past} name={m.name} viewer={m.viewer} onBack={() => setPast(null)} /> : null}
        <form ref={m.element} noValidate className={past ? 'hidden' : 'grid grid-cols-[minmax(0,1fr)] gap-4'} onSubmit={(event) => { event.preventDefault(); void salva.submit(); }}>
          {m.buttons.salva ? null : <ReadOnlyNote def={macchinari} mode={id === null ? 'nuovo' : 'modifica'} />}
          <InlineCreationContext.Provider value={creation}><MacchinaSchede m={m} archivio={archivioDi(row)} /></InlineCreationContext.Provider>
          <button type="submit" hidden />
        </form>
        {id !== null && !past ? <Collegati matricola={id} /> : null}
      </PageBody>
      {dialog}
      <ConflittiMacchina m={m} />
    </Page>
  );
}

function tabs({ schede, row }: Macchina) {
  const expired = row ? quantiScaduti(row) : 0;
  return schede.map((scheda) => (scheda.id === 'documenti' && expired > 0 ? { ...scheda, count: expired, tone: 'danger' as const } : scheda));
}

interface LatoProps {
  m: Macchina;
  past: HistoryItem | null;
  onPast(entry: HistoryItem | null): void;
  onClose(): void;
}

/** At the right: the document that is looked at, else the history. */
function Lato({ m: { id, viewer, buttons }, past, onPast, onClose }: LatoProps) {
  const restore = useRestore(macchinari, id ?? '');
  if (viewer.viewed) return <PdfViewer title={viewer.viewed.nome} src={viewer.viewed.src} download={viewer.viewed.download} onClose={viewer.close} />;
  if (id === null) return null;
  return (
    <HistoryPanel
      def={macchinari} id={id} onClose={onClose} onView={onPast} viewed={past?.versione}
      {...(buttons.ripristina ? { onRestore: (entry: HistoryItem) => void restore(entry).then((done) => { if (done) onPast(null); }) } : {})}
    />
  );
}
