import type { WireEvmTx, WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { routerTokenOf } from '../../lib/chains/oneinch/router.ts';
import { decodeRouterCall, type RouterCall } from '../../lib/chains/oneinch/router-call.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { routerSwapFault } from '../../lib/wallet/oneinch/check-router-swap.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useTokens } from '../tokens/use-tokens.ts';
import { FullAddress } from '../ui/address.tsx';
import { fullAmount } from '../ui/format.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';

/** What 1inch's router is told to do, field by field, and in red what differs from the review. */
export function RouterSwapFields({
  tx,
  route,
  sold,
  toChannel = false,
}: {
  tx: WireEvmTx;
  route: WireRoute;
  sold: (baseUnits: bigint) => string;
  /** What is bought goes to the channel of a second leg. */
  toChannel?: boolean;
}) {
  const book = useTokens();
  const network = useNetwork();
  let call: RouterCall;
  try {
    call = decodeRouterCall(tx.data);
  } catch {
    return (
      <Notice kind="loss" title="Do not sign">
        What the router is told to do cannot be read.
      </Notice>
    );
  }
  const bought = assetOf(route.buyAsset);
  const buyDecimals =
    bought.kind === 'native' ? CHAINS[bought.chain].native.decimals : book.find(route.buyAsset)?.decimals;
  const amount = call.amount ?? BigInt(tx.value);
  // Which token the last pool pays out is asked of the chain before anything is signed.
  const poolOutput = routerTokenOf(bought);
  const fault =
    buyDecimals === undefined ? undefined : routerSwapFault(tx, route, { amount, network, buyDecimals, poolOutput });
  return (
    <>
      <Rows>
        <Row name="It is asked to">{call.function === 'swap' ? 'swap' : `swap (${call.function})`}</Row>
        <Row name="Sell">{sold(amount)}</Row>
        <Row name="Buy at least, or nothing happens">
          {buyDecimals === undefined
            ? `${fullAmount(call.minReturn.toString())} base units`
            : `${fullAmount(fromBaseUnits(call.minReturn, buyDecimals))} ${assetView(route.buyAsset).symbol}`}
        </Row>
        <Row
          name="Pay it to"
          note={
            call.receiver
              ? toChannel
                ? 'the deposit channel that was opened for this swap'
                : undefined
              : 'you, who send it'
          }
          wide
        >
          <FullAddress address={call.receiver ?? tx.from} />
        </Row>
        {call.executor ? (
          <Row name="Swapped by" wide>
            <FullAddress address={call.executor} />
          </Row>
        ) : (
          call.pools.map((pool) => (
            <Row key={pool.pool} name={`Through the pool (${pool.kind})`} wide>
              <FullAddress address={pool.pool} />
            </Row>
          ))
        )}
      </Rows>
      {fault !== undefined && (
        <Notice kind="loss" title="Do not sign">
          {fault}
        </Notice>
      )}
    </>
  );
}
