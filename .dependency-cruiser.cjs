// Which way imports run: each room of lib, and the rooms that it may import. `e2e/run/checks.ts` also refuses a run
// that saw too few modules, so that a silent zero can't pass.
const MAY_IMPORT = {
  domain: [],
  i18n: [],
  chains: ['domain'],
  // The wire says which languages there are.
  api: ['domain', 'chains', 'i18n/locales.ts'],
  payments: ['domain', 'chains', 'api', 'i18n/text.ts'],
  config: ['domain', 'chains', 'providers/upstream-settings.ts'],
  'chain-clients': ['domain', 'chains', 'config'],
  // A stored answer tells its drafts.
  db: ['domain', 'chains', 'config', 'api/resume-notes.ts', 'api/schemas/route.ts'],
  signing: ['domain', 'chains', 'api', 'db'],
  transfer: ['domain', 'chains', 'payments', 'config', 'chain-clients'],
  solidity: ['chains', 'payments', 'config'],
  providers: ['domain', 'chains', 'payments', 'config', 'chain-clients', 'transfer', 'solidity'],
  'create-once': ['domain', 'db'],
  screening: ['domain', 'api', 'chain-clients'],
  webhooks: ['domain', 'chains', 'api', 'db'],
  'order-creation': ['domain', 'chains', 'api', 'db', 'create-once', 'providers'],
  quote: ['domain', 'chains', 'api', 'db', 'providers', 'order-creation', 'transfer', 'signing'],
  tracking: ['domain', 'chains', 'payments', 'api', 'db', 'chain-clients', 'providers', 'signing'],
  tokens: ['domain', 'api', 'providers'],
  'deposit-channel': [
    ...['domain', 'chains', 'payments', 'api', 'db', 'create-once', 'chain-clients', 'providers', 'quote', 'screening'],
  ],
  gateway: ['domain', 'chains', 'payments', 'api', 'chain-clients', 'transfer'],
  'page-api': [
    ...['domain', 'chains', 'payments', 'api', 'chain-clients'],
    'providers/provider.ts',
    'providers/snapshot.ts',
  ],
  'provider-health': ['domain', 'api'],
  docs: ['domain', 'chains', 'api'],
  usage: ['domain', 'api', 'db'],
  'sign-in': ['domain', 'chains', 'payments', 'api', 'db', 'chain-clients'],
  admin: ['domain', 'chains', 'config', 'db', 'signing', 'usage', 'webhooks'],
  http: ['domain', 'chains', 'api', 'config', 'db', 'create-once'],
  composition: [
    ...['domain', 'chains', 'api', 'config', 'db', 'chain-clients', 'transfer', 'providers', 'order-creation', 'quote'],
    ...[
      'screening',
      'tracking',
      'tokens',
      'deposit-channel',
      'gateway',
      'page-api',
      'provider-health',
      'docs',
      'admin',
      'http',
    ],
    ...['create-once', 'signing', 'sign-in', 'usage', 'webhooks', 'i18n', 'sandbox/wallets/build-script.ts'],
  ],
  wallet: ['domain', 'chains', 'payments', 'api'],
  // What runs in a host's page knows the embed's protocol and nothing else; its types take the languages from their list.
  'embed-loader': ['api/embed/protocol.ts', 'i18n/locales.ts'],
  // Emulators share no code with the adapters, or both would share one misunderstanding. The product's own contract is
  // tried on the sandbox's chain as the product calls it.
  sandbox: ['domain', 'chains', 'solidity', 'config', 'payments/chainflip/ccm-receiver.ts'],
};
/** Rooms whose tests, too, keep to the row above. */
const TESTS_TOO = ['domain', 'i18n', 'chains', 'api', 'config', 'providers', 'docs', 'sandbox'];

const room = (name) => `^lib/${name}/`;
const path = (name) => `^lib/${name.replaceAll('.', '\\.')}${name.endsWith('.ts') ? '$' : '/'}`;
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const notTests = '\\.test\\.tsx?$|/test-[^/]*\\.ts$|provider-contract\\.ts$|/__fixtures__/|/testing/';

module.exports = {
  forbidden: [
    forbid('no-cycles', 'Move what both need into the lower room.', {}, { circular: true }),
    ...Object.entries(MAY_IMPORT).map(([name, rooms]) =>
      forbid(
        `imports-of-${name}`,
        `lib/${name} may import ${rooms.length === 0 ? 'no other room' : rooms.join(', ')}.`,
        { path: room(name), ...(TESTS_TOO.includes(name) ? {} : { pathNot: notTests }) },
        { path: '^(lib|app|components|e2e)/', pathNot: [name, ...rooms].map(path).join('|') },
      ),
    ),
    forbid(
      'every-room-has-a-row',
      'A new room of lib gets its row in MAY_IMPORT.',
      { path: '^lib/', pathNot: Object.keys(MAY_IMPORT).map(room).join('|') },
      {},
    ),
    forbid(
      'embed-loader-is-light',
      'A host’s page loads no package.',
      { path: room('embed-loader'), pathNot: notTests },
      { path: '^node_modules/', pathNot: '^node_modules/(esbuild|@types)/' },
    ),
    forbid(
      'upstreams-apart',
      'No upstream imports another; share through lib/providers/*.ts.',
      { path: '^lib/providers/([^/]+)/' },
      { path: '^lib/providers/[^/]+/', pathNot: '^lib/providers/$1/' },
    ),
    forbid(
      'sandbox-is-imported-by-nobody',
      'Product code knows base URLs only; what builds the programs builds the sandbox’s page script too.',
      { pathNot: `${room('sandbox')}|^lib/composition/build\\.ts$|^e2e/simulate/` },
      { path: room('sandbox') },
    ),
    forbid(
      'pages-use-what-is-served',
      'What Next bundles reaches the server’s one composition through lib/composition/served.ts.',
      { path: '^(app|components)/|^proxy\\.ts$' },
      {
        path: '^lib/(admin|chain-clients|create-once|db|deposit-channel|gateway|page-api|order-creation|provider-health|providers|quote|sandbox|screening|signing|composition|tokens|tracking|transfer|sign-in|usage|webhooks)/',
        pathNot: '^lib/composition/(served|brand-logo|docs-deployment|refused-embed)\\.ts$',
      },
    ),
    forbid(
      'served-is-types',
      'Of the composition only types cross: anything else would be a second copy of it in Next’s bundle.',
      { path: '^lib/composition/(served|brand-logo|docs-deployment|refused-embed)\\.ts$' },
      { path: '^lib/(db|composition|providers|quote|tracking)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid('nobody-imports-app', 'app holds routing only.', { pathNot: '^app/' }, { path: '^app/' }),
    forbid(
      'client-stays-client',
      'Pages and wallets reach the server over HTTP only.',
      { path: '^(components|lib/wallet)/' },
      {
        path: '^lib/(db|providers|quote|order-creation|create-once|tracking|tokens|deposit-channel|http|config|sandbox|composition|provider-health|chain-clients|gateway|page-api|transfer|admin|screening|signing|sign-in|usage|webhooks)/',
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
      'Journeys use lib/api, HTTP and the browser, and a Postgres of their own as the tests of lib/db do. Only the simulation has product and emulators in one process.',
      { path: '^e2e/', pathNot: '^e2e/(replay|run|simulate)/' },
      {
        path: '^(lib|app|components)/',
        pathNot: `${['api', 'domain', 'chains', 'payments', 'i18n'].map(room).join('|')}|^lib/db/test-(postgres|folders|port)\\.ts$`,
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
