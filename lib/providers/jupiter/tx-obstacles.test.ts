/** Where a swap cannot be handed out, the route says what stands in its way; the price stays. */
import { describe, expect, it } from 'vitest';
import { ChainUnavailable } from '../../chain-clients/chain-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { USDC, USDT } from '../../payments/jupiter/testing/swap-encoder.ts';
import { associatedTokenAccount as ata } from '../../payments/solana/token-account.ts';
import { jupiterHarness } from './testing/harness.ts';
import { ALICE, EVE, tokenAccount } from './testing/jupiter-double.ts';

const { routeOf } = jupiterHarness();
const selling = { sellAsset: assetOf(`SOL.USDC-${USDC}`), buyAsset: assetOf('SOL.SOL'), sellAmount: '100' };

describe.each(['v2', 'v1'] as const)('an obstacle to a swap of version %s is named', (flavour) => {
  it('but to a sender that is funded later', async () => {
    const route = await routeOf({ allowUnfunded: true }, { flavour, node: { lamports: 0n } });
    expect([route.tx?.type, route.txUnavailable]).toEqual(['SOLANA', undefined]);
  });

  it('too little of what is sold, too little for fees and rent', async () => {
    const poor = await routeOf(selling, {
      flavour,
      node: { accounts: { [ata(ALICE, USDC)]: tokenAccount(USDC, ALICE, 5n) } },
    });
    expect(poor.txUnavailable).toContain('holds 0.000005 USDC, less than is to be sold');
    const none = await routeOf(selling, { flavour, node: { accounts: { [ata(ALICE, USDC)]: undefined } } });
    expect(none.txUnavailable).toContain('holds 0 USDC');
    expect((await routeOf({}, { flavour, node: { lamports: 1_999_999_999n } })).txUnavailable).toContain(
      'holds 1.999999999 SOL',
    );
    expect((await routeOf({}, { flavour, node: { lamports: 2_000_500_000n } })).txUnavailable).toContain(
      'rent of accounts',
    );
    const toUsdt = { ...selling, buyAsset: assetOf(`SOL.USDT-${USDT}`) };
    expect((await routeOf(toUsdt, { flavour, node: { lamports: 2_500_000n } })).txUnavailable).toContain(
      'wants some to be left',
    );
  });

  it('a simulation that fails, by the program’s own number', async () => {
    const simulation = {
      err: { InstructionError: [6, { Custom: 6001 }] },
      logs: ['Program JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4 failed: custom program error: 0x1771'],
    };
    const route = await routeOf({}, { flavour, node: { simulation } });
    expect(route.txUnavailable).toContain('the price moved by more than the slippage that was allowed (error 6001)');
    const other = {
      err: { InstructionError: [6, { Custom: 9 }] },
      logs: [`Program ${EVE} failed: custom program error: 0x9`],
    };
    expect((await routeOf({}, { flavour, node: { simulation: other } })).txUnavailable).toContain(
      `${EVE} ended with error 9`,
    );
  });

  it('a node that cannot be asked, an address that is missing', async () => {
    const down = { rpc: async () => Promise.reject(new ChainUnavailable('SOL')) };
    const route = await routeOf({ sellAsset: assetOf('SOL.SOL') }, { flavour, node: down });
    expect(route.txUnavailable).toContain('node cannot be asked');
    const { destinationAddress: _none, ...changes } = { destinationAddress: '' };
    const indicative = await routeOf({ ...changes, destinationAddress: '' }, { flavour });
    expect(indicative.txUnavailable).toContain('both addresses');
  });

  it('a refusal of the transaction alone, while the price stands', async () => {
    const own = ({ path }: { path: string }) =>
      path === '/swap/v2/build' || path === '/swap/v1/swap'
        ? { status: 400, json: { error: 'feeAccount is wrong' } }
        : undefined;
    const route = await routeOf({}, { flavour, own });
    expect(route).toMatchObject({
      expectedBuy: { baseUnits: 300_000_000n },
      txUnavailable: expect.stringContaining('feeAccount'),
    });
  });
});
