import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, House, Link2, Pencil, Trash2 } from 'lucide-react';
import { mayWriteView, type SavedView } from '#contracts/core/saved-view.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import { tabOf, type ViewBarProps } from './view-bar.ts';
import { changeView, chooseView, deleteView, refreshViews } from './views.api.ts';

/** Tabs of a list's views, with what a person may do with the open one. */
export default function ViewBar({
  list,
  views,
  view,
  opensItself,
  contents,
  changed,
  readOnly,
  omissions,
  isMissing,
  ...on
}: ViewBarProps) {
  const me = useIdentity();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const { run, running, once } = useAction();
  const writable = view !== null && mayWriteView(me, view);
  const failed = (what: string) => (error: unknown) => void snackbar.error(what, { detail: messageOf(error) });

  const save = (open: SavedView) =>
    run(
      async () => {
        await once({ view: open.id, contents }, (idempotencyKey) => changeView(open, { contenuto: contents }, { idempotencyKey }));
        await refreshViews(client);
        on.onSaved(open.id);
        snackbar.success(`Vista «${open.nome}» salvata`);
      },
      {
        failed: (error) => {
          failed('Vista non salvata')(error);
          // somebody else may have changed it
          void refreshViews(client);
        },
      },
    );
  const remove = async (open: SavedView) => {
    const text =
      open.condivisa === 'no' ? `Eliminare la vista «${open.nome}»?` : `Eliminare la vista «${open.nome}» per tutti quelli che la vedono?`;
    if (!(await confirm({ title: 'Elimina vista', text, confirmLabel: 'ELIMINA', danger: true }))) return;
    await run(
      async () => {
        await deleteView(open);
        on.onSaved(null);
        snackbar.success('Vista eliminata');
      },
      { failed: failed('Vista non eliminata'), after: () => refreshViews(client) },
    );
  };
  const choose = (open: SavedView) => {
    const next = opensItself === open.id ? null : open.id;
    return run(
      async () => {
        await chooseView(list.path, next);
        snackbar.success(next === null ? 'L’elenco non si apre più da solo con questa vista' : `L’elenco si aprirà con «${open.nome}»`);
      },
      { failed: failed('Scelta non salvata'), after: () => refreshViews(client) },
    );
  };
  const copy = async (open: SavedView) => {
    const address = `${location.origin}${location.pathname}?vista=${open.id}`;
    try {
      await navigator.clipboard.writeText(address);
      snackbar.success(
        'Indirizzo copiato',
        open.condivisa === 'no' ? { detail: 'La vista è privata: per aprirla altri, condividila' } : {},
      );
    } catch {
      snackbar.info(address);
    }
  };

  return (
    <div className="print:hidden">
      <div className="viste">
        <Tabs
          label={`Viste, ${list.many}`}
          className="min-w-0 flex-1"
          value={tabOf(view)}
          items={[{ id: tabOf(null), label: 'Tutto' }, ...views.map((one) => ({ id: tabOf(one), label: one.nome }))]}
          onChange={(tab) => {
            const id = Number(tab.slice('vista-'.length));
            on.onOpen(id === 0 ? null : id);
          }}
        />
        <div className="viste-azioni" role="group" aria-label="Vista">
          {changed ? (
            <>
              {view ? <span className="text-label text-ink-3 max-md:mr-auto">Vista modificata</span> : null}
              <Button variant="ghost" size="sm" onClick={on.onReset}>
                RIPRISTINA
              </Button>
              {readOnly ? null : (
                <Button variant={writable ? 'ghost' : 'secondary'} size="sm" onClick={() => on.onName('new')}>
                  SALVA COME
                </Button>
              )}
              {view && writable && !readOnly ? (
                <Button size="sm" loading={running} onClick={() => void save(view)}>
                  SALVA VISTA
                </Button>
              ) : null}
            </>
          ) : null}
          {view && !readOnly ? (
            <Menu button={<IconButton icon={Ellipsis} label={`Vista ${view.nome}`} size="sm" />}>
              <MenuItem icon={House} chosen={opensItself === view.id} onClick={() => void choose(view)}>
                Apri l’elenco con questa vista
              </MenuItem>
              <MenuItem icon={Link2} onClick={() => void copy(view)}>
                Copia l’indirizzo
              </MenuItem>
              {writable ? (
                <>
                  <MenuItem icon={Pencil} onClick={() => on.onName('open')}>
                    Nome e condivisione
                  </MenuItem>
                  <MenuItem icon={Trash2} danger onClick={() => void remove(view)}>
                    Elimina vista
                  </MenuItem>
                </>
              ) : null}
            </Menu>
          ) : null}
        </div>
      </div>
      {isMissing ? (
        <Note tone="warn" className="mb-3">
          Questa vista non c’è più, o non è condivisa con te: l’elenco è senza vista.
        </Note>
      ) : null}
      {omissions.length > 0 ? (
        <Note tone="warn" className="mb-3">
          La vista si apre senza ciò che non c’è più: {omissions.join(', ')}.
        </Note>
      ) : null}
    </div>
  );
}
