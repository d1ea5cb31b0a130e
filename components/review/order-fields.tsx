import type { WireEvmTx, WireRoute } from '../../lib/api/schemas/route.ts';
import { decodeInitiateCall, type InitiateTerms } from '../../lib/chains/garden/htlc-call.ts';
import { readTypedData } from '../../lib/chains/garden/typed-data.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { lockSeconds } from '../../lib/wallet/garden/check-initiate.ts';
import { typedDataFault } from '../../lib/wallet/garden/check-typed-data.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { duration } from '../ui/format.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';

type Props = { tx: WireEvmTx; route: WireRoute; sold: (baseUnits: bigint) => string };

const Unreadable = ({ what }: { what: string }) => (
  <Notice kind="loss" title="Do not sign">
    {what} cannot be read.
  </Notice>
);

/** The terms of a lock, in words. */
function Terms({ terms, route, sold }: { terms: InitiateTerms; route: WireRoute; sold: Props['sold'] }) {
  const { chain } = assetOf(route.sellAsset);
  return (
    <>
      <Row name="Lock">{sold(terms.amount)}</Row>
      <Row
        name="Who may take it"
        note={`only with the secret that is shown once ${assetView(route.buyAsset).symbol} is paid to you`}
        wide
      >
        <FullAddress address={terms.redeemer} />
      </Row>
      <Row name="If nobody does, it can come back after">
        {terms.timelock.toString()} blocks, about {duration(lockSeconds(chain, terms.timelock))}
      </Row>
      <Row name="Hash of the secret" wide>
        <span className="ltr font-mono text-12 [overflow-wrap:anywhere]">{terms.secretHash}</span>
      </Row>
    </>
  );
}

/** What Garden's contract is told to do with the payment. */
export function OrderFields({ tx, route, sold }: Props) {
  try {
    const terms = decodeInitiateCall(tx.data);
    return (
      <Rows>
        <Row name="It is asked to">lock (initiate)</Row>
        <Terms terms={terms} route={route} sold={sold} />
      </Rows>
    );
  } catch {
    return <Unreadable what="What the contract is told to do" />;
  }
}

/** The message that is signed in place of a transaction, field by field, and in red what differs from it. */
export function TypedDataFields({ tx, route, sold }: Props) {
  const network = useNetwork();
  const read = readTypedData(route.meta.typedData);
  if (!read) return <Unreadable what="The message" />;
  const { chainName } = assetView(route.sellAsset);
  const fault = typedDataFault(route, tx, network);
  return (
    <>
      <Rows>
        <Row name={`${route.meta.approvals?.length ? 'Then, sign' : 'Sign'} a message for Garden’s lock`} wide>
          <FullAddress address={read.verifyingContract} />
        </Row>
        <Row name="The message">
          Initiate, {read.name} version {read.version}
        </Row>
        <Row name="Valid on" note={`network number ${read.chainId}`}>
          {chainName} only
        </Row>
        <Terms terms={read} route={route} sold={sold} />
        <Row name="Sent by">Garden, which pays the gas</Row>
      </Rows>
      {fault !== undefined && (
        <Notice kind="loss" title="Do not sign">
          {fault}
        </Notice>
      )}
    </>
  );
}
