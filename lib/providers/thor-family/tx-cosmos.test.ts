import { bech32 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { build, MEMO } from './testing/build-payment.ts';

describe('Cosmos payments', () => {
  const alice = 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55';

  it('of RUNE are a MsgDeposit that carries the memo itself', async () => {
    const built = await build('thor', { asset: 'THOR.RUNE', decimals: 8, baseUnits: 123n }, { sourceAddress: alice });
    expect(built.tx).toEqual({
      type: 'COSMOS',
      tx: {
        msgs: [
          {
            type: 'thorchain/MsgDeposit',
            value: { coins: [{ asset: 'THOR.RUNE', amount: '123' }], memo: MEMO, signer: alice },
          },
        ],
        fee: { amount: [], gas: '500000000' },
        memo: '',
      },
    });
  });

  it('are signed by the account in the prefix of the network that takes them', async () => {
    const sell = { asset: 'THOR.RUNE', decimals: 8, baseUnits: 123n };
    const built = await build('thor', sell, { sourceAddress: alice }, clientsWith(), undefined, 'sandbox');
    const signer = bech32.encode('tthor', bech32.decode(alice).words);
    expect(built.tx).toMatchObject({ tx: { msgs: [{ value: { signer } }] } });
  });

  it('of CACAO are Maya’s MsgDeposit', async () => {
    const built = await build(
      'maya',
      { asset: 'MAYA.CACAO', decimals: 10, baseUnits: 5n },
      { sourceAddress: 'maya1x' },
    );
    expect(built.tx).toMatchObject({ tx: { msgs: [{ type: 'mayachain/MsgDeposit' }], fee: { gas: '10000000000' } } });
  });

  it('of RUNE into Maya are a plain transfer with the memo on the transaction', async () => {
    const vault = 'thor1ywkdg8kw4hkdjvrw4kucsttkjcmkguz2xv9yd0';
    const changes = { sourceAddress: alice, inboundAddress: vault };
    const built = await build('maya', { asset: 'THOR.RUNE', decimals: 8, baseUnits: 7n }, changes);
    expect(built.tx).toEqual({
      type: 'COSMOS',
      tx: {
        msgs: [
          {
            type: 'thorchain/MsgSend',
            value: { from_address: alice, to_address: vault, amount: [{ denom: 'rune', amount: '7' }] },
          },
        ],
        fee: { amount: [], gas: '500000000' },
        memo: MEMO,
      },
    });
  });

  it('of ATOM are a bank transfer in uatom', async () => {
    const changes = { sourceAddress: 'cosmos1a', inboundAddress: 'cosmos1v' };
    const built = await build('thor', { asset: 'GAIA.ATOM', decimals: 6, baseUnits: 1_000_001n }, changes);
    expect(built.tx).toMatchObject({
      tx: {
        msgs: [{ type: 'cosmos-sdk/MsgSend', value: { amount: [{ denom: 'uatom', amount: '1000001' }] } }],
        fee: { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' },
        memo: MEMO,
      },
    });
  });

  it('are not made when the money is missing', async () => {
    const clients = clientsWith({ cosmos: { balances: async () => [{ denom: 'rune', amount: 122n }] } });
    const built = await build(
      'thor',
      { asset: 'THOR.RUNE', decimals: 8, baseUnits: 123n },
      { sourceAddress: alice },
      clients,
    );
    expect(built.txUnavailable).toContain('holds 0.00000122 RUNE');
  });

  it.each([
    ['THOR.TCY', 'tcy'],
    ['THOR.RUJI', 'x/ruji'],
  ])('of %s are paid in the bank’s %s', async (asset, denom) => {
    const sell = (balance: bigint) =>
      build(
        'thor',
        { asset, decimals: 8, baseUnits: 9n },
        { sourceAddress: alice },
        clientsWith({ cosmos: { balances: async () => [{ denom, amount: balance }] } }),
      );
    expect((await sell(9n)).tx).toMatchObject({
      tx: { msgs: [{ type: 'thorchain/MsgDeposit', value: { coins: [{ asset, amount: '9' }] } }] },
    });
    expect((await sell(8n)).txUnavailable).toContain('holds 0.00000008');
  });
});
