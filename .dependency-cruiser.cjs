// Who may import whom. test/deps-proof plants one violation of each rule and sees it caught.
// Paths are anchored: an unanchored exclude such as "/dist/" would also hide npm packages.

const SPEC = '\\.(unit|int|heavy|e2e)\\.spec\\.tsx?$';
/** Specs and their helpers are outside the architecture: they may look at everything. */
const NOT_SPEC = [
  SPEC,
  '^test/',
  '^qa/chaos/',
  '/testing\\.ts$',
  '\\.testing\\.tsx?$',
  '^services/platform/event-store/conformance[^/]*\\.ts$',
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
      to: { path: '^(services|projections|workers|test|tools|qa)/' },
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
      to: { path: '^(services|workers|web|test|tools|qa)/' },
    },
    {
      name: 'workers-only-contracts',
      severity: 'error',
      from: { path: '^workers/', pathNot: NOT_SPEC },
      to: { path: '^(services|projections|web|test|tools|qa)/' },
    },
    {
      name: 'services-read-through-queries',
      comment:
        'the write side reads through the queries and the readers of whole lists; the rest of projections is for the start-up and the commands of the operator',
      severity: 'error',
      from: {
        path: '^services/',
        pathNot: [...NOT_SPEC, '^services/((main|portal|dependencies|catalogue)\\.ts|cli/|backup/|log-move/|threads/|processes/)'],
      },
      to: {
        path: '^projections/',
        pathNot: [
          '\\.queries\\.ts$',
          '-reader\\.ts$',
          '^projections/catalogue\\.ts$',
          '^projections/database(-errors)?\\.ts$',
          '^projections/database/prepared\\.ts$',
        ],
      },
    },
    {
      name: 'only-main-starts-runner-and-workers',
      severity: 'error',
      from: { pathNot: [...NOT_SPEC, '^services/(main|portal)\\.ts$', '^projections/', '^workers/'] },
      to: { path: ['^projections/engine/runner\\.ts$', '^workers/index\\.ts$'] },
    },
    {
      name: 'services-only-libraries-of-workers',
      comment: 'a module uses file formats and processes of their own; the queue is made at start-up and given to it',
      severity: 'error',
      from: { path: '^services/', pathNot: [...NOT_SPEC, '^services/((main|dependencies|portal)\\.ts$|threads/|processes/)'] },
      to: { path: '^workers/', pathNot: '^workers/(formats|isolated)/' },
    },
    {
      name: 'nobody-imports-services',
      severity: 'error',
      from: { pathNot: [...NOT_SPEC, '^services/', '^tools/', '^qa/'] },
      to: { path: '^services/' },
    },
    {
      name: 'deciders-are-pure',
      comment: 'a decider knows contracts alone',
      severity: 'error',
      from: { path: '\\.decider\\.ts$' },
      to: { pathNot: ['^contracts/', '\\.decider\\.ts$'] },
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
      comment: 'what two modules share lies on a floor below them',
      severity: 'error',
      from: { path: '^services/modules/([^/]+)/', pathNot: NOT_SPEC },
      to: { path: '^services/modules/', pathNot: '^services/modules/$1/' },
    },
    {
      name: 'platform-knows-no-module-and-no-register',
      severity: 'error',
      from: { path: '^services/platform/', pathNot: NOT_SPEC },
      to: { path: ['^services/(?!platform/)', '^contracts/(registers|modules)/', '^projections/registers/'] },
    },
    {
      name: 'registers-know-no-module',
      comment: 'main and cli, then dependencies and modules.ts, then modules, then registers, then platform: nothing runs back up',
      severity: 'error',
      from: { path: '^services/registers/', pathNot: NOT_SPEC },
      to: { path: '^services/', pathNot: '^services/(platform|registers)/' },
    },
    {
      name: 'modules-know-no-composition',
      severity: 'error',
      from: { path: '^services/modules/', pathNot: NOT_SPEC },
      to: { path: '^services/', pathNot: '^services/(platform|registers|modules)/' },
    },
    {
      name: 'lists-of-modules-only-at-the-roots',
      comment: 'a catalogue is made where the portal, the browser or the bench is put together, and nowhere else',
      severity: 'error',
      from: {
        path: '^(contracts|projections|services|workers|web|qa|tools)/',
        pathNot: [...NOT_SPEC, '^(services|web|qa/bench/data)/catalogue\\.ts$'],
      },
      to: { path: ['^contracts/modules/index\\.ts$', '^projections/index\\.ts$'] },
    },
    {
      name: 'web-is-given-the-catalogue',
      comment: 'the portal provides it: components take it from its context, functions as a parameter',
      severity: 'error',
      from: { path: '^web/', pathNot: [...NOT_SPEC, '^web/(router\\.tsx|screens/index\\.ts)$'] },
      to: { path: '^web/catalogue\\.ts$' },
    },
    {
      name: 'read-tables-only-in-projections',
      comment: 'SQL over read tables lives in projections: a handle of kysely is passed on, never queried, elsewhere',
      severity: 'error',
      from: { path: '^services/(modules|registers)/', pathNot: NOT_SPEC },
      to: { path: `${NPM}kysely/` },
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
      from: { path: '^web/(ui|lib|registers|modules)/', pathNot: NOT_SPEC },
      to: { path: '^web/screens/' },
    },
    {
      name: 'web-registers-know-no-module',
      comment: 'lists, forms and histories serve any register: a screen hands them what its module brings',
      severity: 'error',
      from: { path: '^web/registers/', pathNot: NOT_SPEC },
      to: { path: ['^web/modules/', '^contracts/(registers|modules)/'] },
    },
    {
      name: 'services-registers-know-no-module',
      comment: 'the write side of any record: what a module needs beyond it, the module adds by rules and commands',
      severity: 'error',
      from: { path: '^services/registers/', pathNot: NOT_SPEC },
      to: { path: ['^services/modules/', '^contracts/modules/', '^contracts/registers/'] },
    },
    {
      name: 'web-ui-knows-no-domain',
      comment: 'buttons, dialogs and grids know no register',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: NOT_SPEC },
      to: { path: ['^web/registers/', '^contracts/(registers|modules)/'] },
    },
    {
      name: 'one-place-for-eventstoredb',
      severity: 'error',
      from: { pathNot: ['^services/platform/event-store/eventstoredb[^/]*\\.ts$', '^test/eventstoredb-server'] },
      to: { path: [`${NPM}@eventstore/db-client/`, `${NPM}@grpc/grpc-js/`] },
    },
    {
      name: 'one-place-for-bullmq',
      severity: 'error',
      from: { pathNot: '^workers/engine/' },
      to: { path: [`${NPM}bullmq/`, `${NPM}ioredis/`] },
    },
    {
      name: 'one-place-for-pools',
      comment:
        "connections are opened in projections/database.ts and its folder; the embedded server and the log's listener have one of their own",
      severity: 'error',
      from: {
        pathNot: [
          ...NOT_SPEC,
          '^projections/database(\\.ts$|/)',
          '^services/platform/(postgres|event-store)/',
          '^services/platform/start/environment\\.ts$',
        ],
      },
      to: { path: `${NPM}pg/`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-dev-packages-at-run-time',
      severity: 'error',
      from: {
        path: '^(contracts|services|projections|workers)/',
        pathNot: [...NOT_SPEC],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      // what specs and tools import is listed in tools/checks, which tools/packages.unit.spec.ts looks up
      name: 'no-unlisted-packages',
      severity: 'error',
      from: { pathNot: [...NOT_SPEC, '^(test|tools|qa)/', '\\.config\\.ts$'] },
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
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [...NOT_SPEC, '\\.d\\.ts$', '\\.config\\.ts$', '^tools/', '^qa/', '^web/public/', '^contracts/modules/province\\.ts$'],
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
