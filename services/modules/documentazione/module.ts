import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { openApi } from './openapi.ts';
import { htmlPage, STYLE } from './page.ts';

/** The page of the calls. Shapes only, no data: it needs no session, so that it opens in a browser. */
export function documentazioneModule(catalogue: Dependencies['catalogue'], others: readonly Module[]): Module {
  const document = JSON.stringify(openApi(catalogue, others));
  const page = htmlPage(others);
  return {
    name: 'documentazione',
    routes: [
      fixed('/api/docs', 'Questa pagina.', 'html', page),
      fixed('/api/docs.json', 'Il documento OpenAPI 3.1.', 'json', document),
      fixed('/api/docs.css', 'Lo stile della pagina.', 'css', STYLE),
    ],
  };
}

function fixed(path: string, descrizione: string, kind: string, content: string): Route {
  return {
    method: 'GET',
    path,
    permission: 'public',
    description: descrizione,
    async handle(_req, res) {
      res.type(kind).send(content);
    },
  };
}
