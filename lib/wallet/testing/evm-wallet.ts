/** For tests: an EVM wallet behind wagmi, and a payment with it. */
import { encodeFunctionResult, erc20Abi } from 'viem';
import { vi } from 'vitest';
import { type Config, createConfig, custom, injected } from 'wagmi';
import { connect } from 'wagmi/actions';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { payEvm } from '../evm/pay-evm.ts';
import type { PayContext } from '../pay-context.ts';
import { answerGateway, EVM_SENDER, paymentOf, ROUTER } from './routes.ts';

type Call = { method: string; params: unknown[] };
export const ETH = 900_000_001;
export const OTHER = 900_042_161;
const hexId = (id: number) => `0x${id.toString(16)}`;
export const hashOf = (index: number) => `0x${String(index).repeat(64)}`;
/** A wallet and its nodes. `answers` replaces their answers; a function is called, an Error is thrown. */
export function wallet(answers: Record<string, unknown> = {}) {
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
    const set = answers[method];
    const answer = method in answers ? (typeof set === 'function' ? set(params) : set) : usual[method]?.(params);
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw Object.assign(new Error(`${method} is not known`), { code: -32601 });
    return answer;
  };
  return { calls, provider: { request, on: () => undefined, removeListener: () => undefined } };
}
export const RECEIPT = {
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

export type Served = Parameters<typeof answerGateway>[1];

/**
 * Pays with a wallet whose simulation at the gateway is answered by `simulation`; `served` has the other answers of
 * the page's own origin, by the end of the path.
 */
export async function pay(
  route: PayableRoute,
  answers: Record<string, unknown> = {},
  simulation: unknown = { ok: true },
  served: { paths?: Served; context?: Partial<PayContext> } = {},
) {
  const { calls, provider } = wallet(answers);
  const made = paymentOf(route, 'evm');
  const { record } = made;
  const context = { ...made.context, ...served.context };
  vi.stubGlobal('fetch', answerGateway(record, { simulate: { body: simulation }, ...served.paths }));
  const config = await connected(provider);
  calls.length = 0;
  const sent = () => calls.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => params[0]);
  return { record: record, calls, sent, run: () => payEvm(config, context), config, context };
}
