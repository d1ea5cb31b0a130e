import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chainsOfKind } from '../chains/nodes.ts';
import { EVM_WALLET_IDS } from '../domain/evm-wallets.ts';
import { AFFILIATES_EXAMPLE } from './affiliate-settings.ts';
import { readSettings, settingNames } from './env.ts';
import { envExample } from './env-example.ts';
import { settingsFault } from './test-settings.ts';

it('starts without any setting: the sandbox on loopback, no key, no network', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({ port: 3000, host: '127.0.0.1', quoteTimeoutMs: 8000, quoteRetentionDays: 90 });
  expect(settings.network.name).toBe('sandbox');
  expect(settings.upstreams.thorchain?.nodeUrls).toEqual([
    'http://127.0.0.1:4100/thornode',
    'http://127.0.0.1:4200/thornode',
  ]);
});

it('spaces quotes at public nodes but not at configured ones, unless a limit is set', () => {
  const perSecond = (environment: Record<string, string>) => {
    const { network, upstreams } = readSettings(environment);
    const { thorchain, mayachain } = upstreams;
    return [thorchain?.nodePerSecond, mayachain?.nodePerSecond, network.esploraPerSecond];
  };
  expect(perSecond({})).toEqual([undefined, undefined, {}]);
  const SWAP_NETWORK = 'mainnet';
  expect(perSecond({ SWAP_NETWORK })).toEqual([1, 1, { BTC: 1, LTC: 1 }]);
  const own = { SWAP_NETWORK, THORNODE_URL: 'http://own', ESPLORA_URL_BTC: 'http://own' };
  expect(perSecond(own)).toEqual([undefined, 1, { LTC: 1 }]);
  expect(perSecond({ ...own, THORNODE_RPS: '20', MAYANODE_RPS: '3' })).toEqual([20, 3, { LTC: 1 }]);
});

it('counts an empty value as absent', () => {
  expect(readSettings({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

it('names every invalid setting at once, with what it accepts', () => {
  const message = settingsFault({
    PORT: '70000',
    SWAP_NETWORK: 'testnet',
    QUOTE_TIMEOUT_MS: '1e3',
    THORNODE_URL: 'https://a, ftp://b',
    DATABASE_URL: 'mysql://x',
    PROVIDERS: 'THORCHAIN,NOPE',
    AFFILIATES: '{"a":1}',
    LOG_LEVEL: 'loud',
  });
  expect(message.split('\n')).toHaveLength(8);
  expect(message).toContain('PORT is "70000"; it must be a whole number from 0 to 65535.');
  expect(message).toContain('SWAP_NETWORK is "testnet"; it must be one of sandbox, mainnet.');
  expect(message).toContain('THORNODE_URL is "https://a, ftp://b"; it must be one or more http or https addresses');
  expect(message).toContain('PROVIDERS is "THORCHAIN,NOPE"; it must be a comma list of THORCHAIN,');
});

it('accepts several addresses for one chain, without their trailing slashes, and leaves the other chains', () => {
  const { network } = readSettings({ SWAP_NETWORK: 'mainnet', RPC_URL_ETH: 'https://a.example/, https://b.example' });
  expect(network.evmRpc.ETH).toEqual(['https://a.example', 'https://b.example']);
  expect(network.evmRpc.BASE).toHaveLength(2);
  expect(network.pageScripts).toEqual([]);
});

it('has, on mainnet, a second operator’s node for each EVM chain, a third for THORChain and two operators for Maya, all over TLS', () => {
  const { network, upstreams } = readSettings({ SWAP_NETWORK: 'mainnet' });
  const { evmRpc } = network;
  const { nodeUrls: thornode = [], midgardUrls: thorchainMidgard = [] } = upstreams.thorchain ?? {};
  const mayanode = upstreams.mayachain?.nodeUrls ?? [];
  const ownerOf = (url: string) => new URL(url).hostname.split('.').slice(-2).join('.');
  for (const chain of chainsOfKind('evm'))
    expect([chain, new Set(evmRpc[chain]?.map(ownerOf)).size]).toEqual([chain, 2]);
  expect(new Set(thornode.map(ownerOf)).size).toBe(3);
  expect(new Set(mayanode.map(ownerOf)).size).toBe(2);
  const all = [...Object.values(evmRpc).flat(), ...thornode, ...mayanode, ...thorchainMidgard];
  expect(all.filter((url) => !url.startsWith('https://'))).toEqual([]);
});

it('has, in the sandbox, nodes of a second operator on a port of their own, wherever the sandbox is', () => {
  const nodesOf = (environment: Record<string, string>) => {
    const { thorchain, mayachain, chainflip } = readSettings(environment).upstreams;
    return [thorchain?.nodeUrls, mayachain?.nodeUrls, chainflip?.rpcUrls].map((urls) => urls?.[1]);
  };
  expect(nodesOf({ SANDBOX_URL: 'http://box:5000' })).toEqual([
    'http://box:5100/thornode',
    'http://box:5100/mayanode',
    'http://box:5100/chainflip-rpc',
  ]);
  expect(nodesOf({ SANDBOX_PORT: '65500' })[0]).toBe('http://127.0.0.1:65400/thornode');
});

it('finds affiliates in any letter case', () => {
  expect(readSettings({ AFFILIATES: '{"AbC":{"thorname":"abc"}}' }).affiliates.abc).toEqual({ thorname: 'abc' });
});

it('stops the start for an asset in which Garden pays no affiliates', () => {
  const paidIn = (gardenAsset: string) => ({
    AFFILIATES: JSON.stringify({ abc: { gardenAsset, gardenAddress: '0x3333333333333333333333333333333333333333' } }),
  });
  expect(settingsFault(paidIn('base:usdc'))).toBe(
    'AFFILIATES has the gardenAsset "base:usdc" for "abc"; Garden pays affiliates in base:cbbtc, ethereum:cbbtc, ethereum:usdc alone.',
  );
  expect(readSettings(paidIn('Base:cbBTC')).affiliates.abc?.gardenAsset).toBe('Base:cbBTC');
});

it('.env.example lists exactly the settings that are read', () => {
  const example = readFileSync('.env.example', 'utf8');
  expect(example, 'write it anew with: npm run env-example').toBe(envExample());
  const listed = [...example.matchAll(/^#([A-Z_]+)=$/gm)].map((match) => match[1]);
  expect([...listed].sort()).toEqual([...settingNames].sort());
});

it('reads how channels are opened: a broker, refund addresses and both names of Solana’s nodes', () => {
  const limits = { enabled: true, perClientADay: 50, aDay: 2000 };
  expect(readSettings({}).upstreams.chainflip?.channelLimits).toEqual(limits);
  const { upstreams, network } = readSettings({
    SWAP_NETWORK: 'mainnet',
    CHAINFLIP_CHANNELS: 'off',
    CHAINFLIP_CHANNELS_PER_CLIENT: '3',
    CHAINFLIP_BROKER_URL: 'https://broker.example/',
    CHAINFLIP_BROKER_ID: 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL',
    CHAINFLIP_REFUND_ADDRESSES: '{"BTC":"bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"}',
    RPC_URL_SOL: 'https://solana.example',
  });
  expect(upstreams.chainflip).toMatchObject({
    channelLimits: { enabled: false, perClientADay: 3, aDay: 2000 },
    brokerUrl: 'https://broker.example',
    brokerId: 'cFPZoVpm9tbFpYX2nd91W5JjbQdDjA6ejsj5DdbaWFyjJpMGL',
    refundAddresses: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  });
  expect(network.solanaRpc).toEqual(['https://solana.example']);
  const solana = { SOLANA_RPC_URL: 'https://first.example', RPC_URL_SOL: 'https://second.example' };
  expect(readSettings(solana).network.solanaRpc).toEqual(['https://first.example']);
});

it('needs no broker on mainnet: no fee of ours is charged there, and vault swaps are off', () => {
  const { chainflip } = readSettings({ SWAP_NETWORK: 'mainnet' }).upstreams;
  expect(chainflip).toMatchObject({ brokerUrl: undefined, brokerId: undefined });
  expect(chainflip?.refundAddresses).toEqual({});
  expect(chainflip?.backendUrls.length).toBeGreaterThan(0);
});

it('says what each of Chainflip’s settings and those of Solana and Asset Hub accepts', () => {
  const account = '5CxRx8H2QpJYiZzQsPUsQs9Unv9EjvdWckvuwXXBpXJS2YK3';
  const message = settingsFault({
    CHAINFLIP_BACKEND_URL: 'chainflip.example',
    CHAINFLIP_RPC_URL: 'https://a.example,wss://b.example',
    CHAINFLIP_BROKER_URL: 'https://a.example,https://b.example:port',
    CHAINFLIP_BROKER_ID: account,
    CHAINFLIP_REFUND_ADDRESSES: '{"XYZ":"a"}',
    CHAINFLIP_CHANNELS: 'maybe',
    CHAINFLIP_CHANNELS_PER_CLIENT: '-1',
    CHAINFLIP_CHANNELS_MAX: '0',
    CREATE_TIMEOUT_MS: '10',
    SOLANA_RPC_URL: 'ws://solana.example',
    RPC_URL_SOL: 'solana',
    RPC_URL_DOT: ',',
    AFFILIATES: `{"abc":{"thorname":"abc","chainflip":"${account}"}}`,
  });
  const list = 'one or more http or https addresses, separated by commas.';
  const said = Object.fromEntries(message.split('\n').map((line) => line.split(/ is ".*"; it must be /)));
  expect(said).toEqual({
    CHAINFLIP_BACKEND_URL: list,
    CHAINFLIP_RPC_URL: list,
    CHAINFLIP_BROKER_URL: 'an http or https address.',
    CHAINFLIP_BROKER_ID: 'an account of Chainflip’s state chain, cF….',
    CHAINFLIP_REFUND_ADDRESSES: 'JSON from chain to address, such as {"BTC":"bc1q…","ETH":"0x…"}.',
    CHAINFLIP_CHANNELS: 'one of on, off.',
    CHAINFLIP_CHANNELS_PER_CLIENT: 'a whole number from 1 to 1000000.',
    CHAINFLIP_CHANNELS_MAX: 'a whole number from 1 to 1000000.',
    CREATE_TIMEOUT_MS: 'a whole number from 1000 to 600000.',
    SOLANA_RPC_URL: list,
    RPC_URL_SOL: list,
    RPC_URL_DOT: list,
    AFFILIATES: `JSON that maps a name to its payouts, such as ${AFFILIATES_EXAMPLE}, beside fees ([{"provider", "chain", "from", "to", "bps"}]) and leastFeeBps, where it has any.`,
  });
});

it('stops the start for a refund address of another chain or network', () => {
  const BTC = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';
  const given = { CHAINFLIP_REFUND_ADDRESSES: JSON.stringify({ BTC, ETH: '0x1234', SOL: BTC }) };
  const faults = settingsFault({ ...given, SWAP_NETWORK: 'mainnet' }).split('\n');
  expect(faults).toHaveLength(3);
  expect(faults[0]).toContain(`CHAINFLIP_REFUND_ADDRESSES has "${BTC}" for BTC: `);
  expect(settingsFault(given).split('\n')).toHaveLength(2);
  expect(settingsFault({ CHAINFLIP_REFUND_ADDRESSES: JSON.stringify({ BTC }) })).toBe('');
});

it('has default refund addresses in the sandbox that are of their chains, and keeps them beside those that are set', () => {
  const own = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
  const { chainflip } = readSettings({ CHAINFLIP_REFUND_ADDRESSES: `{"ETH":"${own}"}` }).upstreams;
  const addresses = chainflip?.refundAddresses ?? {};
  expect(Object.keys(addresses).sort()).toEqual(['ARB', 'BSC', 'BTC', 'DOT', 'ETH', 'SOL']);
  expect(addresses.ETH).toBe(own);
  expect(settingsFault({ CHAINFLIP_REFUND_ADDRESSES: JSON.stringify(addresses) })).toBe('');
});

it('offers wallets that need WalletConnect only with its project id, and none of them in the sandbox', () => {
  const id = 'a'.repeat(32);
  expect(readSettings({}).evmWallets).toEqual({ wallets: EVM_WALLET_IDS });
  expect(readSettings({ WALLETCONNECT_PROJECT_ID: id }).evmWallets.projectId).toBeUndefined();
  const mainnet = {
    SWAP_NETWORK: 'mainnet',
    WALLETCONNECT_PROJECT_ID: id,
    EVM_WALLETS: 'Ledger, walletconnect,ledger',
  };
  expect(readSettings(mainnet).evmWallets).toEqual({ projectId: id, wallets: ['ledger', 'walletConnect'] });
});

it('refuses an invalid project id and an unknown wallet, by name', () => {
  expect(settingsFault({ WALLETCONNECT_PROJECT_ID: 'YOUR_PROJECT_ID' })).toContain('32 hex digits');
  expect(settingsFault({ EVM_WALLETS: 'ledger,ctrl' })).toContain('a comma list of walletConnect, ledger');
});

it('names witnesses for the browser on both networks, none where they are off, and those that are set instead of the presets', () => {
  const witnesses = (environment: Record<string, string>) => readSettings(environment).witnesses;
  for (const SWAP_NETWORK of ['sandbox', 'mainnet']) {
    expect(Object.keys(witnesses({ SWAP_NETWORK })).sort()).toEqual(['CHAINFLIP', 'MAYACHAIN', 'THORCHAIN']);
    expect(witnesses({ SWAP_NETWORK, WITNESSES: 'off' })).toEqual({});
  }
  const own = { THORCHAIN: ['https://a.example', 'https://b.example/api'] };
  expect(witnesses({ WITNESSES: '{"THORCHAIN":["https://a.example/","https://b.example/api"]}' })).toEqual(own);
  for (const WITNESSES of ['on', '{"THORCHAIN":"https://a.example"}', '{"THORCHAIN":["a"]}'])
    expect(settingsFault({ WITNESSES })).toContain('off, or JSON from network to addresses');
  expect(settingsFault({ WITNESSES: '{"JUPITER":["https://a.example"]}' })).toBe(
    'WITNESSES has nodes of "JUPITER"; those of THORCHAIN, MAYACHAIN, CHAINFLIP can be asked.',
  );
});
