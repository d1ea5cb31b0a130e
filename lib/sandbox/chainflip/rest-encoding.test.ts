/** If these fail, a vault swap encoded through the backend differs from one encoded by the chain itself. */
import { describe, expect, it } from 'vitest';
import { type Begun, BTC, begin, ETH, SOL, USDC, userOn } from './fake-chainflip.ts';
import { answerEncodeCfParameters, answerEncodeVaultSwapData } from './rest-encoding.ts';
import { AFFILIATE_ACCOUNT, BROKER_ACCOUNT } from './seed-state.ts';

const body = (more: object = {}) => ({
  srcAsset: ETH,
  destAsset: BTC,
  destAddress: userOn(BTC),
  amount: (10n ** 17n).toString(),
  fillOrKillParams: {
    retryDurationBlocks: 100,
    refundAddress: userOn(ETH),
    minPriceX128: '1',
    maxOraclePriceSlippage: 100,
  },
  ...more,
});
const encode = ({ network }: Begun, more?: object) => {
  const { status, body: answer } = answerEncodeVaultSwapData(network, JSON.stringify(body(more)));
  return { status, body: answer as Record<string, unknown> };
};

describe('POST /api/encodeVaultSwapData', () => {
  it('answers as the chain does, in its own spelling', async () => {
    const s = await begin();
    const affiliates = [{ account: AFFILIATE_ACCOUNT, commissionBps: 10 }];
    const { status, body: answer } = encode(s, { brokerAccount: BROKER_ACCOUNT, commissionBps: 20, affiliates });
    const { result } = await s.rpc('chainflip-rpc', 'cf_request_swap_parameter_encoding', [
      BROKER_ACCOUNT,
      ETH,
      BTC,
      userOn(BTC),
      20,
      {
        chain: 'Ethereum',
        input_amount: '0x16345785d8a0000',
        refund_parameters: {
          retry_duration: 100,
          refund_address: userOn(ETH),
          min_price: '0x1',
          max_oracle_price_slippage: 100,
        },
      },
      null,
      null,
      [{ account: AFFILIATE_ACCOUNT, bps: 10 }],
    ]);
    expect(status).toBe(200);
    expect(answer).toEqual({
      chain: 'Ethereum',
      calldata: result?.calldata,
      to: result?.to,
      value: '100000000000000000',
    });
  });
  it('writes keys of the other chains in camel case too', async () => {
    const s = await begin();
    const terms = { retryDurationBlocks: 100, minPriceX128: (2n ** 128n).toString() };
    const bitcoin = encode(s, {
      srcAsset: BTC,
      destAsset: USDC,
      destAddress: userOn(ETH),
      amount: '1000000',
      fillOrKillParams: { ...terms, refundAddress: userOn(BTC) },
    });
    expect(Object.keys(bitcoin.body)).toEqual(['chain', 'nulldataPayload', 'depositAddress']);
    const solana = encode(s, {
      srcAsset: SOL,
      srcAddress: userOn(SOL),
      amount: '1000000000',
      fillOrKillParams: { ...terms, refundAddress: userOn(SOL) },
    });
    expect(solana.body).toMatchObject({ chain: 'Solana', programId: 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT' });
    expect(solana.body.accounts).toContainEqual({ pubkey: userOn(SOL), isSigner: true, isWritable: true });
  });
  it('names every fault of the body, and everything below the minimum', async () => {
    const s = await begin();
    const wrong = encode(s, { destAddress: userOn(ETH) });
    expect(wrong).toMatchObject({ status: 400, body: { name: 'ZodError' } });
    expect(JSON.stringify(wrong.body)).toContain(`is not a valid \\"Bitcoin\\" address`);
    expect(encode(s, { amount: '1' })).toEqual({
      status: 400,
      body: { message: 'expected amount is below minimum swap amount (10000000000000000)' },
    });
    expect(answerEncodeVaultSwapData(s.network, '{')).toMatchObject({ status: 400 });
  });
  it('is at its address', async () => {
    const s = await begin();
    const { status, body: text } = await s.ask(
      'chainflip-backend',
      'POST',
      '/api/encodeVaultSwapData',
      JSON.stringify(body()),
    );
    expect([status, JSON.parse(text)]).toEqual([200, encode(s).body]);
    expect(await s.ask('chainflip-backend', 'GET', '/healthcheck')).toMatchObject({ status: 200, body: 'OK' });
  });
  it('has no text for what the chain refuses', async () => {
    const s = await begin();
    expect(encode(s, { maxBoostFeeBps: 300 })).toEqual({ status: 500, body: { message: 'unknown error' } });
  });
  it('says that it is off', async () => {
    const s = await begin();
    s.network.state.market.maintenance.swaps = true;
    expect(encode(s)).toEqual({
      status: 503,
      body: { message: 'The swap service is currently unavailable due to maintenance' },
    });
    s.network.state.market.maintenance.swaps = false;
    s.network.state.market.assets.Btc.disabled.payouts = true;
    expect(encode(s)).toEqual({ status: 503, body: { message: 'Asset Btc is disabled' } });
  });
});

it('POST /api/encodeCfParameters answers the bytes alone', async () => {
  const { network } = await begin();
  const answer = answerEncodeCfParameters(network, JSON.stringify(body()));
  expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^0x0164000000/) });
});
