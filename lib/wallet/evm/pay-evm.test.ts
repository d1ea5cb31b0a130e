/** An EVM payment goes out on the right network, after exact approvals, as it was reviewed, or not at all. */
import { encodeFunctionResult, erc20Abi } from 'viem';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Config, createConfig, custom, injected } from 'wagmi';
import { connect } from 'wagmi/actions';
import {
  answerGateway,
  depositData,
  EVM_SENDER,
  etherRoute,
  evmTx,
  faultOf,
  paymentOf,
  ROUTER,
  tokenRoute,
  USDC,
} from '../testing/routes.ts';
import type { PayableRoute } from '../wallet-types.ts';
import { payEvm } from './pay-evm.ts';

type Call = { method: string; params: unknown[] };
const ETH = 900_000_001;
const OTHER = 900_042_161;
const hexId = (id: number) => `0x${id.toString(16)}`;
const hashOf = (index: number) => `0x${String(index).repeat(64)}`;
const farAhead = { expiration: 4_000_000_000n };
const ether = (change: Record<string, unknown> = {}) => etherRoute(evmTx({ data: depositData(farAhead), ...change }));
const token = (change: Parameters<typeof tokenRoute>[0] = {}) =>
  tokenRoute({ data: depositData({ asset: USDC, amount: 25_000_000n, ...farAhead }), ...change });

/** A wallet and its nodes. What stands in `answers` replaces what they would say; an Error is thrown. */
function wallet(answers: Record<string, unknown> = {}) {
  const calls: Call[] = [];
  let chain = OTHER;
  let sent = 0;
  const usual: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [EVM_SENDER],
    eth_accounts: () => [EVM_SENDER],
    eth_chainId: () => hexId(chain),
    wallet_switchEthereumChain: ([to]) => {
      chain = Number((to as { chainId: string }).chainId);
      return null;
    },
    eth_sendTransaction: () => {
      sent += 1;
      return hashOf(sent);
    },
    eth_getCode: () => '0x',
    eth_call: () => encodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', result: 6 }),
    eth_blockNumber: () => '0x2',
    eth_getTransactionReceipt: ([hash]) => ({ ...RECEIPT, transactionHash: hash }),
  };
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> => {
    calls.push({ method, params });
    const answer = method in answers ? answers[method] : usual[method]?.(params);
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw Object.assign(new Error(`${method} is not known`), { code: -32601 });
    return answer;
  };
  return { calls, provider: { request, on: () => undefined, removeListener: () => undefined } };
}
const RECEIPT = {
  status: '0x1',
  blockNumber: '0x1',
  blockHash: hashOf(9),
  transactionIndex: '0x0',
  from: EVM_SENDER,
  to: ROUTER,
  logs: [],
  logsBloom: '0x',
  gasUsed: '0x1',
  cumulativeGasUsed: '0x1',
  effectiveGasPrice: '0x1',
  contractAddress: null,
  type: '0x2',
};

async function connected(provider: ReturnType<typeof wallet>['provider']): Promise<Config> {
  const chain = (id: number) => ({
    id,
    name: String(id),
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
  });
  const transport = custom(provider, { retryCount: 0 });
  const config = createConfig({
    chains: [chain(ETH), chain(OTHER)],
    transports: { [ETH]: transport, [OTHER]: transport },
    connectors: [injected({ target: () => ({ id: 'test', name: 'Test', provider: provider as never }) })],
    multiInjectedProviderDiscovery: false,
    storage: null,
    pollingInterval: 5,
  });
  const [connector] = config.connectors;
  if (!connector) throw new Error('no connector');
  await connect(config, { connector });
  return config;
}

/** Pays with a wallet whose simulation at the gateway is answered by `simulation`. */
async function pay(route: PayableRoute, answers: Record<string, unknown> = {}, simulation: unknown = { ok: true }) {
  const { calls, provider } = wallet(answers);
  const { context, heard } = paymentOf(route, 'evm');
  vi.stubGlobal('fetch', answerGateway(heard, { simulate: { body: simulation } }));
  const config = await connected(provider);
  calls.length = 0;
  const sent = () => calls.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => params[0]);
  return { heard, sent, run: () => payEvm(config, context), config, context };
}

beforeEach(() => vi.stubGlobal('window', globalThis));
afterEach(() => vi.unstubAllGlobals());

describe('a payment that is right', () => {
  test('switches the network, simulates exactly what is then sent, and tells the hash', async () => {
    const { run, heard, sent } = await pay(ether());
    expect(await run()).toEqual({ hash: hashOf(1) });
    expect(heard.hashes).toEqual([hashOf(1)]);
    const { from, to, value, data } = evmTx({ data: depositData(farAhead) });
    expect(heard.requests).toEqual([{ url: '/chain/eth/simulate', body: { from, to, value, data } }]);
    expect(sent()).toEqual([expect.objectContaining({ from, to, data, value: '0x1bc16d674ec80000' })]);
    expect(heard.steps).toEqual(['switchingNetwork', 'checking', 'checking', 'signing', 'sent']);
  });

  test('approves the exact amount first and waits for it, and tells only the payment’s hash', async () => {
    const { run, heard, sent } = await pay(token());
    expect(await run()).toEqual({ hash: hashOf(2) });
    expect(sent()).toEqual([expect.objectContaining({ to: USDC }), expect.objectContaining({ to: ROUTER })]);
    expect(heard.hashes).toEqual([hashOf(2)]);
    expect(heard.steps.slice(2, 4)).toEqual(['approving', 'waitingForApproval']);
  });
});

describe('nothing is sent when', () => {
  const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 });
  const refusals: [string, PayableRoute, Record<string, unknown>, string][] = [
    ['the person stays on another network', ether(), { wallet_switchEthereumChain: rejection }, 'rejected'],
    ['the account is a contract', ether(), { eth_getCode: '0x6001' }, 'notSupported'],
    ['the account is delegated (EIP-7702)', ether(), { eth_getCode: `0xef0100${'11'.repeat(20)}` }, 'notSupported'],
    [
      'the calldata is not the reviewed deposit',
      ether({ data: depositData({ ...farAhead, memo: 'x' }) }),
      {},
      'mismatch',
    ],
    ['the token counts in other decimals', token(), { eth_call: `0x${'12'.padStart(64, '0')}` }, 'mismatch'],
    ['the person rejects the payment', ether(), { eth_sendTransaction: rejection }, 'rejected'],
    ['the person rejects the approval', token(), { eth_sendTransaction: rejection }, 'rejected'],
    ['the route has no transaction', { ...ether(), tx: undefined }, {}, 'notSupported'],
  ];
  test.each(refusals)('%s', async (_when, route, answers, fault) => {
    const { run, heard } = await pay(route, answers);
    expect(await faultOf(run)).toMatchObject({ fault, nothingSent: true });
    expect(heard.hashes).toEqual([]);
  });

  test('the chain would refuse it: its reason is told before the wallet is asked', async () => {
    const { run, sent } = await pay(ether(), {}, { ok: false, reason: 'THORChain_Router: expired' });
    const fault = await faultOf(run);
    expect(fault).toMatchObject({ fault: 'refusedByNetwork', nothingSent: true });
    expect(fault.message).toContain('THORChain_Router: expired');
    expect(sent()).toEqual([]);
  });

  test('the approval failed on its chain', async () => {
    const { run, sent } = await pay(token(), {
      eth_getTransactionReceipt: { ...RECEIPT, status: '0x0', transactionHash: hashOf(1) },
      eth_getTransactionByHash: null,
    });
    expect(await faultOf(run)).toMatchObject({ nothingSent: true });
    expect(sent()).toHaveLength(1);
  });

  test('the wallet has another account selected than the one that was reviewed', async () => {
    const other = '0x5555555555555555555555555555555555555555';
    const { run, sent } = await pay(ether(), { eth_requestAccounts: [other], eth_accounts: [other] });
    expect(await faultOf(run)).toMatchObject({ fault: 'wrongAccount', nothingSent: true });
    expect(sent()).toEqual([]);
  });
});
