import { describe, expect, it } from 'vitest';
import { CHAIN_IDS } from '../domain/chain-id.ts';
import { CHAIN_LIST, CHAINS, chainByNetworkId, chainOf, matchesChain, networkOf } from './chains.ts';
import { SANDBOX_EVM_ID_OFFSET } from './evm-networks.ts';

const EVM_IDS = { ETH: 1, ARB: 42161, AVAX: 43114, BASE: 8453, BSC: 56, OP: 10, MATIC: 137, HYPE: 999 };

describe('chains', () => {
  it('are complete, each under its own identifier: a client that names a chain of the enumeration finds it', () => {
    expect(Object.keys(CHAINS).sort()).toEqual([...CHAIN_IDS].sort());
    for (const id of CHAIN_IDS) expect(chainOf(id).id).toBe(id);
  });

  it('have network ids of their own on each network, so that a number means one chain', () => {
    for (const network of ['mainnet', 'sandbox'] as const) {
      const ids = CHAIN_LIST.map((chain) => String(chain[network].networkId));
      expect(new Set(ids).size).toBe(CHAIN_IDS.length);
      for (const chain of CHAIN_LIST) expect(chainByNetworkId(chain[network].networkId, network)?.id).toBe(chain.id);
    }
  });

  it('share no network id between sandbox and mainnet, so that a sandbox signature is worthless on mainnet', () => {
    const publicIds = new Set(CHAIN_LIST.map((chain) => String(chain.mainnet.networkId)));
    for (const chain of CHAIN_LIST) expect(publicIds.has(String(chain.sandbox.networkId))).toBe(false);
  });

  it.each(Object.entries(EVM_IDS))('%s has the public chain id %d', (id, number) => {
    const chain = CHAIN_LIST.find((one) => one.id === id);
    expect(chain?.mainnet.networkId).toBe(number);
    expect(chain?.sandbox.networkId).toBe(SANDBOX_EVM_ID_OFFSET + number);
    expect(chain?.native.decimals).toBe(18);
  });

  it('use test-network address parameters in the sandbox wherever the format has them', () => {
    for (const chain of CHAIN_LIST) {
      if (chain.kind === 'utxo') expect(chain.sandbox.utxo).not.toEqual(chain.mainnet.utxo);
      expect(chain.sandbox.explorerTx).toBeUndefined();
      expect(chain.sandbox.explorerAddress).toBeUndefined();
    }
    expect(networkOf('THOR', 'sandbox').bech32Prefix).toBe('tthor');
    expect(networkOf('MAYA', 'sandbox').bech32Prefix).toBe('tmaya');
    expect(networkOf('GAIA', 'sandbox').bech32Prefix).toBe('cosmos');
  });

  it('allow 80 bytes of memo on Bitcoin-like chains and 250 elsewhere', () => {
    for (const chain of CHAIN_LIST) expect(chain.memoLimitBytes).toBe(chain.kind === 'utxo' ? 80 : 250);
  });

  it('have their nodes’ relay rules where the sender chooses the fee rate', () => {
    for (const { kind, utxoPolicy } of CHAIN_LIST) expect(utxoPolicy !== undefined).toBe(kind === 'utxo');
  });

  it('are not offered for trade where no provider trades them', () => {
    const off = CHAIN_LIST.filter((chain) => !chain.tradable).map((chain) => chain.id);
    expect(off.sort()).toEqual(['FIAT', 'FLIP', 'KUJI', 'XRD']);
  });
});

describe('matchesChain', () => {
  it.each([
    ['ETH', 'ETH', 'mainnet', true],
    ['ETH', 'eth', 'mainnet', true],
    ['ETH', 'Ethereum', 'mainnet', true],
    ['ETH', 1, 'mainnet', true],
    ['ETH', '1', 'mainnet', true],
    ['ETH', 900000001, 'sandbox', true],
    ['ETH', '1', 'sandbox', true],
    ['ETH', 900000001, 'mainnet', false],
    ['ETH', 10, 'mainnet', false],
    ['ARB', '1', 'sandbox', false],
    ['THOR', 'THORCHAIN-1', 'mainnet', true],
    ['THOR', 'thorchain-sandbox-1', 'sandbox', true],
    ['BTC', 'bitcoin', 'mainnet', true],
    ['BTC', '', 'mainnet', false],
  ] as const)('%s given %s on %s: %s', (chain, given, network, expected) => {
    expect(matchesChain(chain, given, network)).toBe(expected);
  });
});
