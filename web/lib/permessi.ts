import { ambito, permesso, puo, type Accesso, type Ambito, type Area, type Azione, type Permesso } from '#contracts/permessi.ts';
import { useIdentita } from './session.ts';

/** The signed-in person's levels for an area. The server decides; this only shapes the screen. */
export const usePermesso = (area: Area): Permesso => permesso(useIdentita(), area);

/** On which records of a register the person may do it. */
export const useAmbito = (accesso: Accesso, azione: Azione): Ambito => ambito(useIdentita(), accesso, azione);

/** The same for one record, by its `utente`. */
export const usePuo = (accesso: Accesso, azione: Azione, proprietario?: string | null): boolean => puo(useIdentita(), accesso, azione, proprietario);
