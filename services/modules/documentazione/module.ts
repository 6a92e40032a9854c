import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { openApi } from './openapi.ts';
import { htmlPage, STYLE } from './page.ts';

/**
 * Creates the module that documents all routes, as a page and as an OpenAPI document. Both contain shapes but no data. They are public,
 * except in production, where they need a session.
 */
export function documentazioneModule({ catalogue, config }: Pick<Dependencies, 'catalogue' | 'config'>, others: readonly Module[]): Module {
  const document = JSON.stringify(openApi(catalogue, others));
  const page = htmlPage(others);
  const permission = config.NODE_ENV === 'production' ? 'session' : 'public';
  const fixed = fixedFor(permission);
  return {
    name: 'documentazione',
    routes: [
      fixed('/api/docs', 'Questa pagina.', 'html', page),
      fixed('/api/docs.json', 'Il documento OpenAPI 3.1.', 'json', document),
      fixed('/api/docs.css', 'Lo stile della pagina.', 'css', STYLE),
    ],
  };
}

const fixedFor =
  (permission: 'session' | 'public') =>
  (path: string, descrizione: string, kind: string, content: string): Route => {
    return {
      method: 'GET',
      path,
      permission,
      description: descrizione,
      async handle(_req, res) {
        res.type(kind).send(content);
      },
    };
  };
