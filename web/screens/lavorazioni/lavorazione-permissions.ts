import { permission, type Identity } from '#contracts/core/permissions.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { formButtons } from '#web/registers/buttons.ts';
import type { FormRules } from '#web/registers/form/form-props.ts';
import type { DetailContext } from '#web/registers/form/RegisterDetail.tsx';

/** SALVA and ELIMINA of a work item follow cantieri.allowEdit too (part 2, section 6); the server asks for the area lavorazioni. */
export function lavorazioneRules(identity: Identity, { id, row }: DetailContext): FormRules {
  const { save, remove } = formButtons(identity, lavorazioni, id === null ? 'nuovo' : 'modifica', row?.utente ?? null);
  const sites = permission(identity, 'cantieri').allowEdit !== 0;
  return { buttons: { campi: save && sites, save: save && sites, remove: remove && sites } };
}
