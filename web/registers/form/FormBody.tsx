import type { ReactNode } from 'react';
import type { HistoryItem } from '#contracts/core/history.ts';
import { PdfViewer } from '#web/ui/overlays/PdfViewer.tsx';
import { PageBody } from '#web/ui/page/PageBody.tsx';
import { CommentsPanel } from '../comments/CommentsPanel.tsx';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { useRestore } from '../history/use-restore.tsx';
import { useFormComments, useFormHistory, useFormKeeper, useFormRights, useFormViewer, useOpenRecord } from './form-context.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { FormContent } from './FormContent.tsx';
import { FormPast } from './FormPast.tsx';
import { useOpenTab } from './FormTabs.tsx';

/** Lays out the content under the head, with a document or the history beside it. Default content: the fields. */
export function FormBody({
  children = (
    <>
      <FormPast />
      <FormContent />
    </>
  ),
}: {
  children?: ReactNode;
}) {
  const { def, id } = useOpenRecord();
  const comments = useFormComments();
  const { viewed, close } = useFormViewer();
  const history = useFormHistory();
  const draft = useFormKeeper();
  const aside = viewed ? (
    <PdfViewer title={viewed.nome} src={viewed.src} download={viewed.download} onClose={close} />
  ) : history.open && id !== null ? (
    <FormHistory id={id} />
  ) : comments.open && id !== null ? (
    <CommentsPanel def={def} id={id} onClose={comments.toggle} />
  ) : undefined;
  return (
    <PageBody className={useOpenTab() === null ? '!pt-0' : undefined} aside={aside}>
      <DraftOffer keeper={draft} />
      {children}
    </PageBody>
  );
}

/** Hides its children while an older version is shown. */
export function FormPresent({ children }: { children: ReactNode }) {
  return useFormHistory().past ? null : children;
}

function FormHistory({ id }: { id: string }) {
  const { def } = useOpenRecord();
  const buttons = useFormRights();
  const history = useFormHistory();
  const restore = useRestore(def, id);
  const bringBack = (entry: HistoryItem) =>
    void restore(entry).then((done) => {
      if (done) history.backToPresent();
    });
  return (
    <HistoryPanel
      def={def}
      id={id}
      onClose={history.toggle}
      onView={history.view}
      viewed={history.past?.versione}
      onRestore={buttons.restore ? bringBack : undefined}
    />
  );
}
