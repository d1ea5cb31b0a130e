/** An allowance is signed instead of sent where the token proves that it takes the message, and otherwise sent as before. */
import { domainSeparator, encodeFunctionResult, type Hex, parseAbi, toFunctionSelector } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodePermitCall, PERMIT_GAS } from '../../payments/oneinch/permit-call.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import type { PayContext } from '../pay-context.ts';
import { ETH, hashOf, pay } from '../testing/evm-wallet.ts';
import { ONEINCH_ROUTER, swapData, usdcSwapRoute } from '../testing/order-routes.ts';
import { approveData, depositData, EVM_SENDER, evmTx, faultOf, ROUTER, tokenRoute, USDC } from '../testing/routes.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
beforeEach(() => {
  vi.stubGlobal('window', globalThis);
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const payer = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const ACTION = swapData({ dstReceiver: payer.address });
const plain = usdcSwapRoute(
  ACTION,
  { sourceAddress: payer.address, destinationAddress: payer.address },
  { from: payer.address },
);
const route: PayableRoute = {
  ...plain,
  meta: {
    ...plain.meta,
    approvals: [evmTx({ from: payer.address, to: USDC, value: '0', data: approveData(ONEINCH_ROUTER, 25_000_000n) })],
  },
};

const TOKEN = parseAbi([
  'function decimals() view returns (uint8)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
]);
type Answers = Partial<Record<(typeof TOKEN)[number]['name'], unknown>>;
/** By viem, from a name and a version. */
const separatorOf = (name: string, version: string, chainId = ETH): Hex =>
  domainSeparator({ domain: { name, version, chainId, verifyingContract: USDC } });

const USDC_SAYS: Answers = {
  decimals: 6,
  allowance: 0n,
  DOMAIN_SEPARATOR: separatorOf('USD Coin', '2'),
  nonces: 7n,
  PERMIT_TYPEHASH: '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9',
  name: 'USD Coin',
  version: '2',
};

const REVERTED = Object.assign(new Error('execution reverted'), { code: 3, data: '0x' });
/** A token that reverts on every question without an answer here. */
const saying = (answers: Answers) => (params: unknown[]) => {
  const { data } = params[0] as { data: Hex };
  const item = TOKEN.find((one) => data.startsWith(toFunctionSelector(one)));
  const result = item && answers[item.name];
  return item === undefined || result === undefined
    ? REVERTED
    : encodeFunctionResult({ abi: [item], functionName: item.name, result } as never);
};

type Typed = { domain: Record<string, unknown>; message: Record<string, unknown>; primaryType: string };
/** Signs what the wallet is handed, as the account of `by`. */
const signing =
  (by = payer) =>
  ([, json]: unknown[]) =>
    by.signTypedData(JSON.parse(String(json)) as never);

const paying = async (
  answers: Record<string, unknown> = {},
  { says = USDC_SAYS, of = route, context = {}, simulation = { ok: true } as unknown } = {} as {
    says?: Answers;
    of?: PayableRoute;
    context?: Partial<PayContext>;
    simulation?: unknown;
  },
) => {
  const wallet = {
    ...{ eth_accounts: [payer.address], eth_requestAccounts: [payer.address], eth_getCode: '0x' },
    ...{ eth_getBalance: '0xde0b6b3a7640000', eth_gasPrice: '0x4a817c800', eth_call: saying(says) },
    ...{ eth_signTypedData_v4: signing(), ...answers },
  };
  const { calls, ...paid } = await pay(of, wallet, simulation, { context });
  const signed = () =>
    calls.flatMap(({ method, params }) =>
      method === 'eth_signTypedData_v4' ? [JSON.parse(String(params[1])) as Typed] : [],
    );
  return { ...paid, calls, signed };
};
const sentTo = (sent: unknown[]) => sent.map((tx) => (tx as { to: string }).to);
const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 });

describe('a swap of a token with permits', () => {
  test('is one message for exactly the amount and one transaction with the quoted call in it', async () => {
    const { run, sent, signed, record } = await paying();
    expect(await run()).toEqual({ hash: hashOf(1) });
    expect(signed()).toMatchObject([
      {
        primaryType: 'Permit',
        domain: { name: 'USD Coin', version: '2', chainId: ETH, verifyingContract: USDC.toLowerCase() },
        message: {
          ...{
            owner: payer.address.toLowerCase(),
            spender: ONEINCH_ROUTER.toLowerCase(),
            value: '25000000',
            nonce: '7',
          },
          deadline: String(NOW.getTime() / 1000 + 1800),
        },
      },
    ]);
    const [tx, ...more] = sent() as { to: string; data: string; gas: string; value: string }[];
    expect([tx?.to, tx?.value, more]).toEqual([ONEINCH_ROUTER, '0x0', []]);
    expect(decodePermitCall(tx?.data ?? '')?.action).toBe(ACTION);
    expect(BigInt(tx?.gas ?? 0)).toBe(120_000n + PERMIT_GAS);
    expect(record.steps).toEqual(['switchingNetwork', 'checking', 'permitting', 'checking', 'signing', 'sent']);
    expect(record.requests.map(({ body }) => (body as { data?: string } | undefined)?.data)).toEqual([tx?.data]);
  });

  test('asks the site around the frame for the allowance before it is signed, and for the payment after', async () => {
    const deeds: string[] = [];
    const { run, signed } = await paying(
      {},
      {
        context: { before: async (deed) => void deeds.push(`${deed} ${signed().length}`) },
      },
    );
    await run();
    expect(deeds).toEqual(['approval 0', 'payment 1']);
  });

  const { PERMIT_TYPEHASH: _type, version: _version, ...bare } = USDC_SAYS;
  const renamed = { DOMAIN_SEPARATOR: separatorOf('Other', '3'), name: 'USD Coin', version: '2' };
  const eip712Domain = ['0x0f', 'Other', '3', BigInt(ETH), USDC, `0x${'0'.repeat(64)}`, []];
  test.each<[string, Answers]>([
    ['the usual version, which it does not tell', { ...bare, DOMAIN_SEPARATOR: separatorOf('USD Coin', '1') }],
    ['another name than its own, which EIP-5267 tells', { ...USDC_SAYS, ...renamed, eip712Domain }],
  ])('is signed for a domain with %s', async (_what, says) => {
    const { run, signed } = await paying({}, { says });
    await run();
    expect(signed()).toHaveLength(1);
  });
});

describe('the allowance is sent as a transaction', () => {
  const without = (name: keyof Answers): Answers => ({ ...USDC_SAYS, [name]: undefined });
  test.each<[string, Answers]>([
    ['without permits', without('DOMAIN_SEPARATOR')],
    ['without nonces', without('nonces')],
    ['whose domain nobody can tell', { ...USDC_SAYS, DOMAIN_SEPARATOR: separatorOf('USD Coin', '3') }],
    ['whose domain is of another chain', { ...USDC_SAYS, DOMAIN_SEPARATOR: separatorOf('USD Coin', '2', 1) }],
    [
      'with permits like DAI’s',
      { ...USDC_SAYS, PERMIT_TYPEHASH: '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb' },
    ],
  ])('for a token %s', async (_what, says) => {
    const { run, sent, signed } = await paying({}, { says });
    await run();
    expect([sentTo(sent()), signed()]).toEqual([[USDC, ONEINCH_ROUTER], []]);
  });

  test.each<[string, Record<string, unknown>, Partial<PayContext>]>([
    ['an account by code', { eth_getCode: `0xef0100${'33'.repeat(20)}` }, {}],
    [
      'a wallet that signs no such messages',
      { eth_signTypedData_v4: Object.assign(new Error('no'), { code: 4200 }) },
      {},
    ],
    ['a person who chose that', {}, { allowanceBy: 'transaction' }],
  ])('for %s', async (_what, answers, context) => {
    const { run, sent } = await paying(answers, { context });
    await run();
    expect(sentTo(sent())).toEqual([USDC, ONEINCH_ROUTER]);
  });

  test('for a contract that takes no permits', async () => {
    const { run, signed, sent } = await paying(
      { eth_accounts: [EVM_SENDER], eth_requestAccounts: [EVM_SENDER] },
      { of: tokenRoute({ data: depositData({ asset: USDC, amount: 25_000_000n, expiration: 4_000_000_000n }) }) },
    );
    await run();
    expect([sentTo(sent()), signed()]).toEqual([[USDC, ROUTER], []]);
  });

  test('together with the payment by a wallet that takes several calls', async () => {
    const status = { version: '2.0.0', id: '0xb', chainId: `0x${ETH.toString(16)}`, status: 200, atomic: false };
    const { run, signed, calls } = await paying({
      wallet_getCapabilities: { [`0x${ETH.toString(16)}`]: { atomic: { status: 'unsupported' } } },
      wallet_sendCalls: { id: '0xb' },
      wallet_getCallsStatus: { ...status, receipts: [] },
    });
    await run().catch(() => undefined);
    expect([signed(), calls.some(({ method }) => method === 'wallet_sendCalls')]).toEqual([[], true]);
  });

  test('never where the old one is enough', async () => {
    const { run, sent, signed } = await paying({}, { says: { ...USDC_SAYS, allowance: 25_000_000n } });
    await run();
    expect([sentTo(sent()), signed()]).toEqual([[ONEINCH_ROUTER], []]);
  });
});

describe('nothing is sent, and a transaction can still give the allowance, where', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['the person rejects the message', { eth_signTypedData_v4: rejection }, undefined],
    ['the wallet fails at it', { eth_signTypedData_v4: new Error('Ledger: blind signing is off') }, undefined],
    ['another account signed', { eth_signTypedData_v4: signing(stranger) }, undefined],
    ['the signature is none of a key', { eth_signTypedData_v4: `0x${'12'.repeat(200)}` }, undefined],
    ['the token would not take it', {}, { ok: false, reason: 'execution reverted: 0xf4059071' }],
  ])('%s', async (_what, answers, simulation) => {
    const { run, sent } = await paying(answers, simulation === undefined ? {} : { simulation });
    expect(await faultOf(run)).toMatchObject({ fault: 'permitRefused', nothingSent: true });
    expect(sent()).toEqual([]);
  });

  test('the chain would refuse the swap for another reason, that reason is told', async () => {
    const { run } = await paying({}, { simulation: { ok: false, reason: 'execution reverted: 0x064a4ec6' } });
    expect(await faultOf(run)).toMatchObject({ fault: 'priceMoved', nothingSent: true });
  });

  test('the wallet has another question open, it says so', async () => {
    const { run } = await paying({ eth_signTypedData_v4: Object.assign(new Error('pending'), { code: -32002 }) });
    expect(await faultOf(run)).toMatchObject({ fault: 'busy' });
  });

  test('the account could not pay for the gas, no message is signed', async () => {
    // Enough for the call and an approval, not for the call with the permit.
    const { run, signed } = await paying({ eth_getBalance: `0x${(190_000n * 20_000_000_000n).toString(16)}` });
    expect(await faultOf(run)).toMatchObject({ fault: 'lowGas' });
    expect(signed()).toEqual([]);
  });
});
