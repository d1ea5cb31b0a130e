import { hex } from '@scure/base';
import { decodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { CHAINS } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import { fc, property } from '../../domain/test-property.ts';
import { DEPOSIT_ABI, depositData } from '../../payments/thor-family/deposit-data.ts';
import { createTxBuilder } from './build-tx.ts';
import { FAMILY } from './config.ts';
import {
  approvalOf,
  asEvm,
  build,
  type Changes,
  depositOf,
  eth,
  evm,
  evmRoute,
  MEMO,
  ROUTER,
  signal,
  USDT,
  USDT_ADDRESS,
  usdt,
  VAULT_ETH,
} from './testing/build-payment.ts';
import { ALICE_ETH, NOW_MS, request, thorQuote } from './testing/node-double.ts';
import { toRoute } from './to-routes.ts';
import { quoteSchema } from './upstream-schemas.ts';

describe('payments from accounts that are funded later', () => {
  it('are made whatever the account holds', async () => {
    const clients = clientsWith({ evm: evm({ balance: 0n }), cosmos: { balances: async () => [] } });
    const unfunded = (sell: Parameters<typeof build>[1], changes: Changes) =>
      build('thor', sell, changes, clients, undefined, 'mainnet', true);
    expect(asEvm(await unfunded(eth, evmRoute)).value).toBe(eth.baseUnits.toString());
    expect((await unfunded(usdt, evmRoute)).approvals).toHaveLength(1);
    const rune = { asset: 'THOR.RUNE', decimals: 8, baseUnits: 9n };
    expect((await unfunded(rune, { sourceAddress: 'thor1x' })).tx?.type).toBe('COSMOS');
  });
});

describe('EVM deposits', () => {
  it('send the chain’s coin through the router, exactly, with the memo and an expiry', async () => {
    const tx = asEvm(await build('thor', eth, evmRoute, clientsWith({ evm: evm({}) })));
    expect(tx).toMatchObject({ to: ROUTER, from: ALICE_ETH, value: eth.baseUnits.toString(), chain_id: 1 });
    expect(tx.data.slice(0, 10)).toBe('0x44bc937b');
    const [vault, asset, amount, memo, expiration] = depositOf(tx).args;
    expect(vault.toLowerCase()).toBe(VAULT_ETH);
    expect(BigInt(asset)).toBe(0n);
    expect([amount, memo]).toEqual([eth.baseUnits, MEMO]);
    expect(expiration).toBe(BigInt(NOW_MS / 1000 + 900));
  });

  it('live as long as the quote where that is longer than a quarter of an hour', async () => {
    const expirationSeconds = NOW_MS / 1000 + 4000;
    const tx = asEvm(await build('thor', eth, { ...evmRoute, expirationSeconds }, clientsWith({ evm: evm({}) })));
    expect(depositOf(tx).args[4]).toBe(BigInt(expirationSeconds));
  });

  it('carry chain ids of the sandbox there', async () => {
    const tx = asEvm(await build('thor', eth, evmRoute, clientsWith({ evm: evm({}) }), undefined, 'sandbox'));
    expect(tx.chain_id).toBe(CHAINS.ETH.sandbox.networkId);
  });

  it('of a token need its exact approval, and the coin needs none', async () => {
    const built = await build('thor', usdt, evmRoute, clientsWith({ evm: evm({}) }));
    const tx = asEvm(built);
    expect(tx.value).toBe('0');
    expect(depositOf(tx).args.slice(1, 3)).toEqual([USDT_ADDRESS, usdt.baseUnits]);
    expect(built.approvals).toHaveLength(1);
    const [approval] = built.approvals ?? [];
    expect(approval?.to).toBe(USDT_ADDRESS);
    expect(approval && approvalOf(approval)).toEqual([ROUTER, usdt.baseUnits]);
    expect((await build('thor', eth, evmRoute, clientsWith({ evm: evm({}) }))).approvals).toBeUndefined();
  });

  it('of a token like USDT reset a remaining allowance before they ask for a new one', async () => {
    const facts = { allowance: 5n, resetWanted: true };
    const { approvals = [] } = await build('thor', usdt, evmRoute, clientsWith({ evm: evm(facts) }));
    expect(approvals.map((approval) => approvalOf(approval)?.[1])).toEqual([0n, usdt.baseUnits]);
    const lenient = await build('thor', usdt, evmRoute, clientsWith({ evm: evm({ allowance: 5n }) }));
    expect(lenient.approvals).toHaveLength(1);
  });

  it('need no approval where the allowance suffices', async () => {
    const built = await build('thor', usdt, evmRoute, clientsWith({ evm: evm({ allowance: usdt.baseUnits }) }));
    expect(built.approvals).toBeUndefined();
    expect(asEvm(built).gas_limit).toBe('220000');
  });

  it('get a fifth more gas than was estimated', async () => {
    const tx = asEvm(await build('thor', eth, evmRoute, clientsWith({ evm: evm({ estimate: 200_000n }) })));
    expect(tx.gas_limit).toBe('240000');
  });

  it.each([
    ['pitfall 16: contract wallets', { code: '0x6080' }, 'contract'],
    ['delegated (EIP-7702) accounts', { code: `0xef0100${'11'.repeat(20)}` }, '7702'],
    ['accounts without the money', { balance: 1n }, 'holds'],
  ])('are not made for %s, and the route stays', async (_who, facts, message) => {
    for (const sell of [eth, usdt]) {
      const built = await build('thor', sell, evmRoute, clientsWith({ evm: evm(facts) }));
      expect(built.tx).toBeUndefined();
      expect(built.txUnavailable).toContain(message);
    }
  });

  it('say which setting is missing, and survive a chain that is down', async () => {
    expect((await build('thor', eth, evmRoute)).txUnavailable).toBe('Nothing is configured for ETH.');
    const down = { codeAt: () => Promise.reject(new Error('down')), rpc: () => Promise.reject(new Error('down')) };
    expect((await build('thor', eth, evmRoute, clientsWith({ evm: down }))).txUnavailable).toContain(
      'could not be asked',
    );
  });

  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${hex.encode(bytes)}`);
  property([address, address, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.string({ maxLength: 250 }), fc.nat()])(
    'decode to what was put in',
    (vault, token, amount, memo, expirationSeconds) => {
      const data = depositData({ vault, token, amount, memo, expirationSeconds });
      const [to, asset, units, text, expiration] = decodeFunctionData({ abi: DEPOSIT_ABI, data }).args;
      expect([to.toLowerCase(), asset.toLowerCase(), units, text, expiration]).toEqual([
        vault,
        token,
        amount,
        memo,
        BigInt(expirationSeconds),
      ]);
    },
  );
});

describe('guesses', () => {
  it('a token with uncertain decimals is not used for payment', async () => {
    const { decimalsCertain, ...rest } = { decimalsCertain: false, asset: assetOf(USDT) };
    const of = request({ sellAsset: rest.asset });
    const swap = {
      request: of,
      sell: { asset: rest.asset, decimals: 6, baseUnits: 1n },
      buyDecimals: 8,
      quote: quoteSchema.parse(thorQuote()),
      memo: undefined,
      affiliate: undefined,
      interval: 0,
      state: { pools: new Map(), inbound: new Map() },
    };
    const builder = createTxBuilder({
      config: FAMILY.thor,
      clients: clientsWith({ evm: evm({}) }),
      network: 'mainnet',
      now: () => NOW_MS,
    });
    const built = await builder.build(
      { ...toRoute(FAMILY.thor, swap), memo: MEMO, ...evmRoute },
      { swap, decimalsCertain },
      { signal },
    );
    expect(built.txUnavailable).toContain('decimals');
  });
});
