/**
 * Users see what the bytes say before they sign; where that differs from the review, they see both values and no
 * button.
 */
import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import type { EvmFacts } from '../../lib/payments/evm/evm-terms.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import {
  etherOrderRoute,
  HTLC,
  initiateData,
  initiateMessage,
  ONEINCH_ROUTER,
  swapData,
  usdcSwapRoute,
  wbtcOrderRoute,
} from '../../lib/wallet/testing/order-routes.ts';
import {
  approveData,
  bitcoinRoute,
  depositData,
  EVM_SENDER,
  EVM_VAULT,
  etherRoute,
  evmTx,
  GAIA_SENDER,
  GAIA_VAULT,
  gaiaRoute,
  gaiaTx,
  honestTx,
  MEMO,
  memoScript,
  psbtOf,
  ROUTER,
  runeRoute,
  SENDER,
  STRANGER,
  type TestTransaction,
  tokenRoute,
  USDC,
  VAULT,
} from '../../lib/wallet/testing/routes.ts';
import {
  base64Of,
  instructionOf,
  SOL_CHANNEL,
  SOL_STRANGER,
  solSwapRoute,
  solTransferRoute,
  swapOf,
  transferOf,
} from '../../lib/wallet/testing/solana-routes.ts';
import { readCosmos } from './read-cosmos.ts';
import { readEvm } from './read-evm.ts';
import { readPsbtSigning } from './read-psbt.ts';
import { readSolana } from './read-solana.ts';
import { mayBeSigned, type Signing } from './signing.ts';

const t = createText('en');
const OTHER = '0x9999999999999999999999999999999999999999';

const evm = (route: PayableRoute, facts: EvmFacts = {}, by: 'transaction' | 'signature' = 'transaction'): Signing =>
  readEvm(t, { route, by, network: 'sandbox', toChannel: false, facts, listed: { sell: undefined, buy: undefined } });
const psbt = (change: (content: TestTransaction) => void = () => undefined): Signing => {
  const content = honestTx();
  change(content);
  const tx = psbtOf(content);
  return readPsbtSigning(t, tx, bitcoinRoute({ tx }), 'sandbox');
};
const solana = (route: PayableRoute): Signing => readSolana(t, String(route.tx), route, { tables: {}, mints: {} });
const cosmos = (route: PayableRoute): Signing => readCosmos(t, route);

const values = ({ sections }: Signing): string[] => sections.flatMap(({ rows }) => rows.map(({ value }) => value));
const names = ({ differences }: Signing): string[] => differences.map(({ name }) => name);

/** It differs, names the difference, shows two different values, and the checks before a signature stop it too. */
function expectStopped(signing: Signing, name: string): void {
  expect(names(signing)).toContain(name);
  for (const { reviewed, signed } of signing.differences) expect(signed).not.toBe(reviewed);
  expect(signing.fault).toBeDefined();
  expect(mayBeSigned(signing)).toBe(false);
}

describe('a correct payment is shown in full and not stopped', () => {
  test.each<[string, () => Signing, string[]]>([
    ['a deposit of ether', () => evm(etherRoute()), [ROUTER, EVM_VAULT, '2 ETH']],
    [
      'an allowance and a deposit of a token',
      () => evm(tokenRoute(), { tokenDecimals: 6 }),
      [ROUTER, '25 USDC, no more', '25 USDC'],
    ],
    [
      'a swap of 1inch',
      () => evm(usdcSwapRoute(), { tokenDecimals: 6 }),
      [ONEINCH_ROUTER, '25 USDC', '0.0075 ETH', EVM_SENDER],
    ],
    ['a lock of Garden’s', () => evm(etherOrderRoute()), [HTLC, '0.5 ETH']],
    ['a message for Garden', () => evm(wbtcOrderRoute(), { tokenDecimals: 8 }, 'signature'), [HTLC, '0.5 WBTC']],
    ['a PSBT', () => psbt(), [VAULT.address, SENDER.address, '0.00001 BTC']],
    ['a transfer of ATOM', () => cosmos(gaiaRoute()), [GAIA_SENDER, GAIA_VAULT, '1.5 ATOM', '0.005 ATOM']],
    ['a deposit of RUNE', () => cosmos(runeRoute()), ['12.5 RUNE', 'thorchain/MsgDeposit']],
    ['a transfer of SOL', () => solana(solTransferRoute()), [SOL_CHANNEL, '2 SOL']],
    ['a call of Chainflip’s program', () => solana(solSwapRoute()), ['2 SOL']],
  ])('%s', (_what, read, shown) => {
    const signing = read();
    expect(signing.differences).toEqual([]);
    expect(signing.fault).toBeUndefined();
    expect(mayBeSigned(signing)).toBe(true);
    for (const value of shown) expect(values(signing)).toContain(value);
    expect(signing.raw.length).toBeGreaterThan(0);
  });

  test('the fee of a PSBT is shown with its rate', () => {
    const { sections } = psbt();
    const fee = sections.flatMap(({ rows }) => rows).find(({ name }) => name === 'Network fee');
    expect(fee?.value).toBe('0.00001 BTC');
    expect(fee?.note).toMatch(/^about \d+(\.\d)? sat for each virtual byte$/);
  });
});

describe('a changed EVM payment', () => {
  test.each<[string, () => Signing, string]>([
    ['calls another contract', () => evm(etherRoute(evmTx({ to: OTHER }))), 'Call the router'],
    ['sends other coins along', () => evm(etherRoute(evmTx({ value: '1' }))), 'Coins sent along'],
    ['names another vault', () => evm(etherRoute(evmTx({ data: depositData({ vault: OTHER }) }))), 'Receiving vault'],
    ['carries another memo', () => evm(etherRoute(evmTx({ data: depositData({ memo: `${MEMO}1` }) }))), 'Memo'],
    [
      'deposits another amount of the token',
      () => evm(tokenRoute({ data: depositData({ asset: USDC, amount: 26_000_000n }) }), { tokenDecimals: 6 }),
      'Amount',
    ],
    [
      'allows more',
      () =>
        evm(tokenRoute({ approvals: [evmTx({ to: USDC, value: '0', data: approveData(ROUTER, 2n ** 256n - 1n) })] }), {
          tokenDecimals: 6,
        }),
      'First, allow',
    ],
    [
      'allows somebody else',
      () =>
        evm(tokenRoute({ approvals: [evmTx({ to: USDC, value: '0', data: approveData(OTHER, 25_000_000n) })] }), {
          tokenDecimals: 6,
        }),
      'Who may take it (spender)',
    ],
    [
      'allows another token',
      () =>
        evm(tokenRoute({ approvals: [evmTx({ to: OTHER, value: '0', data: approveData(ROUTER, 25_000_000n) })] }), {
          tokenDecimals: 6,
        }),
      'Token',
    ],
    [
      'has something else for an allowance',
      () =>
        evm(
          tokenRoute({
            approvals: [
              evmTx({
                to: USDC,
                value: '0',
                data: encodeFunctionData({
                  abi: parseAbi(['function transfer(address, uint256)']),
                  args: [OTHER, 25_000_000n],
                }),
              }),
            ],
          }),
          { tokenDecimals: 6 },
        ),
      'It is asked to',
    ],
    [
      'swaps for somebody else',
      () => evm(usdcSwapRoute(swapData({ dstReceiver: OTHER })), { tokenDecimals: 6 }),
      'Pay it to',
    ],
    ['swaps another amount', () => evm(usdcSwapRoute(swapData({ amount: 24_000_000n })), { tokenDecimals: 6 }), 'Sell'],
    [
      'guarantees less',
      () => evm(usdcSwapRoute(swapData({ minReturnAmount: 1n })), { tokenDecimals: 6 }),
      'Buy at least, or nothing happens',
    ],
    ['locks another amount', () => evm(etherOrderRoute({ amount: 1n })), 'Lock'],
  ])('that %s', (_how, read, name) => {
    expectStopped(read(), name);
  });

  test('and a message for another network, another contract or another amount', () => {
    const signed = (typedData: unknown) => {
      const route = wbtcOrderRoute(initiateData());
      return evm({ ...route, meta: { ...route.meta, typedData } }, { tokenDecimals: 8 }, 'signature');
    };
    expectStopped(signed(initiateMessage({ chainId: '0x1' })), 'Valid on');
    expectStopped(signed(initiateMessage({ contract: OTHER })), 'Then, sign a message for Garden’s lock');
    expectStopped(signed(initiateMessage({ amount: 1n })), 'Lock');
  });

  test('that cannot be read is not skipped', () => {
    expect(() => evm(etherRoute(evmTx({ data: '0xdeadbeef' })))).toThrow();
    expect(() => evm(usdcSwapRoute('0xdeadbeef'), { tokenDecimals: 6 })).toThrow();
  });
});

describe('a changed PSBT', () => {
  test.each<[string, (content: TestTransaction) => void, string]>([
    [
      'pays somebody else',
      ({ outputs }) => outputs.splice(0, 1, { script: STRANGER.script, amount: 50_000_000n }),
      'Pays the vault',
    ],
    [
      'pays another amount',
      ({ outputs }) => outputs.splice(0, 1, { script: VAULT.script, amount: 50_000_001n }),
      'Amount',
    ],
    ['has another memo', ({ outputs }) => outputs.splice(1, 1, { script: memoScript(`${MEMO}1`), amount: 0n }), 'Memo'],
    ['has no memo', ({ outputs }) => outputs.splice(1, 1), 'Memo'],
    [
      'keeps the change',
      ({ outputs }) => outputs.splice(2, 1, { script: STRANGER.script, amount: 49_999_000n }),
      'Pays somebody else',
    ],
  ])('that %s', (_how, change, name) => {
    expectStopped(psbt(change), name);
  });
});

describe('a changed Cosmos payment', () => {
  const changed = (value: Record<string, unknown>) => {
    const tx = gaiaTx();
    for (const msg of tx.msgs) Object.assign(msg.value, value);
    return cosmos(gaiaRoute(tx));
  };
  test.each<[string, () => Signing, string]>([
    ['goes to somebody else', () => changed({ to_address: GAIA_SENDER }), 'To the vault'],
    ['takes from somebody else', () => changed({ from_address: GAIA_VAULT }), 'From'],
    ['sends another amount', () => changed({ amount: [{ denom: 'uatom', amount: '1500001' }] }), 'Amount'],
    ['sends another coin', () => changed({ amount: [{ denom: 'ibc/27', amount: '1500000' }] }), 'Amount'],
    ['carries another memo', () => cosmos(gaiaRoute({ ...gaiaTx(), memo: 'other' })), 'Memo'],
  ])('that %s', (_how, read, name) => {
    expectStopped(read(), name);
  });
});

describe('a changed Solana payment', () => {
  test.each<[string, () => Signing, string]>([
    ['goes to somebody else', () => solana(solTransferRoute([transferOf({ to: SOL_STRANGER })])), 'To'],
    ['sends another amount', () => solana(solTransferRoute([transferOf({ lamports: 1n })])), 'Send'],
    ['takes another amount into the vault', () => solana(solSwapRoute([swapOf({ amount: 1n })])), 'Amount'],
    [
      'calls a stranger’s program as well',
      () => solana(solTransferRoute([transferOf(), instructionOf(SOL_STRANGER, [], new Uint8Array([1]))])),
      'Calls a program that has nothing to do with this payment',
    ],
    [
      'is signed by another account',
      () => {
        const route = solTransferRoute();
        return solana({ ...route, tx: base64Of([transferOf({ from: SOL_STRANGER })], SOL_STRANGER) });
      },
      'Signed by',
    ],
  ])('that %s', (_how, read, name) => {
    expectStopped(read(), name);
  });
});
