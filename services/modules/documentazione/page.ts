import type { Module, Route } from '#services/platform/module.ts';

export const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1b2733;background:#fff}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:1px solid #c9d3dc}
table{border-collapse:collapse;width:100%}td{padding:.35rem .75rem .35rem 0;vertical-align:top;border-bottom:1px solid #e6ebef}
td:first-child{width:5rem;font-weight:600}code{font:14px/1.4 ui-monospace,monospace}
@media (prefers-color-scheme:dark){body{background:#12181f;color:#dfe6ec}td,h2{border-color:#2c3947}a{color:#8ec1e6}}`;

/** Returns an HTML page that lists all routes, without scripts and external resources. */
export function htmlPage(modules: readonly Module[]): string {
  return `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Strato: chiamate</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><h1>Strato: chiamate</h1>
<p>Il documento OpenAPI completo, con i campi di ogni registro: <a href="/api/docs.json">/api/docs.json</a>.</p>
${modules.map(section).join('\n')}
</body></html>`;
}

const section = ({ name, routes }: Module): string => `<h2>${html(name)}</h2>\n<table>${routes.map(row).join('\n')}</table>`;

const row = ({ method, path, description: descrizione, permission }: Route): string =>
  `<tr><td>${method}</td><td><code>${html(path)}</code></td><td>${html(descrizione)}</td><td>${html(shortPermission(permission))}</td></tr>`;

function shortPermission(permission: Route['permission']): string {
  return typeof permission === 'string' ? permission : `${permission.access.area}: ${permission.action}`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
