import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FileText, Lock, LockOpen } from 'lucide-react';
import { useState, useId, type FormEvent } from 'react';
import { STATEMENT_ACCESS } from '#contracts/modules/accise/closing.ts';
import { isOver, quarterForPeople, type Quarter } from '#contracts/modules/accise/quarter.ts';
import { GRUPPO_AMMINISTRATORI, scope } from '#contracts/core/permissions.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ForbiddenState } from '#web/ui/feedback/states.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { StatementPanel } from './StatementPanel.tsx';
import { downloadStatement, statementOptions } from './statement.api.ts';
import { useStatementRequest } from './use-statement-request.ts';
import { useClosing } from './use-closing.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextArea } from '#web/ui/inputs/TextArea.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

interface ReopenDialogProps {
  quarter: Quarter;
  open: boolean;
  working: boolean;
  onClose(): void;
  onReopen(motivo: string): Promise<boolean>;
}

const LONGEST = 500;

/** Asks why a closed quarter is reopened; the history stores the reason. */
function ReopenDialog({ quarter, open, working, onClose, onReopen }: ReopenDialogProps) {
  const id = useId();
  const [motivo, setMotivo] = useState('');
  const reason = motivo.trim().replaceAll(/\s+/g, ' ');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason === '' || working || !(await onReopen(reason))) return;
    setMotivo('');
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={working ? () => {} : onClose}
      title={`Riapri il ${quarterForPeople(quarter)}`}
      width={440}
      footer={
        <>
          <Button onClick={onClose} disabled={working}>
            ANNULLA
          </Button>
          <Button variant="primary" type="submit" form={id} loading={working} disabled={reason === ''}>
            RIAPRI
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <p className="mb-3 text-body text-ink-2">Le righe si rifanno dalle letture, che si possono di nuovo cambiare.</p>
        <Field label="Motivo" name="motivo" required>
          <TextArea data-autofocus value={motivo} onChange={setMotivo} maxLength={LONGEST} rows={3} />
        </Field>
      </form>
    </Dialog>
  );
}

const TITLE = 'DICHIARAZIONE ACCISE';

/** Shows the excise statement of a quarter: the fuel burnt by each machine on each site. A declared quarter is closed. */
export default function Dichiarazione() {
  if (scope(useIdentity(), STATEMENT_ACCESS, 'view') !== 'none') return <Statement />;
  return (
    <Page>
      <PageHead title={TITLE} />
      <div className="panel">
        <ForbiddenState area="le accise" />
      </div>
    </Page>
  );
}

function Statement() {
  const identity = useIdentity();
  const snackbar = useSnackbar();
  const [request, ask] = useStatementRequest();
  const statement = useQuery(statementOptions(request));
  const { working, close, reopen } = useClosing(request);
  const [asking, setAsking] = useState(false);
  const { data } = statement;
  const over = isOver(request, todayInRome());
  const download = async (kind: 'csv' | 'pdf') => {
    try {
      await downloadStatement(request, kind);
    } catch (error) {
      snackbar.error('File non scaricato', { detail: messageOf(error) });
    }
  };
  const settled = data !== undefined && !statement.isPlaceholderData;
  const closes = scope(identity, STATEMENT_ACCESS, 'edit') === 'all' && data?.chiusa === null;
  const reopens = identity.groupID === GRUPPO_AMMINISTRATORI && data?.chiusa != null;
  return (
    <Page>
      <PageHead
        title={TITLE}
        actions={[
          { label: 'CSV', icon: FileSpreadsheet, look: 'secondary', disabled: !settled, onClick: () => void download('csv') },
          { label: 'PDF', icon: FileText, look: 'secondary', disabled: !settled, onClick: () => void download('pdf') },
          ...(reopens
            ? [
                {
                  label: 'RIAPRI',
                  icon: LockOpen,
                  look: 'secondary' as const,
                  disabled: !settled || working,
                  onClick: () => setAsking(true),
                },
              ]
            : []),
        ]}
        primary={
          closes
            ? {
                label: 'CHIUDI TRIMESTRE',
                icon: Lock,
                disabled: !settled || !over,
                loading: working,
                title: over ? undefined : 'Si chiude quando il trimestre è finito',
                onClick: () => data && void close(data),
              }
            : undefined
        }
      />
      <PageBody className="!pt-0">
        <StatementPanel
          request={request}
          ask={ask}
          statement={data}
          busy={statement.isPlaceholderData}
          error={data ? null : statement.error}
          onRetry={() => void statement.refetch()}
        />
      </PageBody>
      <ReopenDialog quarter={request} open={asking} working={working} onClose={() => setAsking(false)} onReopen={reopen} />
    </Page>
  );
}
