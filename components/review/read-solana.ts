/** A Solana transaction in words, instruction by instruction as it stands in its bytes, held against the review. */

import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits, toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { SolanaVaultSwap } from '../../lib/payments/chainflip/solana-call.ts';
import { orderOfCall } from '../../lib/payments/chainflip/vault-order.ts';
import { readSolanaInitiate } from '../../lib/payments/garden/solana-initiate.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { upstreamOf } from '../../lib/payments/payable-route.ts';
import { readSolanaMemo } from '../../lib/payments/solana/memo.ts';
import { priorityLamports } from '../../lib/payments/solana/priority-fee.ts';
import { associatedTokenAccount } from '../../lib/payments/solana/token-account.ts';
import { checkSolanaTx } from '../../lib/wallet/solana/check-solana.ts';
import { type DecodedInstruction, decodeTransaction } from '../../lib/wallet/solana/decode-transaction.ts';
import type { SolanaFacts } from '../../lib/wallet/solana/solana-facts.ts';
import { assetView } from '../tokens/asset-view.ts';
import { fullAmount } from '../ui/format.ts';
import { readVaultOrder } from './read-order.ts';
import { amountWords, faultOf, Reader, type Signing } from './signing.ts';

/** Fee for one signature. Source: solana.com/docs/core/fees. */
export const SIGNATURE_LAMPORTS = 5000n;

export const solWords = (t: Text, lamports: bigint): string =>
  `${fullAmount(fromBaseUnits(lamports, CHAINS.SOL.native.decimals), t.tag)} SOL`;

type Sold = {
  words: (baseUnits: bigint, mint: string | undefined) => string;
  units: bigint | undefined;
  reviewed: string;
};

function soldOf(t: Text, route: PayableRoute, facts: SolanaFacts): Sold {
  const asset = assetOf(route.sellAsset);
  const view = assetView(route.sellAsset);
  const decimals = asset.kind === 'token' ? facts.mints[asset.address]?.decimals : CHAINS.SOL.native.decimals;
  return {
    units: decimals === undefined ? undefined : toBaseUnits(route.sellAmount, decimals, 'exact'),
    reviewed: `${fullAmount(route.sellAmount, t.tag)} ${view.symbol}`,
    words: (units, mint) =>
      mint === undefined
        ? solWords(t, units)
        : asset.kind === 'token' && asset.address === mint
          ? amountWords(t, units, decimals, view.symbol)
          : t('{amount} base units of {symbol}', { amount: fullAmount(units.toString(), t.tag), symbol: mint }),
  };
}

/** What is taken, held against what is sold. */
function held(
  reader: Reader,
  name: string,
  { words, units, reviewed }: Sold,
  taken: { amount: bigint; mint: string | undefined },
  mint: string | undefined,
): void {
  const isRight = taken.mint === mint && (units === undefined || units === taken.amount);
  reader.held({ name, value: words(taken.amount, taken.mint) }, isRight ? undefined : reviewed);
}

function readVaultSwap(t: Text, swap: SolanaVaultSwap, route: PayableRoute, sold: Sold): Reader {
  const asset = assetOf(route.sellAsset);
  const target = route.targetAddress ?? '';
  const reader = new Reader().held(
    { name: t('Hand over to Chainflip’s vault (swap program)'), value: swap.programId, as: 'address' },
    swap.programId === target ? undefined : target,
  );
  held(
    reader,
    t('Amount'),
    sold,
    { amount: swap.amount, mint: swap.mint },
    asset.kind === 'token' ? asset.address : undefined,
  );
  return reader
    .row({ name: t('Held for the swap’s record'), value: t('a little SOL for an account, which Solana takes as rent') })
    .take(readVaultOrder(t, orderOfCall(swap, swap.amount, 32), route));
}

function readTransfer(t: Text, { read }: DecodedInstruction, route: PayableRoute, sold: Sold): Reader | undefined {
  const asset = assetOf(route.sellAsset);
  const mint = asset.kind === 'token' ? asset.address : undefined;
  const inbound = route.inboundAddress ?? '';
  const reader = new Reader();
  if (read.kind === 'transfer') {
    held(reader, t('Send'), sold, { amount: read.baseUnits, mint: undefined }, mint);
    return reader.held({ name: t('To'), value: read.to, as: 'address' }, read.to === inbound ? undefined : inbound);
  }
  if (read.kind !== 'tokenTransfer') return undefined;
  held(reader, t('Send'), sold, { amount: read.baseUnits, mint: read.mint ?? t('an unknown token') }, mint);
  const account = mint !== undefined && inbound !== '' ? associatedTokenAccount(inbound, mint) : inbound;
  return reader.held(
    { name: t('To the token account'), value: read.destination, as: 'address' },
    read.destination === account ? undefined : account,
  );
}

function readInstruction(
  t: Text,
  instruction: DecodedInstruction,
  route: PayableRoute,
  sold: Sold,
): Reader | undefined {
  const { read } = instruction;
  const transfer = readTransfer(t, instruction, route, sold);
  if (transfer) return transfer;
  if (read.kind === 'vaultSwap') return readVaultSwap(t, read.swap, route, sold);
  if (read.kind === 'createTokenAccount')
    return new Reader().row({
      name: t('Open a token account, if there is none, for'),
      value: read.owner,
      as: 'address',
      note: t('Solana takes about {amount} as rent', { amount: '0.002 SOL' }),
    });
  if (read.kind !== 'unknown') return undefined;
  const memo = readSolanaMemo(instruction);
  if (memo !== undefined)
    return new Reader().held(
      { name: t('Memo'), value: memo, as: 'code' },
      memo === route.memo ? undefined : (route.memo ?? t('no memo')),
    );
  const lock = upstreamOf(route) === 'GARDEN' ? readSolanaInitiate(instruction) : undefined;
  if (lock && instruction.programId === route.targetAddress) {
    const asset = assetOf(route.sellAsset);
    const reader = new Reader().row({
      name: t('Lock in Garden’s program (initiate)'),
      value: lock.programId,
      as: 'address',
    });
    held(
      reader,
      t('Lock'),
      sold,
      { amount: lock.amount, mint: lock.mint },
      asset.kind === 'token' ? asset.address : undefined,
    );
    return reader
      .row({
        name: t('Who may take it'),
        value: lock.redeemer,
        as: 'address',
        note: t('only with the secret that is shown once {symbol} is paid to you', {
          symbol: assetView(route.buyAsset).symbol,
        }),
      })
      .row({
        name: t('If nobody does, it can come back after'),
        value: t('{n} slots', { n: fullAmount(lock.expiresInSlots.toString(), t.tag) }),
      });
  }
  return new Reader().held(
    { name: t('Calls a program that has nothing to do with this payment'), value: read.programId, as: 'address' },
    t('not called'),
  );
}

/** @throws {Error} unless all of it can be read. */
export function readSolana(t: Text, transaction: string, route: PayableRoute, facts: SolanaFacts): Signing {
  const decoded = decodeTransaction(transaction, facts.tables);
  const sold = soldOf(t, route, facts);
  const readers = decoded.instructions.flatMap((instruction) => readInstruction(t, instruction, route, sold) ?? []);
  const fee =
    SIGNATURE_LAMPORTS * BigInt(decoded.signers.length) +
    priorityLamports(decoded.instructions.map(({ read }) => read));
  const cost = new Reader().row({ name: t('Network fee'), value: solWords(t, fee) });
  const others = decoded.signers.filter((signer) => signer !== route.sourceAddress);
  if (others.length > 0)
    cost.differences.push({ name: t('Signed by'), reviewed: route.sourceAddress, signed: decoded.signers.join(', ') });
  const fault = faultOf(() => checkSolanaTx(route, facts));
  return {
    sections: [...readers, cost].map((reader) => reader.section()),
    differences: [...readers, cost].flatMap((reader) => reader.differences),
    ...(fault === undefined ? {} : { fault }),
    raw: [{ name: t('Transaction'), text: transaction }],
  };
}
