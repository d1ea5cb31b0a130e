'use client';
import type { ReactNode } from 'react';
import { evmTxSchema, type WireEvmTx, type WireRoute } from '../../lib/api/schemas/route.ts';
import { sameAddress } from '../../lib/chains/address.ts';
import { decodeEvmCall, isVaultCall } from '../../lib/chains/chainflip/evm-call.ts';
import { orderOfCall, type VaultOrder } from '../../lib/chains/chainflip/vault-order.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf, checksumAddress } from '../../lib/domain/asset.ts';
import type { PaidBy } from '../../lib/wallet/wallet-types.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useTokens } from '../tokens/use-tokens.ts';
import { FullAddress } from '../ui/address.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { fullAmount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { decodeCall } from './decode-calldata.ts';
import { OrderFields, TypedDataFields } from './order-fields.tsx';
import { RouterSwapFields } from './router-swap-fields.tsx';
import { VaultSwapFields } from './vault-swap-fields.tsx';

/** An allowance as the wallet will be asked for it: the amount is read from the transaction itself. */
function Allowance({
  approval,
  first,
  sold,
  spender,
}: {
  approval: WireEvmTx;
  /** Nothing is signed before it. */
  first: boolean;
  sold: (baseUnits: bigint) => string;
  /** What the contract is that may take it. */
  spender: string;
}) {
  const call = decodeCall(approval.data);
  if (call.name !== 'approve')
    return (
      <Notice kind="loss" title="Do not sign">
        The first transaction is no allowance.
      </Notice>
    );
  const zero = call.amount === 0n;
  return (
    <Rows>
      <Row name={`${first ? 'First' : 'Then'}, ${zero ? 'take back an old allowance' : 'allow'}`}>
        {zero ? 'to nothing' : `${sold(call.amount)}, no more`}
      </Row>
      <Row name={`to be taken by ${spender}`} wide>
        <FullAddress address={checksumAddress(call.spender)} />
      </Row>
      <Row name="from the token" wide>
        <FullAddress address={approval.to} />
      </Row>
    </Rows>
  );
}

/** @throws {DecodeError} */
function orderOfEvmCall({ data, value }: WireEvmTx): VaultOrder {
  const call = decodeEvmCall(data);
  return orderOfCall(call, call.token?.amount ?? BigInt(value), 20);
}

type CallProps = { tx: WireEvmTx; route: WireRoute; sold: (baseUnits: bigint) => string; toChannel?: boolean };

/** A deposit through a router of THORChain or Maya, or a swap through Chainflip's vault. */
function DepositFields({ tx, route, sold }: CallProps) {
  const { kind } = assetOf(route.sellAsset);
  const call = decodeCall(tx.data);
  const isVault = isVaultCall(tx.data);
  const asked =
    call.name === 'depositWithExpiry'
      ? 'deposit (depositWithExpiry)'
      : isVault
        ? `swap (${kind === 'token' ? 'xSwapToken' : 'xSwapNative'})`
        : `do ${tx.data.slice(0, 10)}`;
  return (
    <>
      <Rows>
        <Row name="It is asked to">{asked}</Row>
        {call.name === 'depositWithExpiry' && (
          <>
            {kind === 'token' && <Row name="Amount">{sold(call.amount)}</Row>}
            <Row name="Vault that receives" wide>
              <FullAddress address={checksumAddress(call.vault)} />
            </Row>
            <Row name="Refused after">{new Date(Number(call.expirationSeconds) * 1000).toLocaleTimeString()}</Row>
          </>
        )}
      </Rows>
      {isVault && <VaultSwapFields read={() => orderOfEvmCall(tx)} route={route} />}
      {call.name === 'depositWithExpiry' && route.memo !== undefined && call.memo !== route.memo && (
        <Notice kind="loss" title="Do not sign">
          The memo inside the transaction differs from that of the route.
        </Notice>
      )}
    </>
  );
}

/** A plain payment to an address that was opened for this swap, held to the rules by which it will be signed. */
function TransferFields({ tx, route, sold }: CallProps) {
  const call = decodeCall(tx.data);
  const paid =
    call.name === 'transfer' ? { to: call.to, amount: call.amount } : { to: tx.to, amount: BigInt(tx.value) };
  const isRight =
    sameAddress(assetOf(route.sellAsset).chain, paid.to, route.inboundAddress ?? '') &&
    (call.name === 'transfer') === (assetOf(route.sellAsset).kind === 'token');
  return (
    <>
      <Rows>
        <Row name="Send">{sold(paid.amount)}</Row>
        <Row name="To the deposit channel that was opened for this swap" wide>
          <FullAddress address={checksumAddress(paid.to)} />
        </Row>
      </Rows>
      {!isRight && (
        <Notice kind="loss" title="Do not sign">
          It does not pay the deposit channel of this swap.
        </Notice>
      )}
    </>
  );
}

/** `contract` is left out where nothing is called. */
type Kind = { contract?: string; Fields: (props: CallProps) => ReactNode };

function kindOf(route: WireRoute, tx: WireEvmTx): Kind {
  const [first] = route.providers;
  if (first === 'CHAINFLIP->ONEINCH')
    return {
      Fields: TransferFields,
      ...(assetOf(route.sellAsset).kind === 'token' ? { contract: 'the token' } : {}),
    };
  if (first?.startsWith('ONEINCH')) return { contract: 'the router of 1inch', Fields: RouterSwapFields };
  if (first === 'GARDEN') return { contract: 'Garden’s lock', Fields: OrderFields };
  return { contract: isVaultCall(tx.data) ? 'the vault' : 'the router', Fields: DepositFields };
}

/** Everything that an EVM wallet is asked for, in its order. */
export function EvmSigning({
  route,
  by,
  toChannel = false,
}: {
  route: WireRoute;
  by: PaidBy;
  /** What it buys goes to the channel of a second leg. */
  toChannel?: boolean;
}) {
  const decimals = useTokens().find(route.sellAsset)?.decimals;
  const parsed = evmTxSchema.safeParse(route.tx);
  if (!parsed.success) return null;
  const tx = parsed.data;
  const { native } = CHAINS[assetOf(route.sellAsset).chain];
  const { contract, Fields } = kindOf(route, tx);
  const isNative = assetOf(route.sellAsset).kind === 'native';
  const digits = isNative ? native.decimals : decimals;
  const sold = (baseUnits: bigint) =>
    digits === undefined
      ? `${fullAmount(baseUnits.toString())} base units`
      : `${fullAmount(fromBaseUnits(baseUnits, digits))} ${assetView(route.sellAsset).symbol}`;
  const approvals = route.meta.approvals ?? [];
  return (
    <div className="grid gap-3">
      {approvals.map((approval, index) => (
        <Allowance
          key={approval.data}
          approval={approval}
          first={index === 0}
          sold={sold}
          spender={contract ?? 'nobody'}
        />
      ))}
      {by === 'signature' ? (
        <TypedDataFields route={route} sold={sold} tx={tx} />
      ) : (
        <>
          {contract && (
            <Rows>
              <Row name={`${approvals.length > 0 ? 'Then, call' : 'Call'} ${contract}`} wide>
                <FullAddress address={checksumAddress(tx.to)} />
              </Row>
            </Rows>
          )}
          <Fields tx={tx} route={route} sold={sold} toChannel={toChannel} />
          <Rows>
            <Row name="Coins sent along">
              {fullAmount(fromBaseUnits(BigInt(tx.value), native.decimals))} {native.symbol}
            </Row>
          </Rows>
        </>
      )}
      <Disclosure summary="Raw data">
        <p className="ltr max-h-40 overflow-y-auto rounded-6 bg-sunken p-2 font-mono text-12 [overflow-wrap:anywhere]">
          {by === 'signature' ? JSON.stringify(route.meta.typedData) : tx.data}
        </p>
      </Disclosure>
    </div>
  );
}
