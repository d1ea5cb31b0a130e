/**
 * Decodes who signed an extrinsic of Asset Hub and what its call would pay; leaves out calls that it does not know.
 * Pallets, calls and extensions: polkadot-fellows/runtimes asset-hub-polkadot/src/lib.rs.
 */
import { ScaleReader } from '../chains/scale-reader.ts';

/**
 * A transfer that a call requests. `to` is an account in hex; `baseUnits` is undefined where the whole balance is sent.
 */
export type AskedTransfer = { to: string; assetId?: string; baseUnits?: bigint };
export type ReadExtrinsic = { from?: string; transfers: AskedTransfer[] };

const SIGNED_V4 = 0x84;
const PALLET = { timestamp: 3, balances: 10, utility: 40, assets: 50 } as const;
const BALANCES = { allowDeath: 0, keepAlive: 3, all: 4 } as const;
const ASSETS = { transfer: 8, keepAlive: 9, all: 32 } as const;
/** The calls batch, batch_all and force_batch. */
const BATCHES: readonly number[] = [0, 2, 4];
const DEEPEST = 8;
/** Lengths of signatures: ed25519, sr25519, ecdsa. */
const SIGNATURE_BYTES: readonly number[] = [64, 64, 65];
/** The location of an asset of the same chain: parents 0, X2(PalletInstance(50), GeneralIndex(id)). */
const LOCAL_ASSET = '0002043205';

class Unknown extends Error {}

function address(from: ScaleReader): string {
  const kind = from.byte();
  // The address kinds Id and Address32.
  if (kind === 0 || kind === 3) return from.hex(32);
  throw new Unknown('an address by an index');
}

function skipEra(from: ScaleReader): void {
  if (from.byte() !== 0) from.byte();
}

/** Skips CheckEra, CheckNonce, ChargeAssetTxPayment with its asset, and CheckMetadataHash. */
function skipExtra(from: ScaleReader): void {
  skipEra(from);
  from.compact();
  from.compact();
  if (from.byte() === 1) {
    if (from.hex(LOCAL_ASSET.length / 2) !== LOCAL_ASSET) throw new Unknown('a fee in an asset from elsewhere');
    from.compact();
  }
  from.byte();
}

function transfersOf(from: ScaleReader, depth: number): AskedTransfer[] {
  if (depth > DEEPEST) throw new Unknown('too deep');
  const [pallet, call] = [from.byte(), from.byte()];
  if (pallet === PALLET.balances && (call === BALANCES.allowDeath || call === BALANCES.keepAlive))
    return [{ to: address(from), baseUnits: from.compact() }];
  if (pallet === PALLET.balances && call === BALANCES.all) {
    const to = address(from);
    from.byte();
    return [{ to }];
  }
  if (pallet === PALLET.assets && (call === ASSETS.transfer || call === ASSETS.keepAlive)) {
    const assetId = String(from.compact());
    return [{ assetId, to: address(from), baseUnits: from.compact() }];
  }
  if (pallet === PALLET.assets && call === ASSETS.all) {
    const assetId = String(from.compact());
    const to = address(from);
    from.byte();
    return [{ assetId, to }];
  }
  if (pallet === PALLET.utility && BATCHES.includes(call)) {
    const count = Number(from.compact());
    return Array.from({ length: Math.min(count, from.length) }, () => transfersOf(from, depth + 1)).flat();
  }
  throw new Unknown(`call ${pallet}.${call}`);
}

/**
 * Never throws: an extrinsic that cannot be decoded has no transfers. @param bytes the extrinsic with its length
 * prefix.
 */
export function readExtrinsic(bytes: Uint8Array): ReadExtrinsic {
  const from = new ScaleReader(bytes);
  let signer: string | undefined;
  try {
    from.compact();
    if (from.byte() !== SIGNED_V4) return { transfers: [] };
    signer = address(from);
    const signature = SIGNATURE_BYTES[from.byte()];
    if (signature === undefined) return { from: signer, transfers: [] };
    from.take(signature);
    skipExtra(from);
    return { from: signer, transfers: transfersOf(from, 0) };
  } catch {
    return { ...(signer === undefined ? {} : { from: signer }), transfers: [] };
  }
}

/**
 * The unix ms that the inherent Timestamp.set sets; undefined for every other extrinsic. The inherent is unsigned and
 * of version 4 or 5.
 */
export function timeSetBy(bytes: Uint8Array): number | undefined {
  try {
    const from = new ScaleReader(bytes);
    from.compact();
    const [version, pallet, call] = from.take(3);
    if ((version !== 4 && version !== 5) || pallet !== PALLET.timestamp || call !== 0) return undefined;
    return Number(from.compact());
  } catch {
    return undefined;
  }
}
