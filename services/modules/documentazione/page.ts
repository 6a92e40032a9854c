import type { Module, Rotta } from '#services/platform/module.ts';

export const STILE = `body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1b2733;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:1px solid #c9d3dc}
table{border-collapse:collapse;width:100%}td{padding:.35rem .75rem .35rem 0;vertical-align:top;border-bottom:1px solid #e6ebef}
td:first-child{width:5rem;font-weight:600}code{font:14px/1.4 ui-monospace,monospace}
@media (prefers-color-scheme:dark){body{background:#12181f;color:#dfe6ec}td,h2{border-color:#2c3947}a{color:#8ec1e6}}`;

/** The calls on one plain page, without scripts and without anything from outside. */
export function paginaHtml(moduli: readonly Module[]): string {
  return `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Strato: chiamate</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><h1>Strato: chiamate</h1>
<p>Il documento OpenAPI completo, con i campi di ogni registro: <a href="/api/docs.json">/api/docs.json</a>.</p>
${moduli.map(sezione).join('\n')}
</body></html>`;
}

const sezione = ({ nome, rotte }: Module): string => `<h2>${html(nome)}</h2>\n<table>${rotte.map(riga).join('\n')}</table>`;

const riga = ({ metodo, path, descrizione, permesso }: Rotta): string =>
  `<tr><td>${metodo}</td><td><code>${html(path)}</code></td><td>${html(descrizione)}</td><td>${html(permessoBreve(permesso))}</td></tr>`;

function permessoBreve(permesso: Rotta['permesso']): string {
  return typeof permesso === 'string' ? permesso : `${permesso.accesso.area}: ${permesso.azione}`;
}

const ENTITA: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (testo: string): string => testo.replaceAll(/[&<>"']/g, (c) => ENTITA[c] ?? c);
