/**
 * Compares the vault and the router of a payment with those that a node of the network names, whichever operator runs
 * that node.
 */
import { z } from 'zod';
import { assetOf } from '../../domain/asset.ts';
import { calledContract, payeesOf } from '../known-contracts.ts';
import type { PayableRoute } from '../payable-route.ts';
import type { RouteFault } from '../route-fault.ts';
import type { WitnessQuestion } from '../witness.ts';
import { isSamePayee } from './same-payee.ts';

/** Of THORNode's and MAYANode's `/inbound_addresses`; chains by Portage's names. */
const listSchema = z.array(
  z.object({ chain: z.string(), address: z.string().nullish(), router: z.string().nullish() }).loose(),
);

function vaultFaults(list: z.infer<typeof listSchema>, route: PayableRoute): RouteFault[] {
  const { chain } = assetOf(route.sellAsset);
  const named = list.find((one) => one.chain.toUpperCase() === chain);
  const held = (field: string, actual: string | undefined, asked: string | null | undefined, message: string) =>
    actual === undefined || (asked && isSamePayee(chain, asked, actual))
      ? []
      : [{ field, asked: asked || undefined, actual, message }];
  return [
    ...held('payee', payeesOf(route)[0], named?.address, 'The network’s node names another vault.'),
    ...held('contract', calledContract(route), named?.router, 'The network’s node names another router.'),
  ];
}

export const vaultQuestion: WitnessQuestion = async ({ route, url, getJson, signal }) =>
  vaultFaults(listSchema.parse(await getJson(url, { signal })), route);
