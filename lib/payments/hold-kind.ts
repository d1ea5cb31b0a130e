/**
 * Holds how a route is paid against who swaps: a memo is read by THORChain and Maya alone, and a plain transfer is taken
 * by channels and orders alone. Else a route whose bytes are held to the letter could be told as a transfer to anybody.
 */
import { sameAddress } from '../chains/address.ts';
import { CHAINS } from '../chains/chains.ts';
import { assetOf } from '../domain/asset.ts';
import { calledContract } from './known-contracts.ts';
import { isPlainTransfer, type PayableRoute } from './payable-route.ts';
import type { RouteFault } from './route-fault.ts';
import { payeeTraits } from './traits.ts';
import { signedLeg } from './two-leg/signed-leg.ts';

/** Whether who takes the payment ever takes one of this kind. */
function isOfItsKind(route: PayableRoute): boolean {
  const { isOrderedByMemo, opensDepositChannels, locksByHash } = payeeTraits(route.providers?.[0]);
  if (route.memo !== undefined) return isOrderedByMemo === true;
  if (!isPlainTransfer(route)) return true;
  // Where contracts lock the money, no address waits for it.
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

/** Every point in which a route is paid otherwise than who swaps is ever paid. */
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
