import type { AccessRow } from '#contracts/modules/accessi.ts';

/** Tables of the write side that queries of the read side name, with the columns that they read. */
export interface AccessTables {
  'public.accessi': Omit<AccessRow, 'id' | 'quando'> & { id: number; quando: Date };
  'public.credenziali': { member_id: string; provvisoria: Date | null };
  'public.osservazioni': { token_hash: string; sessione: string; member_id: string; osservatore: string; creata: Date; scade: Date };
  'public.passkey': { member_id: string; host: string };
  'public.secondi_fattori': { member_id: string; attivo: Date | null };
  'public.sessioni': {
    token_hash: string;
    member_id: string;
    group_id: number;
    ricordami: boolean;
    creata: Date;
    confermata: Date | null;
    scade: Date;
    dispositivo: string | null;
    indirizzo: string | null;
    vista: Date | null;
  };
}
