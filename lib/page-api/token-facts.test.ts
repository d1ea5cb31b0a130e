import { base58 } from '@scure/base';
import { encodeAbiParameters, type Hex, stringToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { ChainUnavailable, RpcError } from '../chain-clients/chain-clients.ts';
import { clientsWith, type KnownClients } from '../chain-clients/test-clients.ts';
import { assetOf } from '../domain/asset.ts';
import { readAddressFacts } from './address-facts.ts';
import { createNamedOnChain, readMetadata, readToken } from './token-facts.ts';

const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const PERSON = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const signal = new AbortController().signal;

const text = (value: string): Hex => encodeAbiParameters([{ type: 'string' }], [value]);
const number = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value]);
/** A contract that answers `symbol`, `name` and `decimals` by selector and reverts for what is not given. */
const contract = (answers: { symbol?: Hex; name?: Hex; decimals?: Hex }) => async (_to: string, data: string) => {
  const answer = { '0x95d89b41': answers.symbol, '0x06fdde03': answers.name, '0x313ce567': answers.decimals }[data];
  if (answer === undefined) throw new RpcError(3, 'execution reverted');
  return answer;
};
const deps = (known: KnownClients) => ({
  clients: clientsWith(known),
  network: 'sandbox' as const,
  registries: [],
  now: () => 0,
});
const token = (known: KnownClients, address = TOKEN, chain = 'eth') =>
  readToken(deps(known), { chain, address, signal });
const erc20 = (answers: Parameters<typeof contract>[0]) =>
  token({ evm: { call: contract(answers) } }, TOKEN.toLowerCase());
const usdc = { symbol: text('USDC'), name: text('USD Coin'), decimals: number(6n) };

describe('tokens of EVM chains', () => {
  it('have their contract’s data, with the identifier that a quote takes', async () => {
    expect(await erc20(usdc)).toEqual({
      asset: `ETH.USDC-${TOKEN}`,
      chain: 'ETH',
      address: TOKEN,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
    });
  });

  it('of the older kind, which answer 32 bytes, are read as well', async () => {
    const old = {
      symbol: stringToHex('MKR', { size: 32 }),
      name: stringToHex('Maker', { size: 32 }),
      decimals: number(18n),
    };
    expect(await erc20(old)).toMatchObject({ symbol: 'MKR', name: 'Maker', decimals: 18, asset: `ETH.MKR-${TOKEN}` });
  });

  it('keep characters that no identifier has, and lose those that deceive the reader', async () => {
    expect(await erc20({ ...usdc, symbol: text('USD₮0') })).toMatchObject({
      symbol: 'USD₮0',
      asset: `ETH.USDT0-${TOKEN}`,
    });
    expect(await erc20({ ...usdc, symbol: text('🦄') })).toMatchObject({ symbol: '🦄', asset: `ETH.TOKEN-${TOKEN}` });
    expect(await erc20({ ...usdc, symbol: text('US\u202eDC\u0000 ') })).toMatchObject({ symbol: 'US DC' });
    expect((await erc20({ ...usdc, name: text('x'.repeat(1000)) })).name).toHaveLength(64);
  });

  it('are not found when symbol or decimals are missing or impossible', async () => {
    for (const answers of [
      { symbol: text('X') },
      { decimals: number(6n) },
      { symbol: text('X'), decimals: number(256n) },
      { symbol: text(''), decimals: number(6n) },
      { symbol: '0x' as const, decimals: '0x' as const },
      { symbol: `0x${'f'.repeat(128)}` as const, decimals: number(6n) },
    ])
      await expect(erc20(answers)).rejects.toMatchObject({ status: 404, detail: /no token at this address/ });
  });

  it('are not reported as unknown while the chain cannot be asked; an invalid address is a clear 400', async () => {
    const evm = { call: () => Promise.reject(new ChainUnavailable('ETH')) };
    await expect(token({ evm })).rejects.toMatchObject({ status: 502 });
    await expect(token({ evm }, 'nonsense')).rejects.toMatchObject({ status: 400, detail: /0x/ });
    await expect(token({}, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'BTC')).rejects.toMatchObject({
      status: 404,
    });
    await expect(token({}, TOKEN, 'NOPE')).rejects.toMatchObject({ status: 404 });
  });
});

/** Metaplex's metadata account of a mint. */
function metadata(name: string, symbol: string, mint = MINT): Uint8Array {
  const filled = (value: string, length: number) =>
    Buffer.concat([Buffer.from(value), Buffer.alloc(length - Buffer.byteLength(value))]);
  const u32 = (value: number) => Uint8Array.of(value, 0, 0, 0);
  const addresses = [
    Uint8Array.of(4),
    new Uint8Array(32),
    base58.decode(mint),
    u32(32),
    filled(name, 32),
    u32(10),
    filled(symbol, 10),
  ];
  return Buffer.concat(addresses);
}

function solana(mint: Record<string, unknown> | null, names?: Uint8Array): KnownClients {
  return {
    solana: {
      async rpc(_method, [, config]) {
        const { encoding } = config as { encoding: string };
        if (encoding === 'base64')
          return { value: names ? { data: [Buffer.from(names).toString('base64'), 'base64'] } : null };
        return { value: mint };
      },
      balance: async () => 1_500_000_000n,
    },
  };
}
const mintOf = (info: Record<string, unknown>, owner = TOKEN_PROGRAM) => ({
  owner,
  executable: false,
  data: { parsed: { type: 'mint', info }, program: 'spl-token', space: 82 },
});

describe('tokens of Solana', () => {
  it('have their decimals from the mint, and their names from Metaplex if registered there', async () => {
    const known = solana(mintOf({ decimals: 6 }), metadata('USD Coin', 'USDC'));
    expect(await token(known, MINT, 'SOL')).toMatchObject({
      asset: `SOL.USDC-${MINT}`,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
    });
  });

  it('go by the beginning of their mint when no name is registered, or another mint’s names stand there', async () => {
    const unnamed = { asset: `SOL.EPJF-${MINT}`, symbol: 'EPjF', decimals: 6 };
    expect(await token(solana(mintOf({ decimals: 6 })), MINT, 'SOL')).toMatchObject(unnamed);
    const others = metadata('USD Coin', 'USDC', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
    expect(await token(solana(mintOf({ decimals: 6 }), others), MINT, 'SOL')).toMatchObject(unnamed);
    expect(readMetadata(metadata('x', 'X').slice(0, 70), MINT)).toBeUndefined();
  });

  it('without a name contradict no symbol that a caller gives them', async () => {
    const asset = assetOf(`SOL.USDC-${MINT}`);
    const named = (names?: Uint8Array) =>
      createNamedOnChain(deps(solana(mintOf({ decimals: 6 }), names)))(asset, signal);
    expect(await named()).toBeUndefined();
    expect(await named(metadata('Other', 'OTHER'))).toEqual(assetOf(`SOL.OTHER-${MINT}`));
  });

  it('with names in the mint itself are called by those', async () => {
    const state = { symbol: 'PYUSD', name: 'PayPal USD' };
    const info = { decimals: 6, extensions: [{ extension: 'tokenMetadata', state }] };
    const program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
    expect(await token(solana(mintOf(info, program)), MINT, 'SOL')).toMatchObject({
      symbol: 'PYUSD',
      name: 'PayPal USD',
    });
  });

  it('are not found when the account is no mint of a token program', async () => {
    await expect(token(solana(null), MINT, 'SOL')).rejects.toMatchObject({ status: 404 });
    await expect(token(solana(mintOf({ decimals: 6 }, MINT)), MINT, 'SOL')).rejects.toMatchObject({ status: 404 });
  });
});

describe('addresses', () => {
  const facts = (known: KnownClients, address = PERSON, chain = 'ETH') =>
    readAddressFacts(deps(known), { chain, address, signal });
  const evm = (code: string, answers: Parameters<typeof contract>[0] = {}): KnownClients => ({
    evm: { codeAt: async () => code, rpc: async () => '0x14d1120d7b160000', call: contract(answers) },
  });

  it('of people, contracts, tokens and delegating accounts are distinguished', async () => {
    expect(await facts(evm('0x'))).toEqual({ code: 'none', isToken: false, nativeBalance: '1.5' });
    expect(await facts(evm('0x6001'))).toMatchObject({ code: 'contract', isToken: false });
    expect(await facts(evm('0x6001', usdc))).toMatchObject({ code: 'contract', isToken: true });
    expect(await facts(evm(`0xef0100${'ab'.repeat(20)}`))).toMatchObject({ code: 'delegated', isToken: false });
    expect(await facts(solana(mintOf({ decimals: 6 })), MINT, 'SOL')).toEqual({
      code: 'none',
      isToken: true,
      nativeBalance: '1.5',
    });
    expect(await facts(solana(null), MINT, 'SOL')).toMatchObject({ code: 'none', isToken: false });
  });

  it('without any known fact are not an error: the page does without them', async () => {
    const fails = () => Promise.reject(new ChainUnavailable('ETH'));
    expect(await facts({ evm: { codeAt: fails, rpc: fails } })).toEqual({});
    expect(await facts({}, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'BTC')).toEqual({});
    expect(
      await facts(
        { utxo: { balance: async () => 150_000_000n } },
        'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
        'BTC',
      ),
    ).toEqual({ nativeBalance: '1.5' });
  });
});
