import { readFileSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { Address, NETWORK, OutScript, Script, Transaction } from '@scure/btc-signer';
import { address, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { decodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { type EvmClient, RpcError, type SolanaClient, type UtxoClient } from '../../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import { assetOf } from '../../../domain/asset.ts';
import type { SwapTerms } from '../terms.ts';
import { minOutputOf } from './bitcoin.ts';
import { buildVaultSwap } from './build.ts';
import type { VaultSwapRequest } from './request.ts';
import { swapAccounts } from './solana-accounts.ts';
import { AFFILIATE, BROKER, BTC_VAULT, type Change, nodeDouble } from './testing/node-double.ts';

const EVM_USER = '0x1111111111111111111111111111111111111111';
const EVM_DESTINATION = '0x2222222222222222222222222222222222222222';
const BTC_USER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SOL_USER = 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC';
const VAULT = '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc';
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const signal = new AbortController().signal;

const terms = (changes: Partial<SwapTerms>): SwapTerms => ({
  src: { chain: 'Ethereum', asset: 'ETH' },
  dst: { chain: 'Bitcoin', asset: 'BTC' },
  amount: '5000000000000000000',
  minPriceX128: (123_456_789n << 60n).toString(),
  maxOraclePriceSlippage: 150,
  retryDurationBlocks: 300,
  dca: { numberOfChunks: 4, chunkIntervalBlocks: 2 },
  maxBoostFeeBps: 0,
  brokerCommissionBps: 12,
  affiliates: [{ account: AFFILIATE, bps: 30 }],
  ...changes,
});

type Kind = { request: VaultSwapRequest };
const request = (
  sold: string,
  decimals: number,
  of: SwapTerms,
  who: Pick<VaultSwapRequest, 'sourceAddress' | 'destinationAddress' | 'refundAddress'>,
): Kind => ({ request: { terms: of, sell: { asset: assetOf(sold), decimals, baseUnits: BigInt(of.amount) }, ...who } });

const evmWho = { sourceAddress: EVM_USER, destinationAddress: BTC_USER, refundAddress: EVM_USER };
const ethToBtc = request('ETH.ETH', 18, terms({}), evmWho);
const usdcToSol = request(
  USDC,
  6,
  terms({ src: { chain: 'Ethereum', asset: 'USDC' }, dst: { chain: 'Solana', asset: 'SOL' }, amount: '2500000000' }),
  { ...evmWho, destinationAddress: SOL_USER },
);
const btcToUsdc = request(
  'BTC.BTC',
  8,
  terms({
    src: { chain: 'Bitcoin', asset: 'BTC' },
    dst: { chain: 'Ethereum', asset: 'USDC' },
    amount: '10000000',
    maxBoostFeeBps: 30,
  }),
  { sourceAddress: BTC_USER, destinationAddress: EVM_DESTINATION, refundAddress: BTC_USER },
);
const solWho = { sourceAddress: SOL_USER, destinationAddress: EVM_DESTINATION, refundAddress: SOL_USER };
const solToUsdc = request(
  'SOL.SOL',
  9,
  terms({ src: { chain: 'Solana', asset: 'SOL' }, dst: { chain: 'Ethereum', asset: 'USDC' }, amount: '3000000000' }),
  solWho,
);
const solUsdcToEth = request(
  'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  6,
  terms({ src: { chain: 'Solana', asset: 'USDC' }, dst: { chain: 'Ethereum', asset: 'ETH' }, amount: '9000000' }),
  solWho,
);

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
function evm(facts: {
  balance?: bigint;
  allowance?: bigint;
  wantsReset?: boolean;
  reverts?: string;
}): Partial<EvmClient> {
  const { balance = 10n ** 30n, allowance = 0n } = facts;
  return {
    call: async (_to, data) => word(data.startsWith('0x70a08231') ? balance : allowance),
    rpc: async (method) => {
      if (method === 'eth_getBalance') return `0x${balance.toString(16)}`;
      if (method === 'eth_estimateGas' && facts.reverts) throw new RpcError(3, `execution reverted: ${facts.reverts}`);
      if (method === 'eth_estimateGas') return '0x186a0';
      if (method === 'eth_call' && facts.wantsReset) throw new Error('execution reverted');
      return '0x';
    },
  };
}
const utxo = (values: bigint[], rate: bigint | undefined = 5n): Partial<UtxoClient> => ({
  utxos: async () => values.map((value, i) => ({ txid: String(i).padStart(64, 'a'), vout: 1, value, confirmed: true })),
  feeRate: async () => rate,
});
function solana(facts: { lamports?: bigint; tokens?: bigint; simulation?: unknown } = {}): Partial<SolanaClient> {
  return {
    balance: async () => facts.lamports ?? 10n ** 12n,
    tokenBalance: async () => facts.tokens ?? 10n ** 12n,
    latestBlockhash: async () => ({
      blockhash: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
      lastValidBlockHeight: 1000,
    }),
    rpc: async () => facts.simulation ?? { value: { err: null, logs: [] } },
  };
}
const rich = { evm: evm({}), utxo: utxo([50_000_000n]), solana: solana() };
const SEED = new Uint8Array(32).fill(9);

function build(
  { request: of }: Kind,
  change: Change = {},
  clients = clientsWith(rich),
  brokerId: string | undefined = BROKER,
) {
  const client = nodeDouble(change);
  const deps = { client, clients, network: 'mainnet' as const, brokerId, randomBytes: () => SEED };
  return buildVaultSwap(deps, of, { signal });
}
const changed = ({ request: of }: Kind, changes: Partial<VaultSwapRequest>): Kind => ({
  request: { ...of, ...changes },
});
const withTerms = (kind: Kind, changes: Partial<SwapTerms>): Kind =>
  changed(kind, { terms: { ...kind.request.terms, ...changes } });

describe('a vault swap on EVM', () => {
  it('of the coin goes to the known vault with the amount as its value', async () => {
    const built = await build(ethToBtc);
    expect(built).toMatchObject({
      targetAddress: VAULT,
      tx: {
        type: 'EVM',
        tx: { to: VAULT, from: EVM_USER, value: '5000000000000000000', chain_id: 1, gas_limit: '120000' },
      },
    });
    expect(built).not.toHaveProperty('approvals');
    expect(built).not.toHaveProperty('approvalAddress');
  });

  it('of a token needs its exact approval, and leaves the gas to the wallet until that is given', async () => {
    const built = await build(usdcToSol);
    if ('unavailable' in built || built.tx.type !== 'EVM') throw new Error('no transaction');
    expect(built.tx.tx.value).toBe('0');
    expect(built.tx.tx.gas_limit).toBeUndefined();
    expect(built.approvalAddress).toBe(VAULT);
    const [approval] = built.approvals ?? [];
    const { args } = decodeFunctionData({ abi: erc20Abi, data: approval?.data as `0x${string}` });
    expect(args).toEqual([VAULT, 2_500_000_000n]);
  });

  it('resets an allowance first where the token wants it, and asks for none that is there', async () => {
    const reset = await build(usdcToSol, {}, clientsWith({ evm: evm({ allowance: 5n, wantsReset: true }) }));
    expect(reset).toMatchObject({ approvals: [{}, {}] });
    const enough = await build(usdcToSol, {}, clientsWith({ evm: evm({ allowance: 2_500_000_000n }) }));
    expect(enough).toMatchObject({ approvalAddress: VAULT, tx: { tx: { gas_limit: '120000' } } });
    expect(enough).not.toHaveProperty('approvals');
  });

  it('is understood in the parameters’ older version where no live price protection is asked for', async () => {
    expect(await build(withTerms(ethToBtc, { maxOraclePriceSlippage: null }), { version: 0 })).toHaveProperty('tx');
    await expect(build(ethToBtc, { version: 0 })).rejects.toThrow(/live price protection/);
  });

  it.each<[string, Kind, Change, RegExp]>([
    ['another vault', ethToBtc, { answer: { to: EVM_DESTINATION } }, /vault is/],
    ['another chain', ethToBtc, { answer: { chain: 'Arbitrum' } }, /source chain is Arbitrum/],
    ['more value', ethToBtc, { answer: { value: '0x4563918244f40001' } }, /value carried is|sold amount is/],
    ['value beside a token', usdcToSol, { answer: { value: 1 } }, /value carried is 1 instead of 0/],
    ['another destination chain', ethToBtc, { call: { dstChain: 4 } }, /destination chain is 4 instead of 3/],
    ['another destination', ethToBtc, { call: { dstAddress: 'aa' } }, /destination address is aa/],
    ['another bought asset', ethToBtc, { call: { dstToken: 9 } }, /destination asset is 9 instead of 5/],
    ['another sold token', usdcToSol, { call: { token: EVM_DESTINATION } }, /sold token is 0x2222/],
    [
      'another token beside the call',
      usdcToSol,
      { answer: { source_token_address: EVM_USER } },
      /token beside the call/,
    ],
    ['more of the token', usdcToSol, { call: { amount: 2_500_000_001n } }, /sold amount is 2500000001/],
    ['the coin for a token', usdcToSol, { call: { token: undefined } }, /sold token is the chain’s coin/],
    ['another refund address', ethToBtc, { parameters: { refund: '22'.repeat(20) } }, /refund address is 2222/],
    ['a lower price', ethToBtc, { parameters: { minPrice: (123_456_789n << 60n) - 1n } }, /minimum price is/],
    ['no price', ethToBtc, { parameters: { minPrice: 0n } }, /minimum price is 0 instead/],
    ['a longer retry', ethToBtc, { parameters: { retry: 301 } }, /retry duration is 301 blocks/],
    ['no live price protection', ethToBtc, { parameters: { oracle: undefined } }, /live price protection is the chain/],
    ['looser live price protection', ethToBtc, { parameters: { oracle: 151 } }, /151 bps instead of 150/],
    ['no DCA', ethToBtc, { parameters: { dca: undefined } }, /DCA is none instead of 4 chunks/],
    ['other chunks', ethToBtc, { parameters: { dca: { chunks: 5, interval: 2 } } }, /DCA is 5 chunks/],
    ['another interval', ethToBtc, { parameters: { dca: { chunks: 4, interval: 3 } } }, /every 3 blocks/],
    ['boost', ethToBtc, { parameters: { boost: 5 } }, /boost fee is 5 bps instead of 0/],
    ['another broker', ethToBtc, { parameters: { broker: { account: '33'.repeat(32), bps: 12 } } }, /broker is 3333/],
    ['no affiliate', ethToBtc, { parameters: { affiliates: [] } }, /affiliates is none instead of number 7 30 bps/],
    ['another affiliate', ethToBtc, { parameters: { affiliates: [{ shortId: 8, bps: 30 }] } }, /number 8 30 bps/],
    ['more for the affiliate', ethToBtc, { parameters: { affiliates: [{ shortId: 7, bps: 31 }] } }, /7 31 bps/],
    ['a refund that calls a contract', ethToBtc, { parameters: { refundCall: true } }, /refund calls a contract/],
    ['a call at the destination', ethToBtc, { call: { ccm: true } }, /calls a contract/],
    ['a call at the destination, of a token', usdcToSol, { call: { ccm: true } }, /calls a contract/],
    ['another function', ethToBtc, { answer: { calldata: '0xa9059cbb' } }, /no call of the vault/],
    ['calldata that is no hex', ethToBtc, { answer: { calldata: '0xzz' } }, /no call of the vault|hexadecimal/],
  ])('is refused with %s', async (_what, kind, change, words) => {
    await expect(build(kind, change)).rejects.toMatchObject({
      name: 'ProviderError',
      message: expect.stringMatching(words),
    });
    await expect(build(kind, change)).rejects.toThrow(/tampered/);
  });

  it('is refused with a higher fee for the broker, or bytes behind the call', async () => {
    const honest = await build(ethToBtc);
    if ('unavailable' in honest || honest.tx.type !== 'EVM') throw new Error('no transaction');
    const { data } = honest.tx.tx;
    await expect(build(ethToBtc, { answer: { calldata: `${data}00` } })).rejects.toThrow(/behind its end/);
    const broker = { account: bytesToHex(new Uint8Array(32)), bps: 13 };
    await expect(build(ethToBtc, { parameters: { broker } })).rejects.toThrow(/broker fee is 13 bps instead of 12/);
  });

  it('is not made without the money, and says when the vault would refuse it', async () => {
    expect(await build(ethToBtc, {}, clientsWith({ evm: evm({ balance: 1n }) }))).toEqual({
      unavailable: expect.stringContaining('holds 0.000000000000000001 ETH'),
    });
    expect(await build(ethToBtc, {}, clientsWith({ evm: evm({ reverts: 'suspended' }) }))).toEqual({
      unavailable: expect.stringContaining('suspended'),
    });
    const later = changed(ethToBtc, { allowUnfunded: true });
    expect(await build(later, {}, clientsWith({ evm: evm({ balance: 1n }) }))).toMatchObject({ tx: { type: 'EVM' } });
    expect(await build(ethToBtc, {}, clientsWith({}))).toEqual({ unavailable: 'Nothing is configured for ETH.' });
    const down = { rpc: () => Promise.reject(new Error('down')), call: () => Promise.reject(new Error('down')) };
    expect(await build(ethToBtc, {}, clientsWith({ evm: down }))).toEqual({
      unavailable: expect.stringContaining('could not be asked'),
    });
  });
});

function psbtOf(built: Awaited<ReturnType<typeof build>>): Transaction {
  if ('unavailable' in built || built.tx.type !== 'PSBT') throw new Error(`no PSBT: ${JSON.stringify(built)}`);
  return Transaction.fromPSBT(base64.decode(built.tx.tx), { allowUnknownOutputs: true });
}

describe('a vault swap from Bitcoin', () => {
  it('has deposit, payload and change in this order, the change to the sender', async () => {
    const built = await build(btcToUsdc);
    expect(built).toMatchObject({ targetAddress: BTC_VAULT });
    const tx = psbtOf(built);
    const [deposit, data, change] = [0, 1, 2].map((i) => tx.getOutput(i));
    const addressOf = (script: Uint8Array | undefined) => script && Address(NETWORK).encode(OutScript.decode(script));
    expect(tx.outputsLength).toBe(3);
    expect([deposit?.amount, data?.amount]).toEqual([10_000_000n, 0n]);
    expect(addressOf(deposit?.script)).toBe(BTC_VAULT);
    expect(addressOf(change?.script)).toBe(BTC_USER);
    expect(change?.amount).toBeGreaterThanOrEqual(546n);
    const [op, payload] = Script.decode(data?.script ?? new Uint8Array());
    expect(op).toBe('RETURN');
    expect((payload as Uint8Array).length).toBeLessThanOrEqual(80);
  });

  it('always leaves change, for without it a refund would have nowhere to go', async () => {
    // Fee of one input and three outputs at 5 sat a byte is some 1300 sat: what is left is dust.
    const tight = clientsWith({ utxo: utxo([10_001_500n]) });
    expect(await build(btcToUsdc, {}, tight)).toEqual({ unavailable: expect.stringContaining('change must be left') });
    const second = clientsWith({ utxo: utxo([10_001_500n, 5000n]) });
    expect(psbtOf(await build(btcToUsdc, {}, second)).outputsLength).toBe(3);
  });

  it('asks for no less than the minimum price means for the whole deposit', () => {
    expect(minOutputOf(1n << 128n, 7n)).toBe(7n);
    expect(minOutputOf((1n << 128n) + 1n, 7n)).toBe(8n);
    expect(minOutputOf(1n, 10_000_000n)).toBe(1n);
  });

  it.each<[string, Change, RegExp]>([
    ['another chain', { answer: { chain: 'Ethereum' } }, /source chain/],
    ['another destination', { payload: { dstAddress: '33'.repeat(20) } }, /destination address is 3333/],
    ['another asset', { payload: { dstToken: 7 } }, /destination asset is 7 instead of 3/],
    ['an unknown asset', { payload: { dstToken: 99 } }, /asset 99 is not known/],
    ['a longer retry', { payload: { retry: 301 } }, /retry duration/],
    ['less output', { payload: { minOutput: 0n } }, /minimum output is 0/],
    ['no live price protection', { payload: { oracle: 255 } }, /live price protection/],
    ['other chunks', { payload: { chunks: 3 } }, /DCA is 3 chunks/],
    ['one chunk', { payload: { chunks: 1 } }, /DCA is none/],
    ['another interval', { payload: { interval: 9 } }, /every 9 blocks/],
    ['more boost', { payload: { boost: 31 } }, /boost fee is 31/],
    ['a higher fee', { payload: { brokerBps: 13 } }, /broker fee is 13/],
    ['other affiliates', { payload: { affiliates: [] } }, /affiliates is none/],
    ['an older payload', { version: 0 }, /live price protection/],
    ['a payload that is cut', { answer: { nulldata_payload: '0x0103' } }, /ends too early/],
    ['a deposit address of another network', { answer: { deposit_address: 'ltc1qw508d6' } }, /deposit address/],
  ])('is refused with %s', async (_what, change, words) => {
    await expect(build(btcToUsdc, change)).rejects.toThrow(words);
    await expect(build(btcToUsdc, change)).rejects.toThrow(/tampered/);
  });

  it.each<[string, Kind, RegExp]>([
    ['refunds that go elsewhere', changed(btcToUsdc, { refundAddress: BTC_VAULT }), /deposit channel/],
    ['protection that a byte cannot say', withTerms(btcToUsdc, { maxOraclePriceSlippage: 255 }), /cannot carry live/],
    ['fees that a byte cannot say', withTerms(btcToUsdc, { brokerCommissionBps: 256 }), /cannot carry a fee/],
    [
      'three affiliates',
      withTerms(btcToUsdc, { affiliates: Array(3).fill({ account: AFFILIATE, bps: 1 }) }),
      /2 affil/,
    ],
    ['so many chunks', withTerms(btcToUsdc, { dca: { numberOfChunks: 70_000, chunkIntervalBlocks: 2 } }), /chunks/],
    [
      'a Taproot sender',
      changed(btcToUsdc, {
        sourceAddress: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
        refundAddress: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      }),
      /Taproot/,
    ],
  ])('is not made for %s, and says what would do', async (_what, kind, words) => {
    expect(await build(kind)).toEqual({ unavailable: expect.stringMatching(words) });
  });

  it('needs outputs to spend, so that one for a sender that is funded later is not made either', async () => {
    const later = changed(btcToUsdc, { allowUnfunded: true });
    expect(await build(later, {}, clientsWith({ utxo: utxo([]) }))).toEqual({
      unavailable: expect.stringContaining('can spend 0 BTC'),
    });
  });

  it('is not made without the money or a fee rate', async () => {
    expect(await build(btcToUsdc, {}, clientsWith({ utxo: utxo([9_000_000n]) }))).toEqual({
      unavailable: expect.stringContaining('can spend 0.09 BTC'),
    });
    const noRate = { ...utxo([50_000_000n]), feeRate: async () => undefined };
    expect(await build(btcToUsdc, {}, clientsWith({ utxo: noRate }))).toEqual({
      unavailable: expect.stringContaining('could not be read'),
    });
  });

  it('of a broker without a private channel goes through a deposit channel', async () => {
    const refuses = 'DispatchError: Module(Swapping, NoPrivateChannelExistsForBroker)';
    expect(await build(btcToUsdc, { refuses })).toEqual({
      unavailable: expect.stringMatching(/private channel\. Pay through a deposit channel/),
    });
  });
});

function messageOf(built: Awaited<ReturnType<typeof build>>) {
  if ('unavailable' in built || built.tx.type !== 'SOLANA') throw new Error(`no transaction: ${JSON.stringify(built)}`);
  const bytes = base64.decode(built.tx.tx);
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
  return { size: bytes.length, signatures, message: getCompiledTransactionMessageDecoder().decode(messageBytes) };
}

describe('a vault swap from Solana', () => {
  it('names the accounts that a mainnet swap named', async () => {
    const recorded = JSON.parse(
      readFileSync(new URL('../../../payments/chainflip/__fixtures__/rpc-encoding-sol.json', import.meta.url), 'utf8'),
    ).result;
    const seed = hexToBytes('38924cc334561890e3a819407353710e09');
    const accounts = await swapAccounts(address(SOL_USER), seed, undefined);
    expect(accounts.map((one) => one.address)).toEqual(recorded.accounts.map((one: { pubkey: string }) => one.pubkey));
  });

  it('knows the vault’s USDC account of mainnet', async () => {
    const usdc = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
    const accounts = await swapAccounts(address(SOL_USER), SEED, usdc);
    // Source: chainflip-backend chain_spec/berghain.rs, sol_usdc_token_vault_ata.
    expect(accounts[1]?.address).toBe('8KNqCBB1LKWbtjNxY9v2g1fSBKm2ZRgNNv7rmx2bE6Ce');
  });

  it.each([
    ['SOL', solToUsdc, 6],
    ['a token', solUsdcToEth, 10],
  ])(
    'of %s is one instruction in an unsigned version 0 transaction that the seller pays for',
    async (_w, kind, count) => {
      const { message, signatures, size } = messageOf(await build(kind));
      expect(message.version).toBe(0);
      expect(message.header.numSignerAccounts).toBe(1);
      expect(message.staticAccounts[0]).toBe(SOL_USER);
      expect(Object.values(signatures)).toEqual([null]);
      expect(size).toBeLessThanOrEqual(1232);
      if (!('instructions' in message)) throw new Error('no instructions');
      const [instruction] = message.instructions;
      expect(message.instructions).toHaveLength(1);
      expect(instruction?.accountIndices).toHaveLength(count);
      expect(message.staticAccounts[instruction?.programAddressIndex ?? 0]).toBe(
        'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT',
      );
    },
  );

  it('takes a fresh seed each time', async () => {
    const client = nodeDouble();
    const deps = { client, clients: clientsWith(rich), network: 'mainnet' as const, brokerId: BROKER };
    await buildVaultSwap(deps, solToUsdc.request, { signal });
    await buildVaultSwap(deps, solToUsdc.request, { signal });
    const seeds = client.calls
      .filter(({ method }) => method === 'cf_request_swap_parameter_encoding')
      .map(({ params }) => (params[5] as { seed: string }).seed);
    expect(new Set(seeds).size).toBe(2);
    expect(seeds.every((seed) => /^0x[0-9a-f]{64}$/.test(seed))).toBe(true);
  });

  const other = { pubkey: 'GrPKTiTrwut3V4Pnp92UjRXXzta5KmQGsPPyjHNsccJB' };
  it.each<[string, Kind, Change, RegExp]>([
    ['another chain', solToUsdc, { answer: { chain: 'Bitcoin' } }, /source chain/],
    ['another program', solToUsdc, { answer: { program_id: SOL_USER } }, /program is/],
    ['another data account', solToUsdc, { account: { index: 0, with: other } }, /data account is GrPK/],
    ['another vault', solToUsdc, { account: { index: 1, with: other } }, /vault is GrPK/],
    ['another payer', solToUsdc, { account: { index: 2, with: other } }, /payer is GrPK/],
    ['another event account', solToUsdc, { account: { index: 3, with: other } }, /event account is GrPK/],
    ['another swap data account', solToUsdc, { account: { index: 4, with: other } }, /swap data account is GrPK/],
    ['another system program', solToUsdc, { account: { index: 5, with: other } }, /system program is GrPK/],
    ['one more signer', solToUsdc, { account: { index: 1, with: { is_signer: true } } }, /vault is .*signs/],
    ['a payer who does not sign', solToUsdc, { account: { index: 2, with: { is_signer: false } } }, /payer is/],
    ['an account that is written', solToUsdc, { account: { index: 0, with: { is_writable: true } } }, /data account/],
    ['an account missing', solToUsdc, { dropAccount: 5 }, /system program is none/],
    ['another token vault', solUsdcToEth, { account: { index: 1, with: other } }, /vault is GrPK/],
    [
      'another token account',
      solUsdcToEth,
      { account: { index: 3, with: other } },
      /token account of the payer is GrPK/,
    ],
    ['another supported token', solUsdcToEth, { account: { index: 6, with: other } }, /supported token account/],
    ['another token program', solUsdcToEth, { account: { index: 7, with: other } }, /token program/],
    ['another mint', solUsdcToEth, { account: { index: 8, with: other } }, /mint is/],
    ['another amount', solToUsdc, { instruction: { amount: 3_000_000_001n } }, /sold amount is 3000000001/],
    ['another destination chain', solToUsdc, { instruction: { dstChain: 4 } }, /destination chain/],
    ['another destination', solToUsdc, { instruction: { dstAddress: '33'.repeat(20) } }, /destination address/],
    ['another bought asset', solToUsdc, { instruction: { dstToken: 7 } }, /destination asset/],
    ['another seed', solToUsdc, { instruction: { seed: '01' } }, /seed is 01/],
    ['the token swap for SOL', solToUsdc, { instruction: { decimals: 9 } }, /kind of swap is token/],
    ['other decimals', solUsdcToEth, { instruction: { decimals: 9 } }, /token decimals is 9/],
    ['a contract call', solToUsdc, { instruction: { ccm: true } }, /calls a contract/],
    ['another refund address', solToUsdc, { parameters: { refund: '22'.repeat(32) } }, /refund address/],
    ['a lower price', solToUsdc, { parameters: { minPrice: 1n } }, /minimum price is 1/],
    ['a longer retry', solToUsdc, { parameters: { retry: 0 } }, /retry duration/],
    ['other protection', solToUsdc, { parameters: { oracle: 10_000 } }, /live price protection/],
    ['no DCA', solToUsdc, { parameters: { dca: undefined } }, /DCA is none/],
    ['boost', solToUsdc, { parameters: { boost: 1 } }, /boost fee/],
    ['another broker', solToUsdc, { parameters: { broker: { account: '33'.repeat(32), bps: 12 } } }, /broker is/],
    ['another affiliate', solToUsdc, { parameters: { affiliates: [{ shortId: 1, bps: 30 }] } }, /affiliates/],
    ['data that is cut', solToUsdc, { answer: { data: '0xa3265ce2f3698dc400' } }, /ends too early/],
  ])('is refused with %s', async (_what, kind, change, words) => {
    await expect(build(kind, change)).rejects.toThrow(words);
    await expect(build(kind, change)).rejects.toThrow(/tampered/);
  });

  it('is not made without the money, its fee and what must stay in the account', async () => {
    const poor = (lamports: bigint, tokens?: bigint) =>
      clientsWith({ solana: solana({ lamports, ...(tokens === undefined ? {} : { tokens }) }) });
    const later = changed(solToUsdc, { allowUnfunded: true });
    expect(await build(later, {}, poor(0n))).toMatchObject({ tx: { type: 'SOLANA' } });
    expect(await build(solToUsdc, {}, poor(2_999_999_999n))).toEqual({
      unavailable: expect.stringContaining('holds 2.999999999 SOL'),
    });
    expect(await build(solToUsdc, {}, poor(3_000_100_000n))).toEqual({
      unavailable: expect.stringContaining('what Solana wants to be left'),
    });
    expect(await build(solUsdcToEth, {}, poor(10n ** 9n, 8_999_999n))).toEqual({
      unavailable: expect.stringContaining('holds 8.999999 USDC'),
    });
  });

  it('is not given out where the chain itself would refuse it', async () => {
    const simulation = { value: { err: { InstructionError: [0, {}] }, logs: ['Program log: Error: swaps suspended'] } };
    expect(await build(solToUsdc, {}, clientsWith({ solana: solana({ simulation }) }))).toEqual({
      unavailable: expect.stringContaining('swaps suspended'),
    });
    const cannot = { ...solana(), rpc: async () => Promise.reject(new RpcError(-32601, 'Method not found')) };
    expect(await build(solToUsdc, {}, clientsWith({ solana: cannot }))).toHaveProperty('tx');
  });
});

describe('what stands in the way', () => {
  it.each<[string, Kind, Change, string | undefined, RegExp]>([
    ['no broker', ethToBtc, {}, '', /CHAINFLIP_BROKER_ID/],
    ['a broker that is no account', ethToBtc, {}, 'cFnope', /no account/],
    [
      'an affiliate that the broker does not know',
      withTerms(ethToBtc, { affiliates: [{ account: BROKER, bps: 1 }] }),
      {},
      BROKER,
      /not registered/,
    ],
    [
      'an affiliate fee above a byte',
      withTerms(ethToBtc, { affiliates: [{ account: AFFILIATE, bps: 256 }] }),
      {},
      BROKER,
      /255 bps/,
    ],
    [
      'a node that knows no such affiliate',
      ethToBtc,
      { refuses: 'AffiliateNotRegisteredForBroker' },
      BROKER,
      /not registered/,
    ],
    [
      'a node that refuses',
      ethToBtc,
      { refuses: 'InvalidEgressAddress' },
      BROKER,
      /InvalidEgressAddress.*deposit channel/,
    ],
    [
      'a destination of another chain',
      changed(ethToBtc, { destinationAddress: BTC_USER, terms: terms({ dst: { chain: 'Arbitrum', asset: 'USDC' } }) }),
      {},
      BROKER,
      /no address of Arbitrum/,
    ],
    [
      'a refund address of another chain',
      changed(ethToBtc, { refundAddress: BTC_USER }),
      {},
      BROKER,
      /refund address is no address/,
    ],
    [
      'an asset that we cannot check',
      withTerms(ethToBtc, { dst: { chain: 'Tron', asset: 'TRX' } }),
      {},
      BROKER,
      /cannot check/,
    ],
    [
      'Asset Hub',
      withTerms(changed(ethToBtc, { refundAddress: '0x'.padEnd(66, '1') }), {
        src: { chain: 'Assethub', asset: 'DOT' },
      }),
      {},
      BROKER,
      /from Assethub/,
    ],
  ])('is a sentence: %s', async (_what, kind, change, broker, words) => {
    expect(await build(kind, change, clientsWith(rich), broker)).toEqual({ unavailable: expect.stringMatching(words) });
  });

  it('is an error where amount or price are not those of the terms', async () => {
    await expect(build(withTerms(ethToBtc, { minPriceX128: '0' }))).rejects.toMatchObject({ name: 'ProviderError' });
    await expect(build(withTerms(ethToBtc, { amount: '1' }))).rejects.toMatchObject({ name: 'ProviderError' });
  });

  it('changes nothing upstream: only the encoding and the affiliates are asked for', async () => {
    const client = nodeDouble();
    const deps = { client, clients: clientsWith(rich), network: 'mainnet' as const, brokerId: BROKER };
    await buildVaultSwap(deps, ethToBtc.request, { signal });
    expect(client.calls.map(({ method }) => method)).toEqual([
      'cf_get_affiliates',
      'cf_request_swap_parameter_encoding',
    ]);
  });
});
