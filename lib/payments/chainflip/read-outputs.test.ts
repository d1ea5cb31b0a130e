/** Bitcoin goes through Chainflip's vault only as reviewed: every field of the payload is compared with the route. */
import { Script } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { bitcoinRoute, honestTx, psbtOf, SENDER, STRANGER, VAULT } from '../../wallet/testing/routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import { readPsbtPayment } from '../utxo/read-utxo.ts';
import { encodeBtcPayload } from './testing/chain-encoder.ts';

describe('a Bitcoin payment without a memo', () => {
  const TO = '1111111111111111111111111111111111111111';
  const payload = (change: { token?: number; to?: string; least?: bigint } = {}): Uint8Array =>
    encodeBtcPayload(0, {
      dstToken: change.token ?? 1,
      dstAddress: change.to ?? TO,
      retry: 100,
      minOutput: change.least ?? 99n * 10n ** 17n,
      oracle: 255,
      chunks: 1,
      interval: 2,
      boost: 0,
      brokerBps: 0,
      affiliates: [],
    });
  const vaultTx = (data = payload(), change = SENDER.script) => ({
    ...honestTx(),
    outputs: [
      { script: VAULT.script, amount: 50_000_000n },
      { script: Script.encode(['RETURN', data]), amount: 0n },
      { script: change, amount: 49_999_000n },
    ],
  });
  const vaultRoute = (tx = vaultTx()): PayableRoute => ({
    ...bitcoinRoute({ tx: psbtOf(tx), inboundAddress: undefined, memo: undefined }),
    expectedBuyAmountMaxSlippage: '9.9',
    meta: { txType: 'PSBT', depositChannel: {} },
  });
  const channelRoute = (outputs: ReturnType<typeof honestTx>['outputs']): PayableRoute => ({
    ...vaultRoute({ ...honestTx(), outputs }),
    inboundAddress: VAULT.address,
  });
  const faultIn = (route: PayableRoute) => firstFault(readPsbtPayment(String(route.tx), route, 'sandbox'));

  it('passes as a vault swap and as a transfer to a deposit address', () => {
    const vault = vaultRoute();
    expect(faultIn(vault)).toBeUndefined();
    const channel = channelRoute([
      { script: VAULT.script, amount: 50_000_000n },
      { script: SENDER.script, amount: 49_999_000n },
    ]);
    expect(faultIn(channel)).toBeUndefined();
  });

  const first = { script: VAULT.script, amount: 50_000_000n };
  const swapped = () => {
    const { outputs, ...rest } = vaultTx();
    const [one, two, three] = outputs;
    return { ...rest, outputs: one && two && three ? [one, three, two] : [] };
  };
  const withOneMore = () => {
    const { outputs, ...rest } = vaultTx();
    return { ...rest, outputs: [...outputs, { script: STRANGER.script, amount: 1n }] };
  };
  const TAMPERED: [string, PayableRoute][] = [
    ['it buys another asset', vaultRoute(vaultTx(payload({ token: 3 })))],
    ['it pays out to another address', vaultRoute(vaultTx(payload({ to: '22'.repeat(20) })))],
    ['it takes whatever comes out', vaultRoute(vaultTx(payload({ least: 0n })))],
    ['it guarantees less', vaultRoute(vaultTx(payload({ least: 98n * 10n ** 17n })))],
    ['its payload is cut', vaultRoute(vaultTx(payload().slice(0, -1)))],
    ['the change, and with it every refund, goes to another', vaultRoute(vaultTx(payload(), STRANGER.script))],
    ['its outputs stand in another order', vaultRoute(swapped())],
    ['it pays somebody else besides', vaultRoute(withOneMore())],
    [
      'a memo-less transfer goes along with another payment',
      channelRoute([first, { script: STRANGER.script, amount: 1000n }]),
    ],
    ['a transfer pays another address', channelRoute([{ script: STRANGER.script, amount: 50_000_000n }])],
    ['a transfer is of another amount', channelRoute([{ ...first, amount: 49_000_000n }])],
    [
      'the route is none of deposit addresses',
      { ...channelRoute([first]), targetAddress: undefined, meta: { txType: 'PSBT' } },
    ],
  ];
  it.each(TAMPERED)('is not signed when %s', (_name, route) => {
    expect(faultIn(route)).toBeDefined();
  });
});
