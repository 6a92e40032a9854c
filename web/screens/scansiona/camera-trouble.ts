/** Reason why the camera shows no picture: a sentence, and whether a retry may help. */
export interface CameraTrouble {
  text: string;
  again: boolean;
}

const OTHERWISE = 'Scegli una foto del codice, o scrivi la matricola.';

/** Reason on pages without https, where browsers provide no camera. */
export const NO_CAMERA_HERE: CameraTrouble = {
  text: `Il browser dà la fotocamera solo al portale aperto con https. ${OTHERWISE}`,
  again: false,
};

/** Converts an error of `getUserMedia` to words. */
export function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return {
      text: `La fotocamera non è permessa a questo sito: si permette dalle impostazioni del browser, accanto all’indirizzo. ${OTHERWISE}`,
      again: true,
    };
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return { text: `Questo dispositivo non ha una fotocamera. ${OTHERWISE}`, again: false };
  if (name === 'NotReadableError' || name === 'AbortError')
    return { text: `La fotocamera è occupata da un’altra app: chiudila e riprova. ${OTHERWISE}`, again: true };
  return { text: `La fotocamera non si apre. ${OTHERWISE}`, again: true };
}
