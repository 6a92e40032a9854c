import type { Module, Rotta } from '#services/platform/module.ts';
import { openApi } from './openapi.ts';
import { paginaHtml, STILE } from './page.ts';

/** The page of the calls. Shapes only, no data: it needs no session, so that it opens in a browser. */
export function moduloDocumentazione(altri: readonly Module[]): Module {
  const documento = JSON.stringify(openApi(altri));
  const pagina = paginaHtml(altri);
  return {
    nome: 'documentazione',
    rotte: [
      fissa('/api/docs', 'Questa pagina.', 'html', pagina),
      fissa('/api/docs.json', 'Il documento OpenAPI 3.1.', 'json', documento),
      fissa('/api/docs.css', 'Lo stile della pagina.', 'css', STILE),
    ],
  };
}

function fissa(path: string, descrizione: string, tipo: string, contenuto: string): Rotta {
  return {
    metodo: 'GET', path, permesso: 'pubblica', descrizione,
    async gestisci(_req, res) {
      res.type(tipo).send(contenuto);
    },
  };
}
