/**
 * Compares a route's kind of payment with its provider: only THORChain and Maya read a memo, and only channels and
 * orders take a plain transfer. Otherwise a route with correct bytes could still be a transfer to anyone.
 */
import { sameAddress } from '../chains/address.ts';
import { CHAINS } from '../chains/chains.ts';
import { assetOf } from '../domain/asset.ts';
import { calledContract } from './known-contracts.ts';
import { isPlainTransfer, type PayableRoute } from './payable-route.ts';
import type { RouteFault } from './route-fault.ts';
import { payeeTraits } from './traits.ts';
import { signedLeg } from './two-leg/signed-leg.ts';

/** Whether the provider ever takes a payment of this kind. */
function isOfItsKind(route: PayableRoute): boolean {
  const { isOrderedByMemo, opensDepositChannels, locksByHash } = payeeTraits(route.providers?.[0]);
  if (route.memo !== undefined) return isOrderedByMemo === true;
  if (!isPlainTransfer(route)) return true;
  // When contracts lock the money, no address waits for it.
  return (
    opensDepositChannels === true || (locksByHash === true && CHAINS[assetOf(route.sellAsset).chain].kind === 'utxo')
  );
}

function addressFaults(route: PayableRoute): RouteFault[] {
  const { inboundAddress, targetAddress, memo, meta } = route;
  const { chain } = assetOf(route.sellAsset);
  const fault = (field: string, asked: string | undefined, actual: string, message: string): RouteFault[] =>
    actual === asked || (asked !== undefined && sameAddress(chain, asked, actual))
      ? []
      : [{ field, asked, actual, message }];
  const isTransfer = memo !== undefined ? calledContract(route) === undefined : isPlainTransfer(route);
  const spender = isTransfer ? undefined : targetAddress;
  return [
    ...(inboundAddress === undefined || isTransfer
      ? []
      : fault(
          'inboundAddress',
          undefined,
          inboundAddress,
          'The route calls a contract, and no address takes a transfer.',
        )),
    ...(targetAddress === undefined || !isTransfer
      ? []
      : fault('targetAddress', inboundAddress, targetAddress, 'The route names two addresses for one transfer.')),
    ...(meta.approvalAddress === undefined
      ? []
      : fault('approvalAddress', spender, meta.approvalAddress, 'The route lets another contract take what is sold.')),
  ];
}

/** Every point in which the route's kind of payment is none of its provider's. */
export function kindFaults(route: PayableRoute): RouteFault[] {
  const { route: leg } = signedLeg(route);
  if (!leg) return [];
  return [
    ...(isOfItsKind(leg)
      ? []
      : [
          {
            field: 'payment',
            asked: leg.providers?.[0],
            actual: leg.memo === undefined ? 'a plain transfer' : 'a transfer with a memo',
            message: 'Who swaps takes no payment of this kind.',
          },
        ]),
    ...addressFaults(leg),
  ];
}
