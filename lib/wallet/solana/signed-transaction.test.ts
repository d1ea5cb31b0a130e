/** A Solana wallet's answer is sent only when it is what was reviewed, signed by the sender. */
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { faultOf } from '../testing/routes.ts';
import {
  computeLimit,
  computePrice,
  instructionOf,
  SOL_KEY,
  SOL_SENDER,
  SOL_STRANGER,
  signedWire,
  solSwapRoute,
  swapOf,
  transferOf,
  wireOf,
} from '../testing/solana-routes.ts';
import { checkSignedSolana } from './signed-transaction.ts';

const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

describe('a wallet’s answer', () => {
  const route = () => solSwapRoute();
  test('is identified by its signature', () => {
    const signed = signedWire(wireOf([swapOf()]));
    const { signature } = checkSignedSolana(signed, route());
    expect(signature).toBe(base58.encode(signed.slice(1, 65)));
  });

  test('may have a fee, an assertion and a newer blockhash', () => {
    const assertion = instructionOf(LIGHTHOUSE, [[SOL_SENDER, 'r']], Uint8Array.of(1));
    const wire = wireOf([computeLimit(90_000), computePrice(1000n), swapOf(), assertion]);
    expect(checkSignedSolana(signedWire(wire), route()).signature).toHaveLength(88);
  });

  test.each<[string, () => Uint8Array]>([
    ['is not signed', () => wireOf([swapOf()])],
    ['is signed by another key', () => signedWire(wireOf([swapOf()]), new Uint8Array(32).fill(1))],
    ['pays another', () => signedWire(wireOf([swapOf({ dstAddress: new Uint8Array(20) })]), SOL_KEY)],
    ['pays something more', () => signedWire(wireOf([swapOf(), transferOf({ to: SOL_STRANGER })]))],
    ['is cut', () => signedWire(wireOf([swapOf()])).slice(0, 80)],
  ])('that %s is refused', async (_what, signed) => {
    const fault = await faultOf(() => checkSignedSolana(signed(), route()));
    expect(fault).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });
});
