/** An order that pays another address, or another amount, is refused before it is handed out. */
import { encodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { termsOf } from './order-terms.ts';
import { errorOf, startBench } from './testing/bench.ts';
import {
  ALICE_BTC,
  ALICE_ETH,
  createdFor,
  gardenDouble,
  HTLC,
  initiateData,
  type Json,
  ok,
  orderFor,
  SOLVER_ETH,
  SOLVER_KEY,
  typedDataFor,
  WBTC,
  wbtcToBtc,
} from './testing/garden-double.ts';
import { type Body, destination, placed, source } from './testing/orders.ts';

const bench = startBench();

type Tamper = { created?: (answer: Json) => Json; order?: (order: Json) => Json };

const initiate = (change: Json) => (answer: Json) => ({
  ...answer,
  initiate_transaction: { ...(answer.initiate_transaction as Json), ...change },
});

const typed = (change: (data: ReturnType<typeof typedDataFor>) => Json) => (answer: Json) => ({
  ...answer,
  typed_data: change(typedDataFor({ timelock: 7200, amount: '1000000' })),
});

const tampered = ({ created: onCreate, order: onOrder }: Tamper) =>
  gardenDouble({
    create: (body) => ok(onCreate?.(createdFor(body)) ?? createdFor(body)),
    order: (body) => ok(onOrder?.(orderFor(body as Body)) ?? orderFor(body as Body)),
  });

const OTHER_KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const MALLORY = '0x9999999999999999999999999999999999999999';

describe('a tampered order is refused on every chain', () => {
  const cases: [string, Tamper, string][] = [
    ['another order', { order: (one) => ({ ...one, order_id: 'ab'.repeat(32) }) }, 'another order'],
    ['another asset sold', { order: source({ asset: 'litecoin:ltc' }) }, 'assets'],
    ['another asset paid out', { order: destination({ asset: 'ethereum:cbbtc' }) }, 'assets'],
    ['another amount sold', { order: source({ amount: '1000001' }) }, 'sells another amount'],
    ['less paid out', { order: destination({ amount: '996999' }) }, 'pays out another'],
    ['paid to somebody else', { order: destination({ redeemer: MALLORY }) }, 'somebody else'],
    [
      'another sender',
      { order: source({ initiator: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' }) },
      'sender',
    ],
    ['an absurd time lock', { order: source({ timelock: 100_000 }) }, 'time lock'],
    ['hardly a time lock', { order: source({ timelock: 1 }) }, 'time lock'],
    ['two hashes', { order: destination({ secret_hash: '00'.repeat(32) }) }, 'hash'],
    ['paid already', { order: source({ initiate_tx_hash: 'aa'.repeat(32) }) }, 'paid already'],
  ];
  it.each(cases)('%s', async (_name, tamper, message) => {
    bench.answer(tampered(tamper));
    const error = await errorOf(placed(bench));
    expect(error.code).toBe('unknownError');
    expect(error.message).toContain(message);
  });
});

describe('a tampered Bitcoin deposit is refused', () => {
  const other = () =>
    createdFor(
      {
        source: { asset: 'bitcoin:btc', owner: '', amount: '1' },
        destination: { asset: '', owner: '', amount: '' },
        solver_id: '',
      },
      'sandbox',
    ).to;
  const cases: [string, Tamper, string][] = [
    ['another address', { created: (one) => ({ ...one, to: ALICE_BTC }) }, 'deposit address'],
    ['an address of another network', { created: (one) => ({ ...one, to: other() }) }, 'deposit address'],
    ['no address', { created: (one) => ({ ...one, to: '' }) }, 'deposit address'],
    ['another amount', { created: (one) => ({ ...one, amount: '1000001' }) }, 'amount'],
    ['another redeemer', { order: source({ redeemer: OTHER_KEY }) }, 'deposit address'],
    ['another refund key', { order: source({ delegate: OTHER_KEY }) }, 'deposit address'],
    ['another time lock', { order: source({ timelock: 145 }) }, 'deposit address'],
    ['no refund key', { order: source({ delegate: '' }) }, 'terms of its deposit address'],
    [
      'another hash',
      { order: (one) => source({ secret_hash: '11'.repeat(32) })(destination({ secret_hash: '11'.repeat(32) })(one)) },
      'deposit address',
    ],
  ];
  it.each(cases)('%s', async (_name, tamper, message) => {
    bench.answer(tampered(tamper));
    expect((await errorOf(placed(bench))).message).toContain(message);
  });

  it('unless the sender’s own key is in the script, so that there is no delegate', async () => {
    bench.answer(
      tampered({
        order: source({ delegate: '', initiator: 'bc182774238a970984da3727d8acdc8c93c23f85167afd7d58db73ef9e81b9b0' }),
      }),
    );
    expect((await placed(bench)).draft.inboundAddress).toMatch(/^bc1p/);
  });
});

describe('a tampered payment into a contract is refused', () => {
  const long = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [MALLORY, 1_000_000n],
  });
  const cases: [string, Tamper, string][] = [
    ['another contract', { created: initiate({ to: MALLORY }) }, 'contract'],
    ['another chain', { created: initiate({ chain_id: 56 }) }, 'chain'],
    ['a value with it', { created: initiate({ value: '0x1' }) }, 'value'],
    ['another function', { created: initiate({ data: '0xa9059cbb' }) }, 'no payment'],
    ['something behind the call', { created: initiate({ data: `${initiateData('1000000')}00` }) }, 'no payment'],
    ['another amount', { created: initiate({ data: initiateData('1000001') }) }, 'amount'],
    ['another redeemer', { created: initiate({ data: initiateData('1000000', { redeemer: MALLORY }) }) }, 'redeemer'],
    ['another time lock', { created: initiate({ data: initiateData('1000000', { timelock: 9000n }) }) }, 'timelock'],
    [
      'another hash',
      { created: initiate({ data: initiateData('1000000', { secretHash: '22'.repeat(32) }) }) },
      'secretHash',
    ],
    ['no transaction', { created: ({ initiate_transaction: _none, ...rest }) => rest }, 'no transaction'],
    ['the sender as redeemer', { order: source({ redeemer: ALICE_ETH }) }, 'pays the sender'],
    [
      'an approval for somebody else',
      { created: (one) => ({ ...one, approval_transaction: { to: WBTC, value: '0x0', data: long } }) },
      'somebody else',
    ],
    [
      'an approval of another token',
      { created: (one) => ({ ...one, approval_transaction: { ...(one.approval_transaction as Json), to: MALLORY } }) },
      'another token',
    ],
    [
      'an approval that is none',
      { created: (one) => ({ ...one, approval_transaction: { to: WBTC, value: '0x0', data: '0xa9059cbb' } }) },
      'somebody else',
    ],
    [
      'a message for another contract',
      { created: typed((data) => ({ ...data, domain: { ...(data.domain as Json), verifyingContract: MALLORY } })) },
      'contract',
    ],
    [
      'a message for another chain',
      { created: typed((data) => ({ ...data, domain: { ...(data.domain as Json), chainId: '0x38' } })) },
      'chain',
    ],
    ...(['redeemer', 'timelock', 'amount', 'secretHash'] as const).map((key): [string, Tamper, string] => [
      `a message with another ${key}`,
      {
        created: typed((data) => ({
          ...data,
          message: {
            ...(data.message as Json),
            [key]: { redeemer: MALLORY, timelock: '0x1c21', amount: '2', secretHash: `0x${'33'.repeat(32)}` }[key],
          },
        })),
      },
      key,
    ]),
  ];
  it.each(cases)('%s', async (_name, tamper, message) => {
    bench.answer(tampered(tamper));
    expect((await errorOf(placed(bench, wbtcToBtc()))).message).toContain(message);
  });

  it.each<[string, Tamper]>([
    [
      'a further field',
      { created: typed((data) => ({ ...data, message: { ...(data.message as Json), destinationData: '0x' } })) },
    ],
    ['a further type', { created: typed((data) => ({ ...data, types: { ...(data.types as Json), Permit: [] } })) }],
    ['another shape', { created: (one) => ({ ...one, typed_data: { hello: 'world' } }) }],
    ['none', { created: (one) => ({ ...one, typed_data: null }) }],
  ])('and a message with %s is left out, while the transaction stays', async (_name, tamper) => {
    bench.answer(tampered(tamper));
    const { draft } = await placed(bench, wbtcToBtc());
    expect(draft.typedData).toBeUndefined();
    expect(termsOf(draft)?.order?.evm?.data).toBe(initiateData('1000000'));
  });

  it('and the older name of the transaction is read as well', async () => {
    bench.answer(
      tampered({
        created: ({ initiate_transaction: tx, approval_transaction: _none, ...rest }) => ({ ...rest, transaction: tx }),
      }),
    );
    expect((await placed(bench, wbtcToBtc())).draft.targetAddress).toBe(HTLC);
    expect(SOLVER_ETH).not.toBe(SOLVER_KEY);
  });
});
