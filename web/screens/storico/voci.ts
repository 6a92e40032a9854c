import { registro } from '#contracts/registri/index.ts';
import type { CampoStorico, VoceStorico } from '#contracts/storico.ts';
import { historyHref } from '#web/registri/addresses.ts';
import { inOrder, showValue } from '#web/registri/history-format.ts';

/** "Ore/Km: 6.412 → 6.538; Stato attuale: vuoto → Operativo"; of a new record only what it was given. */
export function campiInParole(voce: Pick<VoceStorico, 'tabella' | 'tipo' | 'campi'>): string {
  const def = registro(voce.tabella);
  const valore = (campo: CampoStorico, value: CampoStorico['prima']) => showValue(campo.tipo, def?.fields[campo.campo], value).text;
  return inOrder(def, voce.campi).map((campo) => {
    const prima = voce.tipo === 'creato' ? '' : `${valore(campo, campo.prima)} → `;
    return `${campo.etichetta}: ${prima}${valore(campo, campo.dopo)}`;
  }).join('; ');
}

/** The record an entry speaks of, with its history open; records inside another's stream have no page of their own. */
export function indirizzoDi(voce: Pick<VoceStorico, 'tabella' | 'id'>): string | undefined {
  const def = registro(voce.tabella);
  return def && !def.parent ? historyHref(def, voce.id) : undefined;
}

/** "macchinario A0112". */
export function recordDi(voce: Pick<VoceStorico, 'tabella' | 'id'>): string {
  return `${registro(voce.tabella)?.etichette.uno ?? voce.tabella} ${voce.id}`;
}
