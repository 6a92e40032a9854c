import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../test/catalogue.ts';
import { z } from 'zod';
import type { Module, Route } from '#services/platform/module.ts';
import { openApi } from './openapi.ts';
import { htmlPage } from './page.ts';

const REGISTERS = catalogue.registers;

const route = (method: Route['method'], path: string, other: Partial<Route> = {}): Route => ({
  method,
  path,
  permission: 'session',
  description: `<${method}>`,
  handle: async () => {},
  ...other,
});

const modules: Module[] = [
  {
    name: 'registri',
    routes: REGISTERS.flatMap((def) => (['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => route(method, `/api/${def.path}`))),
  },
  { name: 'altro', routes: [route('POST', '/api/cose/:id', { schema: { body: z.object({ nome: z.string().max(5) }) } })] },
];

describe('Il documento OpenAPI', () => {
  const document = openApi(catalogue, modules) as {
    paths: Record<string, Record<string, any>>;
    components: { schemas: Record<string, any> };
  };

  it('ha ogni chiamata, con i parametri del percorso e il corpo', () => {
    expect(Object.values(document.paths).flatMap((p) => Object.keys(p))).toHaveLength(REGISTERS.length * 4 + 1);
    const post = document.paths['/api/cose/{id}']?.['post'];
    expect(post.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true });
    expect(post.requestBody.content['application/json'].schema.properties.nome).toEqual({ type: 'string', maxLength: 5 });
  });

  it.each(REGISTERS.map((def) => [def.path, def] as const))('descrive ogni campo di %s', (path, def) => {
    expect(Object.keys(document.components.schemas[path].properties)).toEqual(
      expect.arrayContaining([def.key.field, ...Object.keys(def.fields), 'utente', 'versione']),
    );
    const body = document.paths[`/api/${path}`]?.['post'].requestBody.content['application/json'].schema;
    expect(body.required).toEqual([def.bodyKey]);
  });

  it('nella pagina il testo è solo testo', () => {
    const page = htmlPage(modules);
    expect(page).toContain('&lt;GET&gt;');
    expect(page).not.toMatch(/<GET>|<script|https?:\/\//);
  });
});
