import { describe, expect, it } from 'vitest';
import { clientsWith, type KnownClients } from '../chain-clients/test-clients.ts';
import type { GatewayDeps } from './chain-of-path.ts';
import { readFeeReserve } from './fee-reserve.ts';

const ETH = '0x00000000000000000000000000000000000000a1';
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const DOGE = 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L';
const SOL = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const GWEI = 1_000_000_000n;

const reserve = async (chain: string, address: string, known: KnownClients): Promise<number> => {
  const deps: GatewayDeps = { clients: clientsWith(known), network: 'mainnet' };
  const query = new URLSearchParams({ address });
  const answer = await readFeeReserve(deps, { chain, query, signal: AbortSignal.timeout(5000) });
  return Number(answer.reserve);
};

const evm = (chain: 'ETH' | 'BASE' | 'ARB', dataFee?: bigint): KnownClients => ({
  evm: {
    kind: 'evm',
    chain,
    rpc: async () => `0x${GWEI.toString(16)}`,
    call: async () => (dataFee === undefined ? '0x' : `0x${dataFee.toString(16).padStart(64, '0')}`),
  },
});
const utxo = (outputs: number, rate: bigint | undefined, chain: 'BTC' | 'DOGE' = 'BTC'): KnownClients => ({
  utxo: {
    kind: 'utxo',
    chain,
    feeRate: async () => rate,
    utxos: async () => Array.from({ length: outputs }, (_, vout) => ({ txid: 'a', vout, value: 1n, confirmed: true })),
  },
});

describe('the reserve when all is sold', () => {
  it('pays for a swap at twice the current gas price, and on a second layer for the data on Ethereum', async () => {
    expect(await reserve('eth', ETH, evm('ETH'))).toBeCloseTo(0.0008, 10);
    expect(await reserve('base', ETH, evm('BASE', 100_000n * GWEI))).toBeCloseTo(0.001, 10);
    expect(await reserve('base', ETH, evm('BASE'))).toBeCloseTo(0.0008, 10);
    expect(await reserve('arb', ETH, evm('ARB'))).toBeCloseTo(0.004, 10);
  });
  it('pays for sending every coin of the account at once, and leaves no dust', async () => {
    const one = await reserve('btc', BTC, utxo(1, 10n));
    const many = await reserve('btc', BTC, utxo(20, 10n));
    expect(one).toBeGreaterThan(0.00002);
    // Nineteen more inputs of 68 virtual bytes at 12.5 sat.
    expect(many - one).toBeCloseTo((19 * 68 * 12.5) / 1e8, 8);
  });
  it('never goes below the relay minimum, and has a rate when the service gives none', async () => {
    expect(await reserve('btc', BTC, utxo(1, undefined))).toBe(await reserve('btc', BTC, utxo(1, 1n)));
    // Dogecoin Core relays from 0.001 DOGE per kB on; one legacy input, payment, memo and change, a quarter more,
    // dust.
    const least = ((11 + 43 + 92 + 34 + 148) * 100 * 1.25 + 1_000_000) / 1e8;
    expect(await reserve('doge', DOGE, utxo(1, 1n, 'DOGE'))).toBeCloseTo(least, 8);
  });
  it('leaves Solana its rent, even when the node does not say how much that is', async () => {
    const solana = (answer: () => Promise<unknown>): KnownClients => ({
      solana: { kind: 'solana', chain: 'SOL', rpc: answer },
    });
    const answer = await reserve(
      'sol',
      SOL,
      solana(async () => 1_000_000),
    );
    expect(answer).toBeCloseTo(0.003205, 9);
    const untold = await reserve(
      'sol',
      SOL,
      solana(async () => {
        throw new Error('no');
      }),
    );
    expect(untold).toBeCloseTo(0.00517444, 8);
  });
  it('refuses an address of another chain', async () => {
    await expect(reserve('eth', BTC, evm('ETH'))).rejects.toMatchObject({ status: 400 });
  });
});
