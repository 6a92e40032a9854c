import type { JsonObject } from '#contracts/core/events.ts';

export interface VoceZip extends JsonObject {
  percorso: string;
  nome: string;
}

/** Name of the page that says what is missing; no file of the archive takes it. */
export const LEGGIMI = 'LEGGIMI.txt';

/**
 * Names that every program can unpack: relative, without steps upwards, each once (also for those
 * that do not tell capitals apart).
 */
export function nomiUnici(voci: readonly VoceZip[]): VoceZip[] {
  const presi = new Set([LEGGIMI.toLowerCase()]);
  return voci.map(({ percorso, nome }) => {
    const pulito = pulisci(nome);
    let unico = pulito;
    for (let n = 2; presi.has(unico.toLowerCase()); n += 1) unico = numerato(pulito, n);
    presi.add(unico.toLowerCase());
    return { percorso, nome: unico };
  });
}

function pulisci(nome: string): string {
  const parti = nome.normalize('NFC').split(/[/\\]/).map((parte) => parte.replace(/[\p{Cc}<>:"|?*]/gu, '_').trim());
  const buone = parti.filter((parte) => parte !== '' && !/^\.+$/.test(parte));
  return buone.join('/') || 'file';
}

function numerato(nome: string, n: number): string {
  const punto = nome.lastIndexOf('.');
  return punto > nome.lastIndexOf('/') + 1 ? `${nome.slice(0, punto)} (${n})${nome.slice(punto)}` : `${nome} (${n})`;
}
