import type { JsonObject } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { REGISTRI } from '#contracts/registers/index.ts';
import type { Module, Rotta } from '#services/platform/module.ts';
import { daZod, schemaChiave, schemaDeiValori, schemaDellaRiga } from './json-schema.ts';

const PROBLEMA: JsonObject = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'message'],
  properties: {
    type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' }, detail: { type: 'string' },
    message: { type: 'string', description: "La frase per l'utente" },
    errors: { type: 'array', items: { type: 'object', properties: { campo: { type: 'string' }, messaggio: { type: 'string' } } } },
  },
};

const REGISTRO_DI = new Map(REGISTRI.map((def) => [`/api/${def.path}`, def]));

/** The OpenAPI 3.1 document of the portal, made from the routes that are really mounted. */
export function openApi(moduli: readonly Module[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const modulo of moduli) {
    for (const rotta of modulo.rotte) {
      const path = rotta.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [rotta.metodo.toLowerCase()]: operazione(modulo.nome, rotta) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Strato', version: '1', description: 'Portale interno: chiamate HTTP. Gli errori sono documenti problem+json (RFC 9457) in italiano.' },
    paths,
    components: {
      securitySchemes: { sessione: { type: 'http', scheme: 'bearer' } },
      schemas: { Problema: PROBLEMA, ...Object.fromEntries(REGISTRI.map((def) => [def.path, schemaDellaRiga(def)])) },
    },
  };
}

function operazione(modulo: string, rotta: Rotta): JsonObject {
  const def = REGISTRO_DI.get(rotta.path);
  const corpo = rotta.schema?.corpo ? daZod(rotta.schema.corpo) : def && corpoDelRegistro(def, rotta.metodo);
  return {
    tags: [modulo],
    summary: rotta.descrizione,
    description: permessoInParole(rotta),
    security: rotta.permesso === 'pubblica' ? [] : [{ sessione: [] }],
    parameters: [...parametriDelPercorso(rotta), ...parametriDellaQuery(rotta, def), ...intestazioni(rotta)],
    ...(corpo ? { requestBody: { required: true, content: { 'application/json': { schema: corpo } } } } : {}),
    responses: {
      [def && rotta.metodo === 'POST' ? '201' : '200']: { description: 'Riuscita', ...(def ? { content: { 'application/json': { schema: risposta(def, rotta.metodo) } } } : {}) },
      default: { description: 'Errore', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problema' } } } },
    },
  };
}

function permessoInParole({ permesso }: Rotta): string {
  if (permesso === 'pubblica') return 'Senza sessione.';
  if (permesso === 'sessione') return 'Serve una sessione.';
  return `Serve una sessione con il permesso ${permesso.azione} su ${permesso.accesso.area}${permesso.azione === 'view' && permesso.accesso.lettura === 'tutti' ? ' (in lettura: tutti)' : ''}.`;
}

function parametriDelPercorso({ path }: Rotta): JsonObject[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name: name ?? '', in: 'path', required: true, schema: { type: 'string' } }));
}

const DI_ELENCO: readonly (readonly [string, JsonObject, string])[] = [
  ['pagina', { type: 'integer', minimum: 1 }, 'Da 1'],
  ['righe', { type: 'integer', minimum: 1, maximum: 500 }, 'Righe per pagina'],
  ['ordina', { type: 'string' }, 'Campo, con - davanti per discendente'],
  ['cerca', { type: 'string', maxLength: 200 }, 'Parole, tutte da trovare'],
  ['filtri', { type: 'string' }, 'Oggetto JSON: campo → valore, lista, {diverso}, {da, a}, {contiene}, {vuoto}; scaduti: true'],
  ['chiave', { type: 'string' }, 'Un record solo'],
];

function parametriDellaQuery(rotta: Rotta, def: AnyRegister | undefined): JsonObject[] {
  if (rotta.schema?.query) {
    const { properties = {} } = daZod(rotta.schema.query) as { properties?: JsonObject };
    return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
  }
  return def && rotta.metodo === 'GET' ? DI_ELENCO.map(([name, schema, description]) => ({ name, in: 'query', schema, description })) : [];
}

function intestazioni({ metodo }: Rotta): JsonObject[] {
  if (metodo === 'GET') return [];
  const chiave = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 }, description: 'La stessa richiesta ripetuta ha la stessa risposta' };
  const versione = { name: 'If-Match', in: 'header', schema: { type: 'string' }, description: 'La versione letta; se superata: 409' };
  return metodo === 'POST' ? [chiave] : [versione, chiave];
}

function corpoDelRegistro(def: AnyRegister, metodo: Rotta['metodo']): JsonObject | undefined {
  if (metodo === 'GET') return undefined;
  if (metodo === 'DELETE') return { type: 'object', properties: { [def.key.field]: { anyOf: [schemaChiave(def), { type: 'array', items: schemaChiave(def) }] } } };
  return { type: 'object', required: [def.bodyKey], properties: { auth: { description: 'Ignorato' }, [def.bodyKey]: schemaDeiValori(def) } };
}

function risposta(def: AnyRegister, metodo: Rotta['metodo']): JsonObject {
  const versione = { type: 'integer' };
  if (metodo === 'GET') {
    return { type: 'object', properties: { data: { type: 'array', items: { $ref: `#/components/schemas/${def.path}` } }, totale: { type: 'integer' } } };
  }
  const message: JsonObject = metodo === 'POST' ? { insertId: schemaChiave(def), versione } : { affectedRows: { type: 'integer' }, versione };
  return { type: 'object', properties: { message: { type: 'object', properties: message } } };
}
