import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Module, Route } from '#services/platform/module.ts';
import { fromZod, keySchemaJson, valuesSchemaJson, rowSchemaJson } from './json-schema.ts';

const PROBLEM: JsonObject = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'message'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    message: { type: 'string', description: "La frase per l'utente" },
    errors: { type: 'array', items: { type: 'object', properties: { campo: { type: 'string' }, messaggio: { type: 'string' } } } },
  },
};

/** Returns the portal's OpenAPI 3.1 document, built from the routes of the given modules. */
export function openApi({ registers }: Pick<Catalogue, 'registers'>, modules: readonly Module[]): JsonObject {
  const registerOf = new Map(registers.map((def) => [`/api/${def.path}`, def]));
  const paths: Record<string, JsonObject> = {};
  for (const module of modules) {
    for (const route of module.routes) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(module.name, route, registerOf.get(route.path)) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Strato',
      version: '1',
      description: 'Portale interno: chiamate HTTP. Gli errori sono documenti problem+json (RFC 9457) in italiano.',
    },
    paths,
    components: {
      securitySchemes: { sessione: { type: 'http', scheme: 'bearer' } },
      schemas: { Problema: PROBLEM, ...Object.fromEntries(registers.map((def) => [def.path, rowSchemaJson(def)])) },
    },
  };
}

function operation(module: string, route: Route, def: AnyRegister | undefined): JsonObject {
  const body = route.schema?.body ? fromZod(route.schema.body) : def && registerBody(def, route.method);
  return {
    tags: [module],
    summary: route.description,
    description: permissionInWords(route),
    security: route.permission === 'public' ? [] : [{ sessione: [] }],
    parameters: [...pathParameters(route), ...queryParameters(route, def), ...headers(route)],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [def && route.method === 'POST' ? '201' : '200']: {
        description: 'Riuscita',
        ...(def ? { content: { 'application/json': { schema: answer(def, route.method) } } } : {}),
      },
      default: { description: 'Errore', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problema' } } } },
    },
  };
}

function permissionInWords({ permission }: Route): string {
  if (permission === 'public') return 'Senza sessione.';
  if (permission === 'session') return 'Serve una sessione.';
  return `Serve una sessione con il permesso ${permission.action} su ${permission.access.area}${permission.action === 'view' && permission.access.read === 'everyone' ? ' (in lettura: tutti)' : ''}.`;
}

function pathParameters({ path }: Route): JsonObject[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name: name ?? '', in: 'path', required: true, schema: { type: 'string' } }));
}

const LIST_PARAMETERS: readonly (readonly [string, JsonObject, string])[] = [
  ['pagina', { type: 'integer', minimum: 1 }, 'Da 1'],
  ['righe', { type: 'integer', minimum: 1, maximum: 500 }, 'Righe per pagina'],
  ['ordina', { type: 'string' }, 'Campo, con - davanti per discendente'],
  ['cerca', { type: 'string', maxLength: 200 }, 'Parole, tutte da trovare'],
  [
    'filtri',
    { type: 'string' },
    'Oggetto JSON: campo → valore, lista, {diverso}, {da, a}, {contiene}, {vuoto}; scaduti: true; in_scadenza: true (entro 30 giorni)',
  ],
  ['chiave', { type: 'string' }, 'Un record solo'],
];

function queryParameters(route: Route, def: AnyRegister | undefined): JsonObject[] {
  if (route.schema?.query) {
    const { properties = {} } = fromZod(route.schema.query) as { properties?: JsonObject };
    return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
  }
  return def && route.method === 'GET'
    ? LIST_PARAMETERS.map(([name, schema, description]) => ({ name, in: 'query', schema, description }))
    : [];
}

function headers({ method }: Route): JsonObject[] {
  if (method === 'GET') return [];
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', maxLength: 255 },
    description: 'La stessa richiesta ripetuta ha la stessa risposta',
  };
  const version = { name: 'If-Match', in: 'header', schema: { type: 'string' }, description: 'La versione letta; se superata: 409' };
  return method === 'POST' ? [key] : [version, key];
}

function registerBody(def: AnyRegister, method: Route['method']): JsonObject | undefined {
  if (method === 'GET') return undefined;
  if (method === 'DELETE')
    return {
      type: 'object',
      properties: { [def.key.field]: { anyOf: [keySchemaJson(def), { type: 'array', items: keySchemaJson(def) }] } },
    };
  return {
    type: 'object',
    required: [def.bodyKey],
    properties: { auth: { description: 'Ignorato' }, [def.bodyKey]: valuesSchemaJson(def) },
  };
}

function answer(def: AnyRegister, method: Route['method']): JsonObject {
  const version = { type: 'integer' };
  if (method === 'GET') {
    return {
      type: 'object',
      properties: { data: { type: 'array', items: { $ref: `#/components/schemas/${def.path}` } }, totale: { type: 'integer' } },
    };
  }
  const message: JsonObject =
    method === 'POST' ? { insertId: keySchemaJson(def), versione: version } : { affectedRows: { type: 'integer' }, versione: version };
  return { type: 'object', properties: { message: { type: 'object', properties: message } } };
}
