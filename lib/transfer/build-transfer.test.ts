import { base64 } from '@scure/base';
import { Address, NETWORK, OutScript, Transaction } from '@scure/btc-signer';
import { address, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { parseTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  parseCreateAssociatedTokenIdempotentInstruction,
  parseTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { decodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { type EvmClient, RpcError, type SolanaClient, type UtxoClient } from '../chain-clients/chain-clients.ts';
import { clientsWith, type KnownClients } from '../chain-clients/test-clients.ts';
import type { NetworkName } from '../chains/chain.ts';
import type { Amount } from '../domain/amount.ts';
import { assetOf } from '../domain/asset.ts';
import { buildTransfer } from './build-transfer.ts';

const signal = new AbortController().signal;
const ALICE = '0x1111111111111111111111111111111111111111';
const CHANNEL = '0x2222222222222222222222222222222222222222';
const BTC_ALICE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BTC_CHANNEL = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
const SOL_ALICE = 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC';
/** A program-derived address, which has no key, as every Chainflip channel on Solana has. */
const SOL_CHANNEL = 'GrPKTiTrwut3V4Pnp92UjRXXzta5KmQGsPPyjHNsccJB';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const amount = (id: string, decimals: number, baseUnits: bigint): Amount => ({
  asset: assetOf(id),
  decimals,
  baseUnits,
});
const eth = amount('ETH.ETH', 18, 1_000_000_000_000_000_000n);
const usdc = amount(`ETH.USDC-${USDC}`, 6, 25_000_000n);
const btc = amount('BTC.BTC', 8, 2_000_000n);
const sol = amount('SOL.SOL', 9, 1_500_000_000n);
const solUsdc = amount(`SOL.USDC-${MINT}`, 6, 42_000_000n);

function evm(facts: { balance?: bigint; estimate?: string | RpcError }): Partial<EvmClient> {
  const { balance = 10n ** 30n, estimate = '0x5208' } = facts;
  return {
    call: async () => `0x${balance.toString(16).padStart(64, '0')}`,
    rpc: async (method) => {
      if (method === 'eth_getBalance') return `0x${balance.toString(16)}`;
      if (estimate instanceof RpcError) throw estimate;
      return estimate;
    },
  };
}
const utxo = (value: bigint, rate: bigint | undefined = 7n): Partial<UtxoClient> => ({
  utxos: async () => [{ txid: 'ab'.repeat(32), vout: 0, value, confirmed: true }],
  feeRate: async () => rate,
});
const solana = (facts: { lamports?: bigint; tokens?: bigint; simulation?: unknown } = {}): Partial<SolanaClient> => ({
  balance: async () => facts.lamports ?? 10n ** 12n,
  tokenBalance: async () => facts.tokens ?? 10n ** 12n,
  latestBlockhash: async () => ({ blockhash: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM', lastValidBlockHeight: 9 }),
  rpc: async () => facts.simulation ?? { value: { err: null } },
});

const build = (known: KnownClients, from: string, to: string, of: Amount, network: NetworkName = 'mainnet') =>
  buildTransfer({ clients: clientsWith(known), network }, { from, to, amount: of }, { signal });

describe('a transfer on EVM', () => {
  it('of the coin has the gas that the address needs, since used deposit addresses are contracts', async () => {
    expect(await build({ evm: evm({ estimate: '0x7530' }) }, ALICE, CHANNEL, eth)).toEqual({
      tx: {
        type: 'EVM',
        tx: { to: CHANNEL, from: ALICE, value: eth.baseUnits.toString(), data: '0x', chain_id: 1, gas_limit: '36000' },
      },
    });
  });

  it('of a token calls the token’s transfer to the address for exactly the amount', async () => {
    const built = await build({ evm: evm({}) }, ALICE, CHANNEL, usdc);
    if ('unavailable' in built || built.tx.type !== 'EVM') throw new Error('no transaction');
    expect(built.tx.tx).toMatchObject({ to: USDC, value: '0' });
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: built.tx.tx.data as `0x${string}` });
    expect([functionName, ...(args ?? [])]).toEqual(['transfer', CHANNEL, 25_000_000n]);
  });

  it('leaves the gas to the wallet where it cannot be estimated, and is refused where the chain would refuse it', async () => {
    const unknown = new RpcError(-32000, 'method handler crashed');
    const built = await build({ evm: evm({ estimate: unknown }) }, ALICE, CHANNEL, eth);
    expect(built).toMatchObject({ tx: { tx: { to: CHANNEL } } });
    expect(built).not.toHaveProperty('tx.tx.gas_limit');
    const reverted = new RpcError(3, 'execution reverted: paused');
    expect(await build({ evm: evm({ estimate: reverted }) }, ALICE, CHANNEL, eth)).toEqual({
      unavailable: expect.stringContaining('paused'),
    });
  });
});

describe('a transfer on Bitcoin', () => {
  it('pays the address first and returns the change', async () => {
    const built = await build({ utxo: utxo(9_000_000n) }, BTC_ALICE, BTC_CHANNEL, btc);
    if ('unavailable' in built || built.tx.type !== 'PSBT') throw new Error('no PSBT');
    const tx = Transaction.fromPSBT(base64.decode(built.tx.tx));
    const [paid, change] = [tx.getOutput(0), tx.getOutput(1)];
    const addressOf = (script: Uint8Array | undefined) => script && Address(NETWORK).encode(OutScript.decode(script));
    expect([addressOf(paid.script), paid.amount]).toEqual([BTC_CHANNEL, 2_000_000n]);
    expect(addressOf(change.script)).toBe(BTC_ALICE);
    const fee = 9_000_000n - 2_000_000n - (change.amount ?? 0n);
    expect(fee).toBeGreaterThanOrEqual(7n * 140n);
    expect(fee).toBeLessThan(7n * 200n);
  });

  it('never pays less than the chain relays, and is not built at an unknown or absurd rate', async () => {
    expect(await build({ utxo: utxo(9_000_000n, 0n) }, BTC_ALICE, BTC_CHANNEL, btc)).toHaveProperty('tx');
    const unknown = { ...utxo(9_000_000n), feeRate: async () => undefined };
    expect(await build({ utxo: unknown }, BTC_ALICE, BTC_CHANNEL, btc)).toEqual({
      unavailable: expect.stringContaining('could not be read'),
    });
    expect(await build({ utxo: utxo(9_000_000n, 5000n) }, BTC_ALICE, BTC_CHANNEL, btc)).toEqual({
      unavailable: expect.stringContaining('beyond reason'),
    });
  });
});

function messageOf(built: Awaited<ReturnType<typeof build>>) {
  if ('unavailable' in built || built.tx.type !== 'SOLANA') throw new Error(`no transaction: ${JSON.stringify(built)}`);
  const { messageBytes, signatures } = getTransactionDecoder().decode(base64.decode(built.tx.tx));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (!('instructions' in message)) throw new Error('no instructions');
  const { staticAccounts } = message;
  const instructions = message.instructions.map((one) => ({
    programAddress: staticAccounts[one.programAddressIndex] ?? address(SOL_ALICE),
    accounts: (one.accountIndices ?? []).map((index) => ({
      address: staticAccounts[index] ?? address(SOL_ALICE),
      role: 0 as const,
    })),
    data: one.data ?? new Uint8Array(),
  }));
  return { message, signatures, instructions };
}

describe('a transfer on Solana', () => {
  it('of SOL is a transfer of the system program, unsigned, paid by the sender', async () => {
    const { message, signatures, instructions } = messageOf(
      await build({ solana: solana() }, SOL_ALICE, SOL_CHANNEL, sol),
    );
    expect([message.version, message.staticAccounts[0]]).toEqual([0, SOL_ALICE]);
    expect(Object.values(signatures)).toEqual([null]);
    const [transfer] = instructions;
    if (!transfer) throw new Error('no instruction');
    const { accounts, data } = parseTransferSolInstruction(transfer as never);
    expect([accounts.source.address, accounts.destination.address]).toEqual([SOL_ALICE, SOL_CHANNEL]);
    expect(data.amount).toBe(1_500_000_000n);
  });

  it('of a token creates the account of an owner without a key first, and checks the decimals', async () => {
    const { instructions } = messageOf(await build({ solana: solana() }, SOL_ALICE, SOL_CHANNEL, solUsdc));
    const [create, transfer] = instructions;
    const tokenProgram = TOKEN_PROGRAM_ADDRESS;
    const of = async (owner: string) =>
      (await findAssociatedTokenPda({ owner: address(owner), mint: address(MINT), tokenProgram }))[0];
    const created = parseCreateAssociatedTokenIdempotentInstruction(create as never).accounts;
    expect([created.payer.address, created.owner.address, created.mint.address, created.ata.address]).toEqual([
      SOL_ALICE,
      SOL_CHANNEL,
      MINT,
      await of(SOL_CHANNEL),
    ]);
    const { accounts, data } = parseTransferCheckedInstruction(transfer as never);
    expect([accounts.source.address, accounts.destination.address, accounts.authority.address]).toEqual([
      await of(SOL_ALICE),
      await of(SOL_CHANNEL),
      SOL_ALICE,
    ]);
    expect([data.amount, data.decimals]).toEqual([42_000_000n, 6]);
  });

  it('may empty the account, but leaves no balance below the rent-exempt minimum', async () => {
    const holds = (lamports: bigint) => ({ solana: solana({ lamports }) });
    const fee = 5000n;
    expect(await build(holds(sol.baseUnits + fee), SOL_ALICE, SOL_CHANNEL, sol)).toHaveProperty('tx');
    expect(await build(holds(sol.baseUnits + fee + 1n), SOL_ALICE, SOL_CHANNEL, sol)).toEqual({
      unavailable: expect.stringContaining('left in an account'),
    });
    expect(await build(holds(sol.baseUnits + fee + 890_880n), SOL_ALICE, SOL_CHANNEL, sol)).toHaveProperty('tx');
  });

  it('is not returned where the chain would refuse it', async () => {
    const simulation = { value: { err: { InstructionError: [0, { Custom: 1 }] }, logs: [] } };
    expect(await build({ solana: solana({ simulation }) }, SOL_ALICE, SOL_CHANNEL, sol)).toEqual({
      unavailable: expect.stringContaining('InstructionError'),
    });
  });
});

describe('a transfer from an account that is funded later', () => {
  const refused = { value: { err: 'AccountNotFound', logs: [] } };
  const nothing = solana({ lamports: 0n, tokens: 0n, simulation: refused });
  it.each<[string, KnownClients, string, string, Amount, string]>([
    ['ether', { evm: evm({ balance: 0n }) }, ALICE, CHANNEL, eth, 'EVM'],
    ['tokens', { evm: evm({ balance: 0n }) }, ALICE, CHANNEL, usdc, 'EVM'],
    ['SOL', { solana: nothing }, SOL_ALICE, SOL_CHANNEL, sol, 'SOLANA'],
    ['mints', { solana: nothing }, SOL_ALICE, SOL_CHANNEL, solUsdc, 'SOLANA'],
  ])('of %s is built whatever the account holds', async (_what, known, from, to, of, type) => {
    const look = { signal, allowUnfunded: true };
    const built = await buildTransfer(
      { clients: clientsWith(known), network: 'mainnet' },
      { from, to, amount: of },
      look,
    );
    expect(built).toMatchObject({ tx: { type } });
  });
});

describe('no transfer is built', () => {
  it.each<[string, KnownClients, string, string, Amount, RegExp]>([
    ['without the coin', { evm: evm({ balance: 1n }) }, ALICE, CHANNEL, eth, /holds 0\.000000000000000001 ETH/],
    ['without the token', { evm: evm({ balance: 1n }) }, ALICE, CHANNEL, usdc, /holds 0\.000001 USDC/],
    ['without bitcoins', { utxo: utxo(1000n) }, BTC_ALICE, BTC_CHANNEL, btc, /can spend 0\.00001 BTC/],
    ['without SOL', { solana: solana({ lamports: 0n }) }, SOL_ALICE, SOL_CHANNEL, sol, /holds 0 SOL/],
    ['without the mint', { solana: solana({ tokens: 5n }) }, SOL_ALICE, SOL_CHANNEL, solUsdc, /holds 0\.000005 USDC/],
    ['without SOL for the fee', { solana: solana({ lamports: 0n }) }, SOL_ALICE, SOL_CHANNEL, solUsdc, /needs .* SOL/],
    ['without a node', {}, ALICE, CHANNEL, eth, /Nothing is configured for ETH/],
    ['from what is no address', { evm: evm({}) }, 'alice', CHANNEL, eth, /source address/],
    ['to an address of another chain', { evm: evm({}) }, ALICE, SOL_CHANNEL, eth, /one of Ethereum/],
    ['from a Taproot address', { utxo: utxo(9_000_000n) }, BTC_CHANNEL, BTC_ALICE, btc, /Taproot/],
    [
      'on Asset Hub',
      {},
      '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      amount('DOT.DOT', 10, 10n),
      /prepares no/,
    ],
  ])('%s, and a sentence says why', async (_what, known, from, to, of, sentence) => {
    expect(await build(known, from, to, of)).toEqual({ unavailable: expect.stringMatching(sentence) });
  });

  it('while the chain is unavailable, except that an abort is thrown', async () => {
    const down = { rpc: () => Promise.reject(new Error('down')) };
    expect(await build({ evm: down }, ALICE, CHANNEL, eth)).toEqual({
      unavailable: expect.stringContaining('could not'),
    });
    const left = AbortSignal.abort(new Error('left'));
    const request = { from: ALICE, to: CHANNEL, amount: eth };
    const deps = { clients: clientsWith({ evm: down }), network: 'mainnet' as const };
    await expect(buildTransfer(deps, request, { signal: left })).rejects.toThrow('down');
  });
});
