// Which way imports run. Each rule's comment says what to do instead; `e2e/run/check.ts` also refuses a run that saw
// too few modules, so that a silent zero can't pass.
const room = (name) => `^lib/${name}/`;
const forbid = (name, comment, from, to, extra = {}) => ({
  name,
  comment,
  severity: 'error',
  from,
  to: { ...to, ...extra },
});
const notTests = '\\.test\\.tsx?$|/test-[^/]*\\.ts$|provider-contract\\.ts$|/__fixtures__/|/testing/';

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Move what both need into the lower room.', {}, { circular: true }),
    forbid(
      'domain-is-pure',
      'lib/domain imports nothing of ours.',
      { path: room('domain') },
      { path: '^(lib|app|components|e2e)/', pathNot: room('domain') },
    ),
    forbid(
      'words-are-low',
      'lib/i18n imports nothing of ours.',
      { path: room('i18n') },
      { path: '^(lib|app|components|e2e)/', pathNot: room('i18n') },
    ),
    forbid(
      'chains-know-domain',
      'Chains are data over the vocabulary.',
      { path: room('chains') },
      { path: '^(lib|app|components|e2e)/', pathNot: `${room('chains')}|${room('domain')}` },
    ),
    forbid(
      'payments-are-bytes',
      'Payments know the vocabulary, chains and the wire’s types; page and server read them alike.',
      { path: room('payments'), pathNot: notTests },
      {
        path: '^(lib|app|components|e2e)/',
        pathNot: `${room('payments')}|${room('chains')}|${room('domain')}|${room('api')}`,
      },
    ),
    forbid(
      'api-is-the-wire',
      'The wire knows domain and chains only, and which languages there are.',
      { path: room('api') },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('api')}|${room('chains')}|${room('domain')}|^lib/i18n/locales\\.ts$`,
      },
    ),
    forbid(
      'embed-loader-is-light',
      'What runs in a host’s page knows the embed’s protocol and nothing else.',
      { path: room('embed-loader'), pathNot: notTests },
      {
        path: '^(lib|app|components|node_modules)/',
        pathNot: `${room('embed-loader')}|^lib/api/embed/protocol\\.ts$|^node_modules/(esbuild|@types)/`,
      },
    ),
    forbid(
      'config-is-low',
      'Settings know domain and chain types only.',
      { path: room('config') },
      { path: '^(lib|app|components)/', pathNot: `${room('config')}|${room('chains')}|${room('domain')}` },
    ),
    forbid(
      'chain-clients-are-low',
      'Chain clients know domain, chains and config.',
      { path: room('chain-clients'), pathNot: notTests },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('chain-clients')}|${room('chains')}|${room('domain')}|${room('config')}`,
      },
    ),
    forbid(
      'db-is-low',
      'The store knows domain, chains and config.',
      { path: room('db'), pathNot: notTests },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('db')}|${room('chains')}|${room('domain')}|${room('config')}`,
      },
    ),
    forbid(
      'transfer-is-low',
      'What builds plain transactions knows domain, chains, payments, config and chain-clients.',
      { path: room('transfer'), pathNot: notTests },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('transfer')}|${room('chain-clients')}|${room('chains')}|${room('payments')}|${room('domain')}|${room('config')}`,
      },
    ),
    forbid(
      'providers-stay-adapters',
      'Adapters know domain, chains, payments, config, chain-clients, transfer and solidity.',
      { path: room('providers') },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('providers')}|${room('chains')}|${room('payments')}|${room('domain')}|${room('config')}|${room('chain-clients')}|${room('transfer')}|${room('solidity')}`,
      },
    ),
    forbid(
      'upstreams-apart',
      'No upstream imports another; share through lib/providers/*.ts.',
      { path: '^lib/providers/([^/]+)/' },
      { path: '^lib/providers/[^/]+/', pathNot: '^lib/providers/$1/' },
    ),
    forbid(
      'docs-are-read',
      'The guides and what is written from the contract know the wire, chains and the vocabulary.',
      { path: room('docs') },
      { path: '^(lib|app|components)/', pathNot: `${room('docs')}|${room('api')}|${room('chains')}|${room('domain')}` },
    ),
    forbid(
      'page-facts-are-read',
      'What the page asks of its server knows the wire, chains, chain-clients and the providers’ interface.',
      { path: room('page-facts'), pathNot: notTests },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('page-facts')}|${room('api')}|${room('chains')}|${room('payments')}|${room('domain')}|${room('chain-clients')}|^lib/providers/(provider|snapshot|or-aborted)\\.ts$`,
      },
    ),
    forbid(
      'http-holds-no-use-case',
      'The endpoint wrapper knows api, config and db.',
      { path: room('http'), pathNot: notTests },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('http')}|${room('api')}|${room('config')}|${room('db')}|${room('domain')}|${room('chains')}`,
      },
    ),
    forbid(
      'sandbox-is-imported-by-nobody',
      'Product code knows base URLs only; what builds the programs builds the sandbox’s page script too.',
      { pathNot: `${room('sandbox')}|^lib/services/build\\.ts$` },
      { path: room('sandbox') },
    ),
    forbid(
      'sandbox-shares-nothing',
      'The sandbox knows domain, chains, solidity, config.',
      { path: room('sandbox') },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('sandbox')}|${room('chains')}|${room('domain')}|${room('solidity')}|${room('config')}|^lib/payments/(solana|chainflip)/|^lib/solana-program/artifacts/`,
      },
    ),
    forbid(
      'admin-is-the-operators',
      'Operators’ commands know domain, config and db; the services serve them, the web does not.',
      { path: room('admin'), pathNot: notTests },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('admin')}|${room('domain')}|${room('chains')}|${room('config')}|${room('db')}`,
      },
    ),
    forbid(
      'pages-use-what-is-served',
      'What Next bundles reaches the server’s one composition through lib/services/served.ts.',
      { path: '^(app|components)/|^proxy\\.ts$' },
      {
        path: '^lib/(admin|chain-clients|db|deposit-channel|gateway|page-facts|prepare|providers|quote|sandbox|services|tokens|tracking|transfer)/',
        pathNot: '^lib/services/(served|brand-logo|docs-place|refused-embed)\\.ts$',
      },
    ),
    forbid(
      'served-is-types',
      'Of the composition only types cross: anything else would be a second copy of it in Next’s bundle.',
      { path: '^lib/services/(served|brand-logo|docs-place|refused-embed)\\.ts$' },
      { path: '^lib/(db|services|providers|quote|tracking)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid('nobody-imports-app', 'app holds routing only.', { pathNot: '^app/' }, { path: '^app/' }),
    forbid(
      'client-stays-client',
      'Pages and wallets reach the server over HTTP only.',
      { path: '^(components|lib/wallet)/' },
      {
        path: '^lib/(db|providers|quote|prepare|tracking|tokens|deposit-channel|http|config|sandbox|services|chain-clients|gateway|page-facts|transfer|admin)/',
        reachable: true,
      },
    ),
    forbid(
      'providers-never-reach-db',
      'What is stored is the use case’s matter.',
      { path: room('providers') },
      { path: room('db'), reachable: true },
    ),
    forbid(
      'e2e-from-outside',
      'Journeys use lib/api, HTTP and the browser, and a Postgres of their own as the tests of lib/db do.',
      { path: '^e2e/', pathNot: '^e2e/(replay|run)/' },
      {
        path: '^(lib|app|components)/',
        pathNot: `${room('api')}|${room('domain')}|${room('chains')}|${room('payments')}|${room('i18n')}|^lib/db/test-(postgres|folders|port)\\.ts$`,
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules|empty-connector' },
    exclude: { path: '\\.next/|empty-connector' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'] },
  },
};
