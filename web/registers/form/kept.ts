/** Message for a write that was stored on the device. */
export const KEPT = ['Salvato sul dispositivo', { detail: 'Parte da sé quando torna la rete: si vede in «Da inviare».' }] as const;
