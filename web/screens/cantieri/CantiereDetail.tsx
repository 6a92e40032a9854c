import { FolderDown, Mail, Printer } from 'lucide-react';
import { lazy, Suspense, useState, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { permission, type Identity } from '#contracts/core/permissions.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useFormHistory, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail, type DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import type { FormRules } from '#web/registers/form/form-props.ts';
import { useSideRecord } from '#web/registers/form/use-side-record.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Swatch } from '#web/ui/grid/GridCell.tsx';
import { CantiereParts } from './CantiereParts.tsx';
import { cantierePermissions } from './cantiere-permissions.ts';
import { seesMachines, seesWorkers } from './dossier/dossier.api.ts';
import { WhoMayWork } from './dossier/WhoMayWork.tsx';
import { useMail } from './use-mail.tsx';
import { FormTab, FormTabs, useOpenTab } from '#web/registers/form/FormTabs.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

const SitePanel = lazy(loadLater(async () => ({ default: (await import('./andamento/SitePanel.tsx')).SitePanel })));

const TABS = [
  { id: 'dettagli', label: 'DETTAGLI' },
  { id: 'andamento', label: 'ANDAMENTO' },
] as const;

/** Shows a site's form, with a second tab for its results if `hasResults` is true. */
function SiteTabs({ hasResults, children }: { hasResults: boolean; children: ReactNode }) {
  if (!hasResults) return children;
  return (
    <FormTabs label="Schede del cantiere" items={TABS} tabOf={() => 'dettagli'} remember="cantiere">
      {children}
    </FormTabs>
  );
}

function SiteTabPanels({ commessa, children }: { commessa: string; children: ReactNode }) {
  const wasOpened = useRef(false);
  const open = useOpenTab();
  if (open === 'andamento') wasOpened.current = true;
  return (
    <>
      <FormTab id="dettagli">{children}</FormTab>
      <FormTab id="andamento">
        {wasOpened.current ? (
          <Suspense fallback={<Skeleton />}>
            <SitePanel commessa={commessa} />
          </Suspense>
        ) : null}
      </FormTab>
    </>
  );
}

const DossierDialog = lazy(loadLater(() => import('./dossier/DossierDialog.tsx')));

/** Shows Inserimento Cantieri. `?id=` names the commessa; without it the site is new. */
export default function CantiereDetail() {
  const identity = useIdentity();
  const [, navigate] = useLocation();
  // returns to the list if it had a search, else one step back (part 2, section 2)
  const onClose = () => {
    const list = lastList(cantieri.list.route);
    if (list.includes('cerca=') || history.length <= 1) navigate(list);
    else history.back();
  };
  return (
    <RegisterDetail def={cantieri} rules={(detail) => ({ ...rules(identity, detail), onClose })}>
      <Cantiere />
    </RegisterDetail>
  );
}

function rules(identity: Identity, { row }: DetailContext): FormRules {
  const { campi, colore, save, remove } = cantierePermissions(identity, row?.utente ?? null);
  return {
    buttons: { campi: true, save, remove, restore: save },
    enabled: (fieldName) => (fieldName === 'colore' ? colore : campi),
    messages: row ? { saveError: "Errore durante l'aggionamento" } : {},
  };
}

/** Form of a site; an existing site also has its wbs and work items. */
function Cantiere() {
  const identity = useIdentity();
  const { id } = useOpenRecord();
  const { form } = useOpenFields(cantieri);
  const history = useFormHistory();
  const { email } = cantierePermissions(identity, null);
  const asksWho = seesWorkers(identity) || seesMachines(identity);
  const [dossier, setDossier] = useState(false);
  const mail = useMail();
  const { colore, commessa } = form.base;
  // creating a site sends its mail without asking (part 2, section 7)
  useSideRecord('mail', {
    dirty: 0,
    saving: false,
    save: async (key) => {
      if (id === null) void mail.send({ ...form.values, commessa: key });
      return true;
    },
  });
  const figures =
    id !== null && !history.open && (['cantieri', 'produzione'] as const).every((area) => permission(identity, area).allowView > 0);
  const content = (
    <div
      className={
        id !== null && !history.open
          ? 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'
          : 'grid grid-cols-[minmax(0,1fr)] gap-4'
      }
    >
      <FormContent />
      {id === null ? null : (
        <FormPresent>
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
            <CantiereParts />
            {asksWho ? <WhoMayWork commessa={id} /> : null}
          </div>
        </FormPresent>
      )}
    </div>
  );
  return (
    <SiteTabs hasResults={figures}>
      <FormHead
        badges={
          id === null ? null : (
            <Badge>
              {colore ? <Swatch color={colore} /> : null}
              {commessa}
            </Badge>
          )
        }
        actions={
          id === null
            ? []
            : [
                { label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${encodeURIComponent(id)}?tipo=CantiereDettaglio` },
                ...(asksWho ? [{ label: 'DOSSIER', icon: FolderDown, onClick: () => setDossier(true) }] : []),
                ...(email ? [{ label: 'EMAIL', icon: Mail, loading: mail.sending, onClick: () => void mail.ask(form.base) }] : []),
              ]
        }
      />
      <FormBody>
        <FormPast />
        {figures ? <SiteTabPanels commessa={id}>{content}</SiteTabPanels> : content}
      </FormBody>
      {dossier && id !== null ? (
        <Suspense fallback={null}>
          <DossierDialog commessa={id} onClose={() => setDossier(false)} />
        </Suspense>
      ) : null}
    </SiteTabs>
  );
}
