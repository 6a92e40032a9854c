import { describe, expect, it } from 'vitest';
import { REGISTRI } from '#contracts/registers/index.ts';
import { z } from 'zod';
import type { Module, Rotta } from '#services/platform/module.ts';
import { openApi } from './openapi.ts';
import { paginaHtml } from './page.ts';

const rotta = (metodo: Rotta['metodo'], path: string, altro: Partial<Rotta> = {}): Rotta =>
  ({ metodo, path, permesso: 'sessione', descrizione: `<${metodo}>`, gestisci: async () => {}, ...altro });

const moduli: Module[] = [
  { nome: 'registri', rotte: REGISTRI.flatMap((def) => (['GET', 'POST', 'PUT', 'DELETE'] as const).map((metodo) => rotta(metodo, `/api/${def.path}`))) },
  { nome: 'altro', rotte: [rotta('POST', '/api/cose/:id', { schema: { corpo: z.object({ nome: z.string().max(5) }) } })] },
];

describe('Il documento OpenAPI', () => {
  const documento = openApi(moduli) as { paths: Record<string, Record<string, any>>; components: { schemas: Record<string, any> } };

  it('ha ogni chiamata, con i parametri del percorso e il corpo', () => {
    expect(Object.values(documento.paths).flatMap((p) => Object.keys(p))).toHaveLength(REGISTRI.length * 4 + 1);
    const post = documento.paths['/api/cose/{id}']?.['post'];
    expect(post.parameters[0]).toMatchObject({ name: 'id', in: 'path', required: true });
    expect(post.requestBody.content['application/json'].schema.properties.nome).toEqual({ type: 'string', maxLength: 5 });
  });

  it.each(REGISTRI.map((def) => [def.path, def] as const))('descrive ogni campo di %s', (path, def) => {
    expect(Object.keys(documento.components.schemas[path].properties)).toEqual(expect.arrayContaining([def.key.field, ...Object.keys(def.fields), 'utente', 'versione']));
    const corpo = documento.paths[`/api/${path}`]?.['post'].requestBody.content['application/json'].schema;
    expect(corpo.required).toEqual([def.bodyKey]);
  });

  it('nella pagina il testo è solo testo', () => {
    const pagina = paginaHtml(moduli);
    expect(pagina).toContain('&lt;GET&gt;');
    expect(pagina).not.toMatch(/<GET>|<script|https?:\/\//);
  });
});
