export interface Proposto {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface Registrato extends Proposto {
  stream: string;
  /** 0 for the first event of a stream. */
  revision: number;
  /** Commit and prepare position alike, as for every event the real server writes today. */
  posizione: bigint;
}

/** A number: the revision of the last event. */
export type Atteso = number | 'no_stream' | 'any' | 'stream_exists';

export type Scrittura =
  | { tipo: 'scritto'; revision: number; posizione: bigint; ripetuto: boolean }
  | { tipo: 'versione'; attuale: number | null }
  | { tipo: 'troppo-grande' };

/** The real server's default. */
export const MASSIMO = 1024 * 1024;

const NESSUNO = -1;

export interface Log {
  eventi: readonly Registrato[];
  flusso(stream: string): readonly Registrato[];
  scrivi(stream: string, proposti: readonly Proposto[], atteso: Atteso): Scrittura;
  /** Called after every write, until the function returned is called. */
  ascolta(quando: () => void): () => void;
  /** As a restart: the ids by which appends without an expected version are recognised are gone. */
  dimentica(): void;
}

/** The log of the real server, its half-hearted idempotency included (IndexWriter.CheckCommit). */
export function creaLog(): Log {
  const eventi: Registrato[] = [];
  const flussi = new Map<string, Registrato[]>();
  const ascoltatori = new Set<() => void>();
  let recenti = new Map<string, Registrato>();
  // positions are offsets in a file: neither from zero nor one by one
  let posizione = 1_718n;

  const flusso = (stream: string): Registrato[] => flussi.get(stream) ?? [];
  const giaScritto = ({ revision, posizione: where }: Registrato): Scrittura => ({ tipo: 'scritto', revision, posizione: where, ripetuto: true });

  /** Any: only what the server still remembers. */
  function ripetizioneQualsiasi(stream: string, proposti: readonly Proposto[]): Scrittura | null {
    const noti = proposti.map(({ id }) => recenti.get(id)).map((noto) => (noto?.stream === stream ? noto : undefined));
    if (!noti[0]) return null;
    const ultimo = noti.at(-1);
    return noti.every(Boolean) && ultimo ? giaScritto(ultimo) : { tipo: 'versione', attuale: flusso(stream).length - 1 };
  }

  function ripetizione(stream: string, proposti: readonly Proposto[], atteso: number): Scrittura {
    const scritti = flusso(stream);
    const uguali = proposti.every(({ id }, i) => scritti[atteso + 1 + i]?.id === id);
    const ultimo = scritti[atteso + proposti.length];
    return uguali && ultimo ? giaScritto(ultimo) : { tipo: 'versione', attuale: scritti.length - 1 };
  }

  function controlla(stream: string, proposti: readonly Proposto[], atteso: Atteso): Scrittura | null {
    if (proposti.reduce((byte, p) => byte + p.data.length + p.metadata.length, 0) > MASSIMO) return { tipo: 'troppo-grande' };
    const attuale = flusso(stream).length - 1;
    if (atteso === 'any') return ripetizioneQualsiasi(stream, proposti);
    if (atteso === 'stream_exists') return attuale === NESSUNO ? { tipo: 'versione', attuale: null } : null;
    const numero = atteso === 'no_stream' ? NESSUNO : atteso;
    if (numero < attuale) return ripetizione(stream, proposti, numero);
    if (numero > attuale) return { tipo: 'versione', attuale: attuale === NESSUNO ? null : attuale };
    return null;
  }

  function aggiungi(stream: string, proposto: Proposto): Registrato {
    const scritti = flusso(stream);
    posizione += BigInt(100 + proposto.data.length);
    const registrato = { ...proposto, stream, revision: scritti.length, posizione };
    flussi.set(stream, scritti);
    scritti.push(registrato);
    eventi.push(registrato);
    recenti.set(proposto.id, registrato);
    return registrato;
  }

  return {
    eventi,
    flusso,
    scrivi(stream, proposti, atteso) {
      const risposta = controlla(stream, proposti, atteso);
      if (risposta) return risposta;
      const scritti = proposti.map((proposto) => aggiungi(stream, proposto));
      for (const quando of ascoltatori) quando();
      const { revision, posizione: where } = scritti.at(-1)!;
      return { tipo: 'scritto', revision, posizione: where, ripetuto: false };
    },
    ascolta(quando) {
      ascoltatori.add(quando);
      return () => ascoltatori.delete(quando);
    },
    dimentica() {
      recenti = new Map();
    },
  };
}
