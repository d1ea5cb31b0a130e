/** A vault swap from Solana is one instruction of the seller’s for the known vault, or is refused. */
import { readFileSync } from 'node:fs';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { address, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import {
  build,
  changed,
  depsWith,
  EVM_DESTINATION,
  type Kind,
  request,
  SEED,
  SOL_USER,
  signal,
  solana,
  terms,
} from '../testing/vault-swaps.ts';
import { buildVaultSwap } from './build.ts';
import { swapAccounts } from './solana-accounts.ts';
import { type Change, nodeDouble } from './testing/node-double.ts';

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
    const deps = depsWith(client);
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
  ])('is refused with %s', async (_what, kind, change, message) => {
    await expect(build(kind, change)).rejects.toThrow(message);
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
