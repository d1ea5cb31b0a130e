/** The setting of routes of two legs: the contracts that receive a first leg's payout and swap it on. */
import { z } from 'zod';
import { checkAddress } from '../../chains/address.ts';
import { declareSettings } from '../../config/declare-settings.ts';
import type { ChainId } from '../../domain/chain-id.ts';

type Receivers = Partial<Record<ChainId, string>>;

/** Chains whose contracts Chainflip can call with a payout and on which 1inch has a router. */
const RECEIVING = ['ETH', 'ARB', 'BSC'] as const satisfies ChainId[];

/**
 * JSON that maps a chain to the address of our contract there. The code that uses a contract checks it: another
 * contract is never paid.
 */
const contractAddresses = z
  .string()
  .optional()
  .transform((text, context): Receivers => {
    if (text === undefined) return {};
    try {
      const address = z.string().refine((value) => checkAddress('ETH', value, 'mainnet').ok);
      return z.partialRecord(z.enum(RECEIVING), address).parse(JSON.parse(text));
    } catch {
      const message = `JSON from chain (${RECEIVING.join(', ')}) to contract address, such as {"ETH":"0x…"}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
  });

const SANDBOX_RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';

/** `receivers`: our contract on each chain that receives Chainflip's payouts and swaps them on through 1inch (lib/solidity). */
export const TWO_LEG_SETTINGS = declareSettings({
  settings: { CHAINFLIP_CCM_RECEIVERS: contractAddresses },
  notes: {
    CHAINFLIP_CCM_RECEIVERS:
      'JSON: chain to your CcmReceiver contract (lib/solidity/README.md), {"ETH":"0x…"}. Without it CHAINFLIP->ONEINCH is not offered there.',
  },
  presets: {
    mainnet: {},
    sandbox: (): Receivers => Object.fromEntries(RECEIVING.map((chain) => [chain, SANDBOX_RECEIVER])),
  },
  read: (given, preset) => ({ receivers: { ...preset, ...given.CHAINFLIP_CCM_RECEIVERS } }),
});
