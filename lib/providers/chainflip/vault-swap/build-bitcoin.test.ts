/** A vault swap from Bitcoin pays the vault, names its terms and leaves the change to the sender, or is refused. */
import { base64 } from '@scure/base';
import { Address, NETWORK, OutScript, Script, Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import {
  BTC_USER,
  build,
  changed,
  EVM_DESTINATION,
  type Kind,
  request,
  rich,
  terms,
  utxo,
  vaultNode,
  withTerms,
} from '../testing/vault-swaps.ts';
import { minOutputOf } from './bitcoin.ts';
import { AFFILIATE, BROKER, BTC_VAULT, type Change } from './testing/node-double.ts';

const btcToUsdc = request(
  'BTC.BTC',
  8,
  terms({
    src: { chain: 'Bitcoin', asset: 'BTC' },
    dst: { chain: 'Ethereum', asset: 'USDC' },
    amount: '10000000',
    maxBoostFeeBps: 30,
  }),
  { sourceAddress: BTC_USER, destinationAddress: EVM_DESTINATION, refundAddress: BTC_USER },
);

function psbtOf(built: Awaited<ReturnType<typeof build>>): Transaction {
  if ('unavailable' in built || built.tx.type !== 'PSBT') throw new Error(`no PSBT: ${JSON.stringify(built)}`);
  return Transaction.fromPSBT(base64.decode(built.tx.tx), { allowUnknownOutputs: true });
}

describe('a vault swap from Bitcoin', () => {
  it('has deposit, payload and change in this order, the change to the sender', async () => {
    const built = await build(btcToUsdc);
    expect(built).toMatchObject({ targetAddress: BTC_VAULT });
    const tx = psbtOf(built);
    const [deposit, data, change] = [0, 1, 2].map((i) => tx.getOutput(i));
    const addressOf = (script: Uint8Array | undefined) => script && Address(NETWORK).encode(OutScript.decode(script));
    expect(tx.outputsLength).toBe(3);
    expect([deposit?.amount, data?.amount]).toEqual([10_000_000n, 0n]);
    expect(addressOf(deposit?.script)).toBe(BTC_VAULT);
    expect(addressOf(change?.script)).toBe(BTC_USER);
    expect(change?.amount).toBeGreaterThanOrEqual(546n);
    const [op, payload] = Script.decode(data?.script ?? new Uint8Array());
    expect(op).toBe('RETURN');
    expect((payload as Uint8Array).length).toBeLessThanOrEqual(80);
  });

  it('always leaves change, for without it a refund would have nowhere to go', async () => {
    // Fee of one input and three outputs at 5 sat a byte is some 1300 sat: what is left is dust.
    const tight = clientsWith({ utxo: utxo([10_001_500n]) });
    expect(await build(btcToUsdc, {}, tight)).toEqual({ unavailable: expect.stringContaining('change must be left') });
    const second = clientsWith({ utxo: utxo([10_001_500n, 5000n]) });
    expect(psbtOf(await build(btcToUsdc, {}, second)).outputsLength).toBe(3);
  });

  it('asks for no less than the minimum price means for the whole deposit', () => {
    expect(minOutputOf(1n << 128n, 7n)).toBe(7n);
    expect(minOutputOf((1n << 128n) + 1n, 7n)).toBe(8n);
    expect(minOutputOf(1n, 10_000_000n)).toBe(1n);
  });

  it.each<[string, Change, RegExp]>([
    ['another chain', { answer: { chain: 'Ethereum' } }, /source chain/],
    ['another destination', { payload: { dstAddress: '33'.repeat(20) } }, /destination address is 3333/],
    ['another asset', { payload: { dstToken: 7 } }, /destination asset is 7 instead of 3/],
    ['an unknown asset', { payload: { dstToken: 99 } }, /asset 99 is not known/],
    ['a longer retry', { payload: { retry: 301 } }, /retry duration/],
    ['less output', { payload: { minOutput: 0n } }, /minimum output is 0/],
    ['no live price protection', { payload: { oracle: 255 } }, /live price protection/],
    ['other chunks', { payload: { chunks: 3 } }, /DCA is 3 chunks/],
    ['one chunk', { payload: { chunks: 1 } }, /DCA is none/],
    ['another interval', { payload: { interval: 9 } }, /every 9 blocks/],
    ['more boost', { payload: { boost: 31 } }, /boost fee is 31/],
    ['a higher fee', { payload: { brokerBps: 13 } }, /broker fee is 13/],
    ['other affiliates', { payload: { affiliates: [] } }, /affiliates is none/],
    ['an older payload', { version: 0 }, /live price protection/],
    ['a payload that is cut', { answer: { nulldata_payload: '0x0103' } }, /ends too early/],
    ['a deposit address of another network', { answer: { deposit_address: 'ltc1qw508d6' } }, /deposit address/],
  ])('is refused with %s', async (_what, change, message) => {
    await expect(build(btcToUsdc, change)).rejects.toThrow(message);
    await expect(build(btcToUsdc, change)).rejects.toThrow(/tampered/);
  });

  it.each<[string, Kind, RegExp]>([
    ['refunds that go elsewhere', changed(btcToUsdc, { refundAddress: BTC_VAULT }), /deposit channel/],
    ['protection that a byte cannot say', withTerms(btcToUsdc, { maxOraclePriceSlippage: 255 }), /cannot carry live/],
    ['fees that a byte cannot say', withTerms(btcToUsdc, { brokerCommissionBps: 256 }), /cannot carry a fee/],
    [
      'three affiliates',
      withTerms(btcToUsdc, { affiliates: Array(3).fill({ account: AFFILIATE, bps: 1 }) }),
      /2 affil/,
    ],
    ['so many chunks', withTerms(btcToUsdc, { dca: { numberOfChunks: 70_000, chunkIntervalBlocks: 2 } }), /chunks/],
    [
      'a Taproot sender',
      changed(btcToUsdc, {
        sourceAddress: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
        refundAddress: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      }),
      /Taproot/,
    ],
  ])('is not made for %s, and says what would do', async (_what, kind, message) => {
    expect(await build(kind)).toEqual({ unavailable: expect.stringMatching(message) });
  });

  const WITH = [clientsWith(rich), BROKER] as const;
  const LIAR = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

  it.each([
    ['the other node names another vault', [vaultNode('liar', [LIAR]), vaultNode('honest', [BTC_VAULT])]],
    ['the only node names another vault', [vaultNode('only', [BTC_VAULT])]],
  ])('to an address that one node invented is refused where %s', async (_what, nodes) => {
    await expect(build(btcToUsdc, { answer: { deposit_address: LIAR } }, ...WITH, nodes)).rejects.toThrow(
      /tampered.*deposit address bc1qar0.* is no vault that the node at (honest|only) names/,
    );
  });

  it.each([
    ['the second of two nodes is away', [vaultNode('first', [BTC_VAULT]), vaultNode('second.example', undefined)]],
    ['the only node does not say', [vaultNode('second.example', undefined)]],
  ])('is not made while %s: the node that named the vault cannot vouch for itself', async (_what, nodes) => {
    expect(await build(btcToUsdc, {}, ...WITH, nodes)).toEqual({
      unavailable: expect.stringMatching(/could not be confirmed \(.*second\.example.*Pay through a deposit channel/),
    });
  });

  it('is made where the only node that is configured repeats the vault in its list', async () => {
    expect(await build(btcToUsdc, {}, ...WITH, [vaultNode('only', [BTC_VAULT])])).toMatchObject({
      targetAddress: BTC_VAULT,
    });
  });

  it('needs outputs to spend, so that one for a sender that is funded later is not made either', async () => {
    const later = changed(btcToUsdc, { allowUnfunded: true });
    expect(await build(later, {}, clientsWith({ utxo: utxo([]) }))).toEqual({
      unavailable: expect.stringContaining('can spend 0 BTC'),
    });
  });

  it('is not made without the money or a fee rate', async () => {
    expect(await build(btcToUsdc, {}, clientsWith({ utxo: utxo([9_000_000n]) }))).toEqual({
      unavailable: expect.stringContaining('can spend 0.09 BTC'),
    });
    const noRate = { ...utxo([50_000_000n]), feeRate: async () => undefined };
    expect(await build(btcToUsdc, {}, clientsWith({ utxo: noRate }))).toEqual({
      unavailable: expect.stringContaining('could not be read'),
    });
  });

  it('of a broker without a private channel goes through a deposit channel', async () => {
    const refuses = 'DispatchError: Module(Swapping, NoPrivateChannelExistsForBroker)';
    expect(await build(btcToUsdc, { refuses })).toEqual({
      unavailable: expect.stringMatching(/private channel\. Pay through a deposit channel/),
    });
  });
});
