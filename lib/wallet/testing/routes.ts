/** For tests: payable routes with right transactions, made by hand and not by any provider's code. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64, bech32, hex } from '@scure/base';
import { p2wpkh, RawTx, Script, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { encodeFunctionData, parseAbi } from 'viem';
import { expect } from 'vitest';
import type { PayableRoute } from '../../payments/payable-route.ts';
import type { PayContext } from '../pay-context.ts';
import type { Asked } from '../wallet-types.ts';
import { PaymentError, type PaymentFault, type PayStep } from '../wallet-types.ts';

export const SENDER_KEY = new Uint8Array(32).fill(3);
export const OTHER_KEY = new Uint8Array(32).fill(4);
export const MEMO = '=:ETH.ETH:0x1111111111111111111111111111111111111111:1000/3/0';

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const paying = (key: Uint8Array) => {
  const { address = '', script } = p2wpkh(pubECDSA(key), REGTEST);
  return { address, script };
};
export const SENDER = paying(SENDER_KEY);
export const VAULT = paying(new Uint8Array(32).fill(5));
export const STRANGER = paying(OTHER_KEY);

export type TestTransaction = {
  outputs: { script: Uint8Array; amount: bigint }[];
  input: { script: Uint8Array; amount: bigint };
  txid: string;
};

export const memoScript = (memo: string): Uint8Array => Script.encode(['RETURN', utf8ToBytes(memo)]);

/** 1 BTC in; 0.5 to the vault, the memo, the change to the sender, 1000 sat to the miners. */
export const honestTx = (): TestTransaction => ({
  outputs: [
    { script: VAULT.script, amount: 50_000_000n },
    { script: memoScript(MEMO), amount: 0n },
    { script: SENDER.script, amount: 49_999_000n },
  ],
  input: { script: SENDER.script, amount: 100_000_000n },
  txid: 'aa'.repeat(32),
});

export function transactionOf({ outputs, input, txid }: TestTransaction): Transaction {
  const tx = new Transaction({ allowUnknownOutputs: true });
  tx.addInput({ txid, index: 0, sequence: 0xffffffff, witnessUtxo: input });
  for (const output of outputs) tx.addOutput(output);
  return tx;
}
export const psbtOf = (content: TestTransaction): string => base64.encode(transactionOf(content).toPSBT(0));

export const signedPsbt = (content: TestTransaction, key = SENDER_KEY): string => {
  const tx = transactionOf(content);
  tx.sign(key);
  return base64.encode(tx.toPSBT(0));
};

export const bitcoinRoute = (change: Partial<PayableRoute> = {}): PayableRoute => ({
  providers: ['THORCHAIN_STREAMING'],
  sellAsset: 'BTC.BTC',
  sellAmount: '0.5',
  buyAsset: 'ETH.ETH',
  sourceAddress: SENDER.address,
  destinationAddress: '0x1111111111111111111111111111111111111111',
  // The guarantee of the memo's limit.
  expectedBuyAmountMaxSlippage: '0.00001',
  inboundAddress: VAULT.address,
  targetAddress: VAULT.address,
  memo: MEMO,
  tx: psbtOf(honestTx()),
  meta: { txType: 'PSBT' },
  ...change,
});

/** A raw transaction as a composing wallet would send it (inputs are not checked). */
export const rawOf = (outputs: TestTransaction['outputs']): string =>
  hex.encode(
    RawTx.encode({
      version: 2,
      segwitFlag: false,
      inputs: [{ txid: hex.decode('bb'.repeat(32)), index: 0, finalScriptSig: new Uint8Array(), sequence: 0xffffffff }],
      outputs,
      witnesses: [],
      lockTime: 0,
    }),
  );

/** A P2PKH address with any version bytes, and its script. */
export function keyHashAddress(version: readonly number[], fill: number): { address: string; script: Uint8Array } {
  const hash = new Uint8Array(20).fill(fill);
  const payload = Uint8Array.from([...version, ...hash]);
  const checksum = sha256(sha256(payload)).slice(0, 4);
  return {
    address: base58.encode(Uint8Array.from([...payload, ...checksum])),
    script: hex.decode(`76a914${hex.encode(hash)}88ac`),
  };
}

export const cosmosAddress = (prefix: string, fill: number): string =>
  bech32.encodeFromBytes(prefix, new Uint8Array(20).fill(fill));

export const GAIA_SENDER = cosmosAddress('cosmos', 1);
export const GAIA_VAULT = cosmosAddress('cosmos', 2);

type Msg = { type: string; value: Record<string, unknown> };
export type CosmosTx = {
  msgs: Msg[];
  fee: { amount: { denom: string; amount: string }[]; gas: string };
  memo: string;
};

export const gaiaTx = (): CosmosTx => ({
  msgs: [
    {
      type: 'cosmos-sdk/MsgSend',
      value: {
        from_address: GAIA_SENDER,
        to_address: GAIA_VAULT,
        amount: [{ denom: 'uatom', amount: '1500000' }],
      },
    },
  ],
  fee: { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' },
  memo: MEMO,
});

export const gaiaRoute = (tx: CosmosTx = gaiaTx(), change: Partial<PayableRoute> = {}): PayableRoute => ({
  ...bitcoinRoute(),
  sellAsset: 'GAIA.ATOM',
  sellAmount: '1.5',
  sourceAddress: GAIA_SENDER,
  inboundAddress: GAIA_VAULT,
  targetAddress: GAIA_VAULT,
  tx,
  meta: { txType: 'COSMOS' },
  ...change,
});

export const RUNE_SENDER = cosmosAddress('tthor', 1);
export const runeTx = (): CosmosTx => ({
  msgs: [
    {
      type: 'thorchain/MsgDeposit',
      value: { coins: [{ asset: 'THOR.RUNE', amount: '1250000000' }], memo: MEMO, signer: RUNE_SENDER },
    },
  ],
  fee: { amount: [], gas: '500000000' },
  memo: '',
});
export const runeRoute = (tx: CosmosTx = runeTx()): PayableRoute => ({
  ...bitcoinRoute(),
  sellAsset: 'THOR.RUNE',
  sellAmount: '12.5',
  sourceAddress: RUNE_SENDER,
  inboundAddress: undefined,
  targetAddress: undefined,
  tx,
  meta: { txType: 'COSMOS' },
});

export const ROUTER = '0x2222222222222222222222222222222222222222';
export const EVM_VAULT = '0x3333333333333333333333333333333333333333';
export const EVM_SENDER = '0x4444444444444444444444444444444444444444';
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const ZERO = '0x0000000000000000000000000000000000000000';
/** Unix seconds of the tests. */
export const NOW = 1_700_000_000;

const ABI = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
  'function approve(address spender, uint256 amount)',
  'function transferOut(address to, address asset, uint256 amount, string memo) payable',
]);
type Address = `0x${string}`;
export type Deposit = { vault: Address; asset: Address; amount: bigint; memo: string; expiration: bigint };

export const depositData = (change: Partial<Deposit> = {}): string => {
  const given = { vault: EVM_VAULT, asset: ZERO, amount: 0n, memo: MEMO, expiration: BigInt(NOW + 3600), ...change };
  const { vault, asset, amount, memo, expiration } = given as Deposit;
  return encodeFunctionData({
    abi: ABI,
    functionName: 'depositWithExpiry',
    args: [vault, asset, amount, memo, expiration],
  });
};
export const approveData = (spender: string, amount: bigint): string =>
  encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender as Address, amount] });
export const transferOutData = (): string =>
  encodeFunctionData({ abi: ABI, functionName: 'transferOut', args: [EVM_SENDER, ZERO, 1n, MEMO] });

export const evmTx = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  from: EVM_SENDER,
  to: ROUTER,
  value: '2000000000000000000',
  data: depositData(),
  chain_id: 900_000_001,
  gas_limit: '120000',
  ...change,
});

/** Sells 2 ETH through the router. */
export const etherRoute = (tx = evmTx(), change: Partial<PayableRoute> = {}): PayableRoute => ({
  ...bitcoinRoute(),
  sellAsset: 'ETH.ETH',
  sellAmount: '2',
  sourceAddress: EVM_SENDER,
  targetAddress: ROUTER,
  inboundAddress: undefined,
  tx,
  meta: { txType: 'EVM', vaultAddress: EVM_VAULT },
  ...change,
});

/** Sells 25 USDC: an approval to the router, then the deposit. */
export const tokenRoute = (
  change: { data?: string; value?: string; approvals?: unknown[]; approvalAddress?: string } = {},
): PayableRoute => {
  const data = change.data ?? depositData({ asset: USDC, amount: 25_000_000n });
  return etherRoute(evmTx({ value: change.value ?? '0', data }), {
    sellAsset: `ETH.USDC-${USDC}`,
    sellAmount: '25',
    meta: {
      txType: 'EVM',
      vaultAddress: EVM_VAULT,
      approvalAddress: change.approvalAddress ?? ROUTER,
      approvals: change.approvals ?? [evmTx({ to: USDC, value: '0', data: approveData(ROUTER, 25_000_000n) })],
    },
  });
};

export type PaymentRecord = { steps: PayStep[]; hashes: string[]; requests: { url: string; body: unknown }[] };

/** The request that this route answers; the contracts of these tests belong to no other upstream. */
export const askedFor = (route: PayableRoute): Asked => ({
  sellAsset: route.sellAsset,
  buyAsset: route.buyAsset,
  sellAmount: route.sellAmount,
  sourceAddress: route.sourceAddress,
  destinationAddress: route.destinationAddress,
  refundAddress: route.meta.refundAddress,
  slippageBps: 100,
  affiliateFeeBps: route.meta.affiliateFee,
  witnessed: { contracts: route.targetAddress === undefined ? [] : [route.targetAddress] },
});

/** A payment in progress; `heard.requests` fills as `answerGateway` is called. */
export function paymentOf(route: PayableRoute, walletId = 'unisat'): { context: PayContext; record: PaymentRecord } {
  const record: PaymentRecord = { steps: [], hashes: [], requests: [] };
  const [chain = ''] = route.sellAsset.split('.');
  const account = { walletId, walletName: 'Test', chain: chain as 'BTC', address: route.sourceAddress };
  return {
    record,
    context: {
      account,
      asked: askedFor(route),
      route,
      network: 'sandbox',
      onStep: (step) => record.steps.push(step),
      onHash: (hash) => record.hashes.push(hash),
    },
  };
}

/** Answers the page's gateway by the end of the path; anything else on the network is a fault of the test. */
export const answerGateway =
  (record: PaymentRecord, answers: Record<string, { status?: number; body: unknown }>) =>
  async (input: unknown, init?: { body?: unknown }): Promise<Response> => {
    const url = String(input);
    record.requests.push({ url, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    const path = url.split('?')[0]?.split('/').at(-1) ?? '';
    const answer = answers[path];
    if (!/^\/(chain|garden)\//.test(url) || !answer) throw new TypeError(`nobody answers ${url}`);
    return Response.json(answer.body, { status: answer.status ?? 200 });
  };

/** The fault that a payment ends with. */
export async function faultOf(
  run: () => unknown,
): Promise<{ fault: PaymentFault; nothingSent: boolean; message: string }> {
  try {
    await run();
  } catch (error) {
    expect(error).toBeInstanceOf(PaymentError);
    if (error instanceof PaymentError)
      return { fault: error.fault, nothingSent: error.nothingSent, message: error.message };
  }
  throw new Error('it went through');
}
