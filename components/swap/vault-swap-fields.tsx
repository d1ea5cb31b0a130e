import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { CF_ASSETS, type CfAsset, cfAssetOf, STATE_CHAIN_BLOCK_SECONDS } from '../../lib/chains/chainflip/assets.ts';
import { type BtcPayload, decodeBtcPayload } from '../../lib/chains/chainflip/btc-payload.ts';
import { bytesOfHex } from '../../lib/chains/chainflip/byte-reader.ts';
import { addressHex, contractAssetOf, isEvmChain } from '../../lib/chains/chainflip/contract-ids.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf, checksumAddress } from '../../lib/domain/asset.ts';
import { leastOutput, readVaultCall } from '../../lib/wallet/chainflip/vault-call.ts';
import { FullAddress } from '../ui/address.tsx';
import { duration, fullAmount, percent } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';

/** What the network is told to do with a payment, as its own bytes say it. */
type Instructions = {
  buys: CfAsset | undefined;
  /** As contracts carry it, hex without 0x. */
  to: string;
  least: bigint;
  refund?: string;
  retryBlocks: number;
  parts: number;
  boostBps: number;
  feeBps: number;
};

const boughtBy = (id: number): CfAsset | undefined => {
  const name = contractAssetOf(id);
  return CF_ASSETS.find(({ cf }) => cf.chain === name?.chain && cf.asset === name.asset);
};

const sum = (shares: readonly { bps: number }[]): number => shares.reduce((total, { bps }) => total + bps, 0);

/** @param amount what is sold, in base units. @throws {DecodeError} */
export function instructionsOfCall(data: string, amount: bigint): Instructions {
  const { dstToken, dstAddress, token, parameters } = readVaultCall(data);
  return {
    buys: boughtBy(dstToken),
    to: dstAddress,
    least: leastOutput(parameters.minPriceX128, token?.amount ?? amount),
    refund: parameters.refundAddress,
    retryBlocks: parameters.retryDurationBlocks,
    parts: parameters.dca?.numberOfChunks ?? 1,
    boostBps: parameters.boostFeeBps,
    feeBps: parameters.broker.bps + sum(parameters.affiliates),
  };
}

/** @throws {DecodeError} */
export function instructionsOfPayload(payload: Uint8Array): Instructions {
  const read: BtcPayload = decodeBtcPayload(payload);
  return {
    buys: boughtBy(read.dstToken),
    to: read.dstAddress,
    least: read.minOutputAmount,
    retryBlocks: read.retryDurationBlocks,
    parts: read.numberOfChunks,
    boostBps: read.boostFeeBps,
    feeBps: read.brokerBps + sum(read.affiliates),
  };
}

/** An address as its chain writes it, where the bytes alone tell; else the route's, which they have been compared with. */
function shownAddress(bytes: string, chain: string, ofRoute: string): string {
  if (isEvmChain(chain)) return checksumAddress(`0x${bytes}`);
  if (chain === 'Bitcoin') return new TextDecoder().decode(bytesOfHex(bytes));
  return addressHex(chain, ofRoute) === bytes ? ofRoute : `0x${bytes}`;
}

/** What a payment through Chainflip's vault says, field by field, and in red what differs from the review. */
export function VaultSwapFields({ read, route }: { read: () => Instructions; route: WireRoute }) {
  let said: Instructions;
  try {
    said = read();
  } catch {
    return (
      <Notice kind="loss" title="Do not sign">
        What the network is told to do with this payment cannot be read.
      </Notice>
    );
  }
  const bought = cfAssetOf(assetOf(route.buyAsset));
  const sold = cfAssetOf(assetOf(route.sellAsset));
  const { buys } = said;
  const wrong = [
    ...(bought && buys !== bought ? ['what is bought'] : []),
    ...(bought && said.to !== addressHex(bought.cf.chain, route.destinationAddress) ? ['where it arrives'] : []),
    ...(said.refund !== undefined && sold && said.refund !== addressHex(sold.cf.chain, route.sourceAddress)
      ? ['where refunds go']
      : []),
  ];
  return (
    <div className="grid gap-2">
      <p className="font-medium">What Chainflip is told to do</p>
      <Rows>
        <Row name="Buy">{buys ? `${buys.cf.asset} on ${buys.cf.chain}` : 'an asset that is not known'}</Row>
        {buys && (
          <>
            <Row name="Pay it to" wide>
              <FullAddress address={shownAddress(said.to, buys.cf.chain, route.destinationAddress)} />
            </Row>
            <Row name="At least, before the fee of sending">
              {fullAmount(fromBaseUnits(said.least, buys.decimals))} {buys.cf.asset}
            </Row>
          </>
        )}
        <Row name="Try again, then refund">{duration(said.retryBlocks * STATE_CHAIN_BLOCK_SECONDS)}</Row>
        <Row name="Refund to" wide>
          <FullAddress
            address={
              said.refund === undefined
                ? route.sourceAddress
                : shownAddress(said.refund, sold?.cf.chain ?? '', route.sourceAddress)
            }
          />
        </Row>
        {said.parts > 1 && <Row name="In parts">{said.parts}</Row>}
        {said.boostBps > 0 && <Row name="Boost, at most">{percent(said.boostBps / 100, { digits: 3 })}</Row>}
        {said.feeBps > 0 && <Row name="Fee of this site">{percent(said.feeBps / 100, { digits: 3 })}</Row>}
      </Rows>
      {wrong.length > 0 && (
        <Notice kind="loss" title="Do not sign">
          The transaction differs from what you reviewed: {wrong.join(', ')}.
        </Notice>
      )}
    </div>
  );
}
