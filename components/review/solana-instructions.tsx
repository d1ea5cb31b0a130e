'use client';
import { useEffect, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { SolanaVaultSwap } from '../../lib/chains/chainflip/solana-call.ts';
import { orderOfCall } from '../../lib/chains/chainflip/vault-order.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { readSolanaInitiate } from '../../lib/chains/garden/solana-initiate.ts';
import { priorityLamports } from '../../lib/chains/solana-priority-fee.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import type { DecodedInstruction, DecodedTransaction } from '../../lib/wallet/solana/decode-transaction.ts';
import { assetView } from '../tokens/asset-view.ts';
import { useTokens } from '../tokens/use-tokens.ts';
import { FullAddress } from '../ui/address.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { fullAmount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { VaultSwapFields } from './vault-swap-fields.tsx';

const sol = (lamports: bigint) => `${fullAmount(fromBaseUnits(lamports, CHAINS.SOL.native.decimals))} SOL`;

/** What one instruction takes, in the sold asset where it is that one. */
function Amount({ baseUnits, mint, route }: { baseUnits: bigint; mint: string | undefined; route: WireRoute }) {
  const decimals = useTokens().find(route.sellAsset)?.decimals;
  if (mint === undefined) return sol(baseUnits);
  const sold = assetView(route.sellAsset);
  return sold.address === mint && decimals !== undefined
    ? `${fullAmount(fromBaseUnits(baseUnits, decimals))} ${sold.symbol}`
    : `${fullAmount(baseUnits.toString())} units of the token ${mint}`;
}

function VaultSwap({ swap, route }: { swap: SolanaVaultSwap; route: WireRoute }) {
  return (
    <div className="grid gap-3">
      <Rows>
        <Row name="Hand over to Chainflip's vault (swap program)" wide>
          <FullAddress address={swap.programId} />
        </Row>
        <Row name="Amount">
          <Amount baseUnits={swap.amount} mint={swap.mint} route={route} />
        </Row>
        <Row name="Held for the swap's record">a little SOL for an account, which Solana takes as rent</Row>
      </Rows>
      <VaultSwapFields read={() => orderOfCall(swap, swap.amount, 32)} route={route} />
    </div>
  );
}

function Instruction({ instruction, route }: { instruction: DecodedInstruction; route: WireRoute }) {
  const { read } = instruction;
  switch (read.kind) {
    case 'vaultSwap':
      return <VaultSwap swap={read.swap} route={route} />;
    case 'transfer':
    case 'tokenTransfer': {
      const mint = read.kind === 'transfer' ? undefined : (read.mint ?? 'of another kind');
      const to = read.kind === 'transfer' ? read.to : read.destination;
      return (
        <Rows>
          <Row name="Send">
            <Amount baseUnits={read.baseUnits} mint={mint} route={route} />
          </Row>
          <Row name={read.kind === 'transfer' ? 'to' : 'to the token account'} wide>
            <FullAddress address={to} />
          </Row>
        </Rows>
      );
    }
    case 'createTokenAccount':
      return (
        <Rows>
          <Row name="Open a token account, if there is none, for" note="Solana takes about 0.002 SOL as rent" wide>
            <FullAddress address={read.owner} />
          </Row>
        </Rows>
      );
    case 'unknown': {
      const lock = route.providers[0] === 'GARDEN' ? readSolanaInitiate(instruction) : undefined;
      if (lock && instruction.programId === route.targetAddress)
        return (
          <Rows>
            <Row name="Lock in Garden’s program (initiate)" wide>
              <FullAddress address={lock.programId} />
            </Row>
            <Row name="Amount">
              <Amount baseUnits={lock.amount} mint={lock.mint} route={route} />
            </Row>
            <Row name="Who may take it" note="only with the secret that is shown once you are paid" wide>
              <FullAddress address={lock.redeemer} />
            </Row>
            <Row name="If nobody does, it can come back after">{lock.expiresInSlots.toString()} slots</Row>
          </Rows>
        );
      return (
        <Notice kind="loss" title="Do not sign">
          It calls a program that has nothing to do with this payment: {read.programId}
        </Notice>
      );
    }
    default:
      return null;
  }
}

/** Fee for the signatures, and the priority fee where one is set. Source: solana.com/docs/core/fees. */
const feeOf = ({ signers, instructions }: DecodedTransaction): bigint =>
  5000n * BigInt(signers.length) + priorityLamports(instructions.map(({ read }) => read));

type Reading = DecodedTransaction | 'unreadable' | undefined;

/** The reader is loaded only when a Solana payment is reviewed. */
function useDecoded(transaction: string | undefined): Reading {
  const [decoded, setDecoded] = useState<Reading>();
  useEffect(() => {
    let gone = false;
    setDecoded(undefined);
    if (transaction === undefined) return;
    import('../../lib/wallet/solana/decode-transaction.ts')
      .then(({ decodeTransaction }) => decodeTransaction(transaction))
      .then((read) => !gone && setDecoded(read))
      .catch(() => !gone && setDecoded('unreadable'));
    return () => {
      gone = true;
    };
  }, [transaction]);
  return decoded;
}

/** A Solana transaction in words, instruction by instruction as it stands in its bytes. */
export function SolanaInstructions({ route }: { route: WireRoute }) {
  const transaction = typeof route.tx === 'string' ? route.tx : undefined;
  const decoded = useDecoded(transaction);
  if (decoded === 'unreadable')
    return (
      <Notice kind="loss" title="Do not sign">
        This transaction cannot be read.
      </Notice>
    );
  if (!decoded) return <p className="text-ink-3">Reading the transaction…</p>;
  const others = decoded.signers.filter((signer) => signer !== route.sourceAddress);
  return (
    <div className="grid gap-3">
      {(others.length > 0 || decoded.lookupTables.length > 0) && (
        <Notice kind="loss" title="Do not sign">
          {others.length > 0
            ? `It is to be signed by another account as well: ${others.join(', ')}`
            : 'It names accounts that cannot be read from it.'}
        </Notice>
      )}
      {decoded.instructions.map((instruction, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is all that tells two equal instructions apart.
        <Instruction key={index} instruction={instruction} route={route} />
      ))}
      <Rows>
        <Row name="Network fee">{sol(feeOf(decoded))}</Row>
      </Rows>
      <Disclosure summary="Raw data">
        <p className="ltr max-h-40 overflow-y-auto rounded-6 bg-sunken p-2 font-mono text-12 [overflow-wrap:anywhere]">
          {transaction}
        </p>
      </Disclosure>
    </div>
  );
}
