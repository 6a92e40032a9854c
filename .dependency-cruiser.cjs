// Who may import whom. test/deps-proof plants one violation of each rule and sees it caught.
// Paths are anchored: an unanchored exclude such as "/dist/" would also hide npm packages.

const SPEC = '\\.(unit|int|e2e)\\.spec\\.tsx?$';
/** Specs and their helpers are outside the architecture: they may look at everything. */
const NOT_SPEC = [SPEC, '^test/', '/prova\\.ts$', '/prova-[^/]+\\.ts$', '\\.prova\\.ts$', '^services/event-store/conformance[^/]*\\.ts$'];
/** Folders of services that are shared by its modules, not modules. */
const SHARED_SERVICES = ['avvio', 'documentazione', 'embedded', 'event-store', 'http', 'migrazioni', 'registri'];
/** What modules let others use: credentials and sessions of `accesso`, paths and uploads of `archivio`. */
const DOORS = [
  '^services/accesso/(account-demo|concorrenza|credenziali|password|regole|serratura|sessioni)\\.ts$',
  '^services/archivio/(carica|nome-firmato|percorso|proprietario|servi-file)\\.ts$',
];
const NPM = '(^|/)node_modules/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contracts-only-zod',
      comment: 'contracts is shared by browser and server: nothing of ours, and zod alone of npm',
      severity: 'error',
      from: { path: '^contracts/', pathNot: NOT_SPEC },
      to: { pathNot: ['^contracts/', `${NPM}zod/`], dependencyTypesNot: ['core'] },
    },
    {
      name: 'contracts-no-node',
      comment: 'nothing of Node in what a browser runs (types of ports excepted: they vanish)',
      severity: 'error',
      from: { path: '^contracts/', pathNot: NOT_SPEC },
      to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-only-contracts',
      comment: 'the browser knows the contracts, never the server',
      severity: 'error',
      from: { path: '^web/', pathNot: NOT_SPEC },
      to: { path: '^(services|projections|workers|test|tools)/' },
    },
    {
      name: 'web-no-ports',
      comment: 'ports are server side',
      severity: 'error',
      from: { path: '^web/', pathNot: NOT_SPEC },
      to: { path: '^contracts/ports/' },
    },
    {
      name: 'projections-only-contracts',
      severity: 'error',
      from: { path: '^projections/', pathNot: NOT_SPEC },
      to: { path: '^(services|workers|web|test|tools)/' },
    },
    {
      name: 'workers-only-contracts',
      severity: 'error',
      from: { path: '^workers/', pathNot: NOT_SPEC },
      to: { path: '^(services|projections|web|test|tools)/' },
    },
    {
      name: 'services-read-through-queries',
      comment: 'the write side reads through the queries; the rest of projections is for the start-up commands',
      severity: 'error',
      from: { path: '^services/', pathNot: [...NOT_SPEC, '^services/(main|ricostruisci|verifica|semina)\\.ts$'] },
      to: { path: '^projections/', pathNot: ['\\.queries\\.ts$', '^projections/database\\.ts$'] },
    },
    {
      name: 'only-main-starts-runner-and-workers',
      severity: 'error',
      from: { pathNot: [...NOT_SPEC, '^services/main\\.ts$', '^projections/', '^workers/'] },
      to: { path: ['^projections/runner\\.ts$', '^workers/index\\.ts$'] },
    },
    {
      name: 'services-only-definitions-of-workers',
      comment: 'a service asks for a job by its definition; the queue is made at start-up',
      severity: 'error',
      from: { path: '^services/', pathNot: [...NOT_SPEC, '^services/(main|avvio/dipendenze)\\.ts$'] },
      to: { path: '^workers/', pathNot: ['^workers/jobs/[^/]+\\.ts$'] },
    },
    {
      name: 'services-no-job-handlers',
      severity: 'error',
      from: { path: '^services/', pathNot: NOT_SPEC },
      to: { path: '^workers/.*\\.handler\\.ts$' },
    },
    {
      name: 'nobody-imports-services',
      severity: 'error',
      from: { pathNot: [...NOT_SPEC, '^services/', '^tools/', '^bench/'] },
      to: { path: '^services/' },
    },
    {
      name: 'deciders-are-pure',
      comment: 'a decider knows contracts alone (and the rules of uniqueness, as pure)',
      severity: 'error',
      from: { path: '\\.decider\\.ts$' },
      to: { pathNot: ['^contracts/', '\\.decider\\.ts$', '^services/registri/unici\\.ts$'] },
    },
    {
      name: 'deciders-no-ports',
      comment: 'the shape of a command excepted: it is what a decider decides on',
      severity: 'error',
      from: { path: '\\.decider\\.ts$' },
      to: { path: '^contracts/ports/', pathNot: '^contracts/ports/dispatch\\.ts$' },
    },
    {
      name: 'modules-do-not-import-each-other',
      comment: 'what two modules share is in a shared folder or in a file of services itself',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: [...NOT_SPEC, `^services/(${SHARED_SERVICES.join('|')})/`] },
      to: { path: '^services/([^/]+)/', pathNot: ['^services/$1/', `^services/(${SHARED_SERVICES.join('|')})/`, ...DOORS] },
    },
    {
      name: 'shared-services-know-no-module',
      comment: 'the shared folders are below the modules; who is asking (session.ts) is a matter of accesso',
      severity: 'error',
      from: { path: `^services/(${SHARED_SERVICES.filter((name) => name !== 'avvio').join('|')})/`, pathNot: [...NOT_SPEC, '^services/http/session\\.ts$'] },
      to: { path: '^services/([^/]+)/', pathNot: `^services/(${SHARED_SERVICES.filter((name) => name !== 'avvio').join('|')})/` },
    },
    {
      name: 'screens-do-not-import-each-other',
      severity: 'error',
      from: { path: '^web/screens/([^/]+)/', pathNot: NOT_SPEC },
      to: { path: '^web/screens/([^/]+)/', pathNot: '^web/screens/$1/' },
    },
    {
      name: 'web-parts-know-no-screen',
      severity: 'error',
      from: { path: '^web/(ui|lib|registri)/', pathNot: NOT_SPEC },
      to: { path: '^web/screens/' },
    },
    {
      name: 'web-ui-knows-no-domain',
      comment: 'buttons, dialogs and grids know no register',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: NOT_SPEC },
      to: { path: ['^web/registri/', '^contracts/registri/'] },
    },
    {
      name: 'one-place-for-eventstoredb',
      severity: 'error',
      from: { pathNot: ['^services/event-store/eventstoredb[^/]*\\.ts$', '^test/eventstoredb-server'] },
      to: { path: [`${NPM}@eventstore/db-client/`, `${NPM}@grpc/grpc-js/`] },
    },
    {
      name: 'one-place-for-bullmq',
      severity: 'error',
      from: { pathNot: '^workers/queue/' },
      to: { path: [`${NPM}bullmq/`, `${NPM}ioredis/`] },
    },
    {
      name: 'one-place-for-pools',
      comment: 'connections are opened in projections/database.ts; the embedded server and the log\'s listener have one of their own',
      severity: 'error',
      from: {
        pathNot: [...NOT_SPEC, '^projections/database\\.ts$', '^services/embedded/', '^services/avvio/ambiente\\.ts$', '^services/event-store/postgres[^/]*\\.ts$'],
      },
      to: { path: `${NPM}pg/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-dev-packages-at-run-time',
      severity: 'error',
      from: { path: '^(contracts|services|projections|workers|web)/', pathNot: [...NOT_SPEC, '^web/(vite\\.config|theme/[^/]+\\.config)\\.ts$', '^web/ui/galleria/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-unlisted-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'cycles of types alone vanish and are allowed',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [...NOT_SPEC, '\\.d\\.ts$', '\\.config\\.ts$', '^tools/', '^bench/', '^web/public/', '^contracts/province\\.ts$'],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^web/dist/', '^web/public/', '\\.css$'] },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
    skipAnalysisNotInRules: false,
  },
};
