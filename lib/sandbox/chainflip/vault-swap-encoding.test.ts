/** If these fail, a wallet signs a vault swap that the vault, or the network behind it, reads differently. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { decodeFunctionData } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { ASSETS, type CfAsset } from './assets.ts';
import { MalformedBytes } from './byte-codec.ts';
import { addressToBytes } from './protocol-address.ts';
import { type CfParameters, decodeCfParameters } from './scale.ts';
import { BROKER_ACCOUNT } from './seed-state.ts';
import {
  decodeSolanaInstruction,
  type EncodableSwap,
  evmCalldata,
  evmVaultSwap,
  solanaVaultSwap,
  vaultAbi,
} from './vault-swap-encoding.ts';

const EVM = '0xC64722AD9613851B10E26FF8118A7696A0F956F2';
const SOLANA = 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC';
const BITCOIN = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';

const parameters = (src: CfAsset, refund: string): CfParameters => ({
  retryDuration: 100,
  refundAddress: addressToBytes(src.chain, refund) ?? new Uint8Array(),
  minPriceX128: 12_345n << 100n,
  maxOracleSlippageBps: 200,
  dca: { numberOfChunks: 3, chunkIntervalBlocks: 2 },
  boostFeeBps: 0,
  broker: { account: BROKER_ACCOUNT, bps: 25 },
  affiliates: [{ shortId: 0, bps: 10 }],
});
const swap = (src: CfAsset, dst: CfAsset, destination: string, refund = EVM): EncodableSwap => ({
  src,
  dst,
  destination,
  amount: 1_500_000n,
  parameters: parameters(src, refund),
});

describe('calldata of an EVM vault', () => {
  it('calls xSwapNative with the address of the destination chain and the whole terms', () => {
    const one = swap(ASSETS.Eth, ASSETS.Btc, BITCOIN);
    const data = evmCalldata(one);
    expect(data.slice(0, 10)).toBe('0xdd687345');
    const call = decodeFunctionData({ abi: vaultAbi, data });
    if (call.functionName !== 'xSwapNative') throw new Error(call.functionName);
    const [chain, address, token, terms] = call.args;
    expect([chain, token]).toEqual([3, 5]);
    expect(Buffer.from(address.slice(2), 'hex').toString()).toBe(BITCOIN);
    const { version, ...read } = decodeCfParameters(hexToBytes(terms.slice(2)), {
      addressBytes: 20,
      withMessage: false,
    });
    expect(read).toEqual(one.parameters);
    expect(version).toBe(1);
  });
  it('calls xSwapToken with token and amount, and sends no coin', () => {
    const answer = evmVaultSwap(swap(ASSETS.ArbUsdc, ASSETS.Sol, SOLANA), '0x79001A5e762f3bEFC8e5871b42F6734e00498920');
    expect(answer).toMatchObject({
      chain: 'Arbitrum',
      value: '0x0',
      to: '0x79001a5e762f3befc8e5871b42f6734e00498920',
      source_token_address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    });
    const data = String(answer.calldata) as `0x${string}`;
    expect(data.slice(0, 10)).toBe('0x04fc7da0');
    const { args } = decodeFunctionData({ abi: vaultAbi, data });
    expect(args).toContain(1_500_000n);
    expect(args?.[1]).toBe(`0x${bytesToHex(addressToBytes('Solana', SOLANA) ?? new Uint8Array())}`);
  });
  it('sends the coin itself with a native swap', () => {
    expect(evmVaultSwap(swap(ASSETS.Bnb, ASSETS.Eth, EVM), EVM)).toMatchObject({ chain: 'Bsc', value: '0x16e360' });
    expect(evmVaultSwap(swap(ASSETS.Bnb, ASSETS.Eth, EVM), EVM)).not.toHaveProperty('source_token_address');
  });
  it('carries a message for a contract where there is one', () => {
    const message = { bytes: Uint8Array.of(1, 2, 3), gasBudget: 300_000n };
    const one = (src: CfAsset): EncodableSwap => {
      const plain = swap(src, ASSETS.ArbEth, EVM);
      return { ...plain, message, parameters: { ...plain.parameters, ccmAdditionalData: new Uint8Array() } };
    };
    expect(evmCalldata(one(ASSETS.Eth)).slice(0, 10)).toBe('0x07933dd2');
    expect(evmCalldata(one(ASSETS.Flip)).slice(0, 10)).toBe('0xbbddc2fb');
  });
  it('encodes for no address of another chain', () => {
    expect(() => evmCalldata(swap(ASSETS.Eth, ASSETS.Btc, EVM))).toThrow(MalformedBytes);
  });
});

// gemwalletcom/core, crates/swapper/src/chainflip/test/chainflip_sol_arb_usdc_quote_data.json, recorded on mainnet.
const RECORDED_ACCOUNTS = [
  ['ACLMuTFvDAb3oecQQGkTVqpUbhCKHG3EZ9uNXHK1W9ka', false, false],
  ['3tJ67qa2GDfvv2wcMYNUfN5QBZrFpTwcU8ASZKMvCTVU', false, true],
  ['A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC', true, true],
  ['GrPKTiTrwut3V4Pnp92UjRXXzta5KmQGsPPyjHNsccJB', false, true],
  ['FmAcjWaRFUxGWBfGT7G3CzcFeJFsewQ4KPJVG4f6fcob', false, true],
  ['11111111111111111111111111111111', false, false],
] as const;
const RECORDED_DATA =
  'a3265ce2f3698dc4801d2c04000000000400000014000000514bcb1f9aabb904e6106bd1052b66d2706dbbb707000000006c0000000' +
  '00a00000085fba93ee29c604fa858a351688c01290841eafb19c63a70a475d3c7bc3bef9fcaa145b6f3fdd478e926fa7302d07531000' +
  '0000000000000000000000000000000001e83d2972d3dca3a330d60c2777ee5b8d25683c63fa359116985609830f4205405000400' +
  '2d1100000038924cc334561890e3a819407353710e09';

describe('an instruction for Solana', () => {
  it('reads the one recorded on mainnet: 0.07 SOL to USDC on Arbitrum', () => {
    const read = decodeSolanaInstruction(
      hexToBytes(RECORDED_DATA),
      RECORDED_ACCOUNTS.map(([key]) => key),
    );
    expect(read).toMatchObject({
      src: ASSETS.Sol,
      dst: ASSETS.ArbUsdc,
      destination: '0x514BCb1F9AAbb904e6106Bd1052B66d2706dBbb7',
      amount: 70_000_000n,
      parameters: { version: 0, retryDuration: 10, boostFeeBps: 0, broker: { bps: 5 } },
      sender: { from: SOLANA },
    });
    expect(read.parameters.affiliates).toEqual([{ shortId: 0, bps: 45 }]);
    expect(bytesToHex(read.sender.seed)).toBe('38924cc334561890e3a819407353710e09');
  });
  it('names the accounts of the recorded one, in its order', () => {
    const seed = hexToBytes('38924cc334561890e3a819407353710e09');
    const answer = solanaVaultSwap(swap(ASSETS.Sol, ASSETS.ArbUsdc, EVM, SOLANA), { from: SOLANA, seed });
    expect(answer).toMatchObject({ chain: 'Solana', program_id: 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT' });
    expect(answer.accounts).toEqual(
      RECORDED_ACCOUNTS.map(([pubkey, is_signer, is_writable]) => ({ pubkey, is_signer, is_writable })),
    );
  });
  it.each([
    [ASSETS.Sol, 6],
    [ASSETS.SolUsdc, 10],
    [ASSETS.SolUsdt, 10],
  ])('reads back what it wrote', (src, count) => {
    const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
    const one = swap(src, ASSETS.Btc, BITCOIN, SOLANA);
    const answer = solanaVaultSwap(one, { from: SOLANA, seed }) as { data: string; accounts: { pubkey: string }[] };
    expect(answer.accounts).toHaveLength(count);
    const keys = answer.accounts.map(({ pubkey }) => pubkey);
    const read = decodeSolanaInstruction(hexToBytes(answer.data.slice(2)), keys);
    expect(read).toMatchObject({ ...one, sender: { from: SOLANA, seed } });
    expect(() => decodeSolanaInstruction(hexToBytes(answer.data.slice(2, -2)), keys)).toThrow(MalformedBytes);
  });
  it('takes tokens from the vault accounts of mainnet', () => {
    // chainflip-backend state-chain/node/src/chain_spec/berghain.rs.
    const vaultOf = (src: CfAsset) => {
      const one = solanaVaultSwap(swap(src, ASSETS.Eth, EVM, SOLANA), { from: SOLANA, seed: Uint8Array.of(1) });
      return (one.accounts as { pubkey: string }[])[1]?.pubkey;
    };
    expect(vaultOf(ASSETS.SolUsdc)).toBe('8KNqCBB1LKWbtjNxY9v2g1fSBKm2ZRgNNv7rmx2bE6Ce');
    expect(vaultOf(ASSETS.SolUsdt)).toBe('R4Z9JGY8iMmG4UJf6aBtzobAo4rmGMdfLgXrbXSWc4y');
  });
});
