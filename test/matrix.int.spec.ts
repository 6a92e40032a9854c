import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREE, type Identita, type Livello, type Permessi } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { REGISTRI, registro } from '#contracts/registers/index.ts';
import { esempioDi } from './arbitraries.ts';
import { avviaPortaleDiProva, mittenteDiProva, type Persona, type PortaleDiProva } from './portal.ts';

/**
 * Route × level × own or other's record, for every register that answers by its definition alone.
 * What is expected is written here from the rules, not asked of the code that enforces them.
 */
const CON_REGOLE_PROPRIE = ['users', 'groupsPermissions']; // their own spec: services/accesso
const REGISTRI_IN_PROVA = REGISTRI.filter((def) => !CON_REGOLE_PROPRIE.includes(def.path));
const LIVELLI: readonly Livello[] = [0, 1, 3];

interface Caso {
  def: AnyRegister;
  proprio: boolean;
  chiave: string | number;
  padre: string | number | undefined;
}

/** Levels of a round: what may be seen, and what may be done. */
interface Giro {
  vede: Livello;
  fa: Livello;
}

const visibile = ({ def, proprio }: Caso, { vede }: Giro) => def.accesso.lettura === 'tutti' || vede === 3 || (vede === 1 && proprio);
const areaAperta = ({ def }: Caso, { vede }: Giro) => def.accesso.lettura === 'tutti' || vede > 0;
const scrive = ({ def, proprio }: Caso, { fa }: Giro) => fa === 3 || (def.accesso.scrittura !== 'master' && fa === 1 && proprio);
const scriveQualcosa = ({ def }: Caso, { fa }: Giro) => (def.accesso.scrittura === 'master' ? fa === 3 : fa > 0);

function attesoLettura(caso: Caso, giro: Giro): number {
  if (!areaAperta(caso, giro)) return 403;
  return visibile(caso, giro) ? 200 : 404;
}

function attesoScrittura(caso: Caso, giro: Giro): number {
  if (!scriveQualcosa(caso, giro) || !areaAperta(caso, giro)) return 403;
  if (!visibile(caso, giro)) return 404;
  return scrive(caso, giro) ? 200 : 403;
}

/** History's restore knows the record before it knows the action. */
function attesoRipristino(caso: Caso, giro: Giro): number {
  const letto = attesoLettura(caso, giro);
  return letto === 200 && !scrive(caso, giro) ? 403 : letto;
}

function attesoCreazione(caso: Caso, giro: Giro): number {
  if (!scriveQualcosa(caso, giro)) return 403;
  if (!caso.def.parent || caso.proprio) return 201;
  const sulPadre = attesoScrittura(caso, giro);
  return sulPadre === 200 ? 201 : sulPadre;
}

describe('La matrice dei permessi', () => {
  let portale: PortaleDiProva;
  let io: Persona;
  let n = 0;

  beforeAll(async () => {
    portale = await avviaPortaleDiProva();
    io = await portale.persona({ memberID: 'io' });
  });
  afterAll(() => portale?.ferma());

  const nuovaChiave = (def: AnyRegister) => {
    n += 1;
    return def.key.kind === 'natural' ? n.toString(36).toUpperCase().padStart(4, 'K') : undefined;
  };

  async function registra(def: AnyRegister, proprietario: string, padre?: string | number): Promise<string | number> {
    const identita: Identita = { memberID: proprietario, groupID: 2, permessi: {} };
    const chiave = def.parent && def.parent.field === def.key.field ? padre : nuovaChiave(def);
    const valori = { ...esempioDi(def), ...(def.parent && padre !== undefined ? { [def.parent.field]: padre } : {}) };
    const esito = await portale.dip.dispatch({ registro: def.path, azione: 'crea', chiave, valori }, mittenteDiProva(identita, { origine: 'sistema' }));
    return esito.chiave;
  }

  async function nuovoCaso(def: AnyRegister, proprio: boolean): Promise<Caso> {
    const proprietario = proprio ? 'io' : 'altri';
    const sopra = def.parent && registro(def.parent.register);
    const padre = sopra && (await registra(sopra, proprietario));
    // a child's owner is its parent's: who wrote the row itself does not matter
    return { def, proprio, padre, chiave: await registra(def, padre === undefined ? proprietario : 'qualcuno', padre) };
  }

  const livelli = ({ vede, fa }: Giro): Permessi =>
    Object.fromEntries(AREE.map((area) => [area, { allowInsert: fa > 0 ? 1 : 0, allowView: vede, allowEdit: fa, allowDelete: fa }]));

  const giri = LIVELLI.flatMap((vede) => LIVELLI.map((fa) => ({ vede, fa })));

  it('prova ogni registro, tranne quelli con regole proprie', () => {
    expect(REGISTRI_IN_PROVA.length + CON_REGOLE_PROPRIE.length).toBe(REGISTRI.length);
  });

  it.each(giri)('vede $vede, modifica ed elimina $fa: ogni chiamata, sui propri record e su quelli degli altri', async (giro) => {
    await portale.cambiaPermessi(io.groupID, livelli(giro));
    const casi = await Promise.all(REGISTRI_IN_PROVA.flatMap((def) => [nuovoCaso(def, true), nuovoCaso(def, false)]));
    await portale.dip.attesa.finoA((await portale.dip.store.head()) ?? '', 10_000);
    const trovato = await Promise.all(casi.map((caso) => prova(caso)));
    const atteso = casi.map((caso) => aspettato(caso, giro));
    expect(Object.fromEntries(trovato)).toEqual(Object.fromEntries(atteso));
  });

  const nome = ({ def, proprio }: Caso) => `${def.path}, ${proprio ? 'proprio' : 'di altri'}`;

  function aspettato(caso: Caso, giro: Giro) {
    const [lettura, scrittura] = [attesoLettura(caso, giro), attesoScrittura(caso, giro)];
    return [nome(caso), {
      elenco: areaAperta(caso, giro) ? `200 ${visibile(caso, giro) ? 'con' : 'senza'}` : '403 senza',
      uno: lettura, storico: lettura, stato: lettura, riferimenti: lettura,
      crea: attesoCreazione(caso, giro), modifica: scrittura, ripristina: attesoRipristino(caso, giro), elimina: scrittura,
    }] as const;
  }

  async function prova(caso: Caso) {
    const { def, chiave, padre } = caso;
    const chiama = async (metodo: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, corpo?: unknown) => portale.chiama(metodo, path, { da: io, corpo });
    const di = `tabella=${def.path}&id=${encodeURIComponent(chiave)}`;
    const elenco = await chiama('GET', `/api/${def.path}`);
    const righe = (elenco.corpo?.data ?? []) as Record<string, unknown>[];
    const conPadre = def.parent && padre !== undefined ? { [def.parent.field]: padre } : {};
    const esito = {
      elenco: `${elenco.stato} ${righe.some((riga) => riga[def.key.field] === chiave) ? 'con' : 'senza'}`,
      uno: (await chiama('GET', `/api/${def.path}?chiave=${encodeURIComponent(chiave)}`)).stato,
      storico: (await chiama('GET', `/api/storico?${di}`)).stato,
      stato: (await chiama('GET', `/api/storico/stato?${di}&versione=${padre === undefined ? 1 : 2}`)).stato,
      riferimenti: (await chiama('GET', `/api/riferimenti?${di}`)).stato,
      crea: (await crea(caso, conPadre)).stato,
      modifica: (await chiama('PUT', `/api/${def.path}`, { [def.bodyKey]: { ...esempioDi(def, 90), [def.key.field]: chiave } })).stato,
      ripristina: (await chiama('POST', '/api/storico/ripristina', { tabella: def.path, id: chiave, versione: padre === undefined ? 1 : 2 })).stato,
      elimina: (await chiama('DELETE', `/api/${def.path}`, { [def.key.field]: chiave })).stato,
    };
    return [nome(caso), esito] as const;
  }

  /** A further record beside the case's one; for the one-per-parent children, under a parent that has none yet. */
  async function crea({ def, proprio, padre }: Caso, conPadre: object) {
    const valori = { ...esempioDi(def, 60), ...conPadre } as Record<string, unknown>;
    if (def.key.kind === 'natural') valori[def.key.field] = nuovaChiave(def);
    if (def.parent && def.parent.field === def.key.field) {
      valori[def.key.field] = await registra(registro(def.parent.register) as AnyRegister, proprio ? 'io' : 'altri', padre);
    }
    return portale.chiama('POST', `/api/${def.path}`, { da: io, corpo: { [def.bodyKey]: valori } });
  }
});
