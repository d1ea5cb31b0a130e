/**
 * If these fail, the network's own program on Solana refuses what the network encodes, or reads another order from it.
 */
import { afterEach, expect, it } from 'vitest';
import { instruction } from '../solana/compose.ts';
import { SOL as ONE_SOL, TestSolana } from '../solana/test-solana.ts';
import { ETH, SOL } from './fake-chainflip.ts';
import { accountOn, fakeWorld } from './fake-chains.ts';
import type { ChainflipNetwork } from './network.ts';
import { BROKER_ACCOUNT, seedState } from './seed-state.ts';
import { answerStateRpc } from './state-rpc.ts';
import { orderOfVaultSwap } from './vault-orders.ts';
import type { SolanaAccount } from './vault-swap-encoding.ts';

type Encoded = { program_id: string; accounts: SolanaAccount[]; data: string };

let solana: TestSolana | undefined;
afterEach(() => solana?.held.remove());

it.each([
  ['coins', SOL, undefined, ONE_SOL],
  ['USDC', { chain: 'Solana', asset: 'USDC' }, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 25_000_000n],
])('carries out a signed swap of %s on the local Solana and reads it back whole', async (_name, src, token, amount) => {
  const local = await new TestSolana().fund();
  solana = local;
  const network: ChainflipNetwork = { world: fakeWorld(), state: seedState(0), waiting: [] };
  const from = local.alice.address;
  const destination = accountOn('ETH', 'user');
  const refund_parameters = {
    retry_duration: 50,
    refund_address: from,
    min_price: '0x2af31dc4611873bf3f70834acd',
    max_oracle_price_slippage: 150,
  };
  const extra = {
    chain: 'Solana',
    from,
    seed: `0x${'f1'.repeat(32)}`,
    input_amount: Number(amount),
    refund_parameters,
  };
  const dca = { number_of_chunks: 3, chunk_interval: 2 };
  const params = [BROKER_ACCOUNT, src, ETH, destination, 25, extra, null, null, null, dca];
  const encoded = answerStateRpc(network, 'cf_request_swap_parameter_encoding', params) as Encoded;
  const height = local.ledger.height();
  const hash = local.send([
    instruction(
      encoded.program_id,
      encoded.accounts.map((one) => [one.pubkey, one.is_signer ? 'ws' : one.is_writable ? 'w' : ''] as const),
      Uint8Array.from(Buffer.from(encoded.data.slice(2), 'hex')),
    ),
  ]);
  await local.slots(5);
  const [seen] = (await local.ledger.channels.vaultSwapsAbove?.(height)) ?? [];
  if (seen === undefined) throw new Error('the swap was not seen');
  expect(seen).toMatchObject({ hash, from, amountBaseUnits: amount, ...(token === undefined ? {} : { token }) });
  const read = orderOfVaultSwap(network, seen);
  expect(read?.broken).toBeUndefined();
  expect(read?.order).toMatchObject({
    src: token === undefined ? 'Sol' : 'SolUsdc',
    dst: 'Eth',
    broker: { account: BROKER_ACCOUNT, bps: 25 },
    terms: {
      retryDuration: 50,
      refundAddress: from,
      minPriceX128: 0x2af31dc4611873bf3f70834acdn,
      maxOraclePriceSlippageBps: 150,
    },
    dca: { numberOfChunks: 3, chunkIntervalBlocks: 2 },
  });
  expect(read?.order.destination.toLowerCase()).toBe(destination.toLowerCase());
});
