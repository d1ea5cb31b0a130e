/**
 * Accepts an input only if its signature is the spent output's owner's; what it cannot check it refuses with a reason.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sameBytes } from './bytes.ts';
import type { ChainRules } from './chain-rules.ts';
import { hash160, p2pkhScript, pushesOf, scriptKind } from './scripts.ts';
import { legacySighash, SIGHASH_ALL, SIGHASH_ALL_FORKID, segwitV0Sighash, taprootSighash } from './sighash.ts';
import { commitsTo, leafHash, scriptPathSighash, TAPSCRIPT_VERSION, witnessSize } from './taproot.ts';
import { runTapscript, TapscriptFailed } from './tapscript.ts';
import type { RawTransaction, TxInput, TxOutput } from './tx-encoding.ts';
import { zcashSighash } from './zcash-transaction.ts';

/** The script forbids the spend; `message` is the node's complete reject reason. */
export class ScriptRefused extends Error {
  override readonly name = 'ScriptRefused';
}

const failed = (why: string): ScriptRefused => new ScriptRefused(`mandatory-script-verify-flag-failed (${why})`);
const nonStandard = (why: string): ScriptRefused => new ScriptRefused(`non-mandatory-script-verify-flag (${why})`);
const unsupported = (why: string): ScriptRefused => new ScriptRefused(`bad-txns-nonstandard-inputs (${why})`);

type Spend = { tx: RawTransaction; index: number; input: TxInput; spent: readonly TxOutput[]; output: TxOutput };

function compactSignature(der: Uint8Array): Uint8Array {
  try {
    return secp256k1.Signature.fromBytes(der, 'der').toBytes('compact');
  } catch {
    throw failed('Non-canonical DER signature');
  }
}

/** `signature` ends with its hash type; `digest` is called only if that type is `hashType`. */
function checkEcdsa(signature: Uint8Array, publicKey: Uint8Array, hashType: number, digest: () => Uint8Array): void {
  if (signature.length === 0)
    throw failed('Script evaluated without error but finished with a false/empty top stack element');
  const given = signature.at(-1);
  if (given !== hashType)
    throw unsupported(
      `hash type 0x${given?.toString(16)} is not checked here, only 0x${hashType.toString(16)}: the whole transaction`,
    );
  if (signature.length === 65) throw unsupported('Schnorr signatures of Bitcoin Cash are not checked here, only ECDSA');
  const compact = compactSignature(signature.subarray(0, -1));
  if (secp256k1.Signature.fromBytes(compact, 'compact').hasHighS())
    throw nonStandard('Non-canonical signature: S value is unnecessarily high');
  let valid = false;
  try {
    valid = secp256k1.verify(compact, digest(), publicKey, { prehash: false, lowS: true });
  } catch {
    throw failed('Public key is neither compressed or uncompressed');
  }
  if (!valid) throw failed('Signature must be zero for failed CHECK(MULTI)SIG operation');
}

function p2pkhDigest(spend: Spend, rules: ChainRules): { hashType: number; digest: () => Uint8Array } {
  const { tx, index, spent, output } = spend;
  if (rules.p2pkhDigest === 'zip244') return { hashType: SIGHASH_ALL, digest: () => zcashSighash(tx, index, spent) };
  if (rules.p2pkhDigest === 'forkid') {
    const digest = () => segwitV0Sighash(tx, index, output.script, output.value, SIGHASH_ALL_FORKID);
    return { hashType: SIGHASH_ALL_FORKID, digest };
  }
  return { hashType: SIGHASH_ALL, digest: () => legacySighash(tx, index, output.script) };
}

function verifyP2pkh(spend: Spend, hash: Uint8Array, rules: ChainRules): void {
  const { input } = spend;
  if (input.witness.length > 0) throw failed('Witness provided for non-witness script');
  const pushes = pushesOf(input.scriptSig);
  if (!pushes) throw failed('Only push operators allowed in signatures');
  const [signature, publicKey] = pushes;
  if (pushes.length < 2 || !signature || !publicKey) throw failed('Operation not valid with the current stack size');
  if (pushes.length > 2) throw nonStandard('Stack size must be exactly one after execution');
  if (!sameBytes(hash160(publicKey), hash)) throw failed('Script failed an OP_EQUALVERIFY operation');
  const { hashType, digest } = p2pkhDigest(spend, rules);
  checkEcdsa(signature, publicKey, hashType, digest);
}

function verifyP2wpkh(spend: Spend, program: Uint8Array): void {
  const { tx, index, input, output } = spend;
  const [signature, publicKey] = input.witness;
  if (input.witness.length === 0) throw failed('Witness program was passed an empty witness');
  if (input.witness.length !== 2 || !signature || !publicKey) throw failed('Witness program hash mismatch');
  if (publicKey.length !== 33) throw nonStandard('Using non-compressed keys in segwit');
  if (!sameBytes(hash160(publicKey), program)) throw failed('Script failed an OP_EQUALVERIFY operation');
  const digest = () => segwitV0Sighash(tx, index, p2pkhScript(program), output.value, SIGHASH_ALL);
  checkEcdsa(signature, publicKey, SIGHASH_ALL, digest);
}

function verifyP2sh(spend: Spend, hash: Uint8Array, rules: ChainRules): void {
  const pushes = pushesOf(spend.input.scriptSig);
  const redeem = pushes?.at(-1);
  if (!pushes || !redeem) throw failed('Operation not valid with the current stack size');
  if (!sameBytes(hash160(redeem), hash))
    throw failed('Script evaluated without error but finished with a false/empty top stack element');
  const kind = scriptKind(redeem);
  if (!rules.segwit || kind.type !== 'v0_p2wpkh')
    throw unsupported(`this script hash is not spent here: ${supportedTemplates(rules)} are`);
  if (pushes.length !== 1) throw failed('Witness requires only-redeemscript scriptSig');
  verifyP2wpkh(spend, kind.payload);
}

/** BIP 341 and 342: the output commits to the script, and the script accepts the witness items before it. */
function verifyScriptPath({ tx, index, input, spent }: Spend, key: Uint8Array): void {
  const control = input.witness.at(-1) ?? new Uint8Array();
  const script = input.witness.at(-2) ?? new Uint8Array();
  // BIP 341: if there are two or more items and the last begins with 0x50, it is the annex.
  if (control[0] === 0x50) throw unsupported('annexes are not checked here');
  const committed = commitsTo(key, script, control);
  if (committed === undefined) throw failed('Invalid Taproot control block size');
  if (!committed) throw failed('Witness program hash mismatch');
  if (((control[0] ?? 0) & 0xfe) !== TAPSCRIPT_VERSION)
    throw nonStandard('Taproot version reserved for soft-fork upgrades');
  const leaf = leafHash(script);
  const digest = (hashType: number) => scriptPathSighash(tx, index, spent, hashType, leaf);
  const { version } = tx;
  const { sequence, witness } = input;
  try {
    runTapscript(script, witness.slice(0, -2), { digest, version, sequence, witnessSize: witnessSize(witness) });
  } catch (error) {
    if (!(error instanceof TapscriptFailed)) throw error;
    throw error.unknown ? unsupported(error.message) : failed(error.message);
  }
}

function verifyTaproot(spend: Spend, key: Uint8Array): void {
  const { tx, index, input, spent } = spend;
  const [signature] = input.witness;
  if (!signature) throw failed('Witness program was passed an empty witness');
  if (input.witness.length > 1) {
    verifyScriptPath(spend, key);
    return;
  }
  if (signature.length !== 64 && signature.length !== 65) throw failed('Invalid Schnorr signature size');
  const hashType = signature.length === 65 ? (signature[64] ?? 0) : 0;
  if (signature.length === 65 && hashType === 0) throw failed('Invalid Schnorr signature hash type');
  if (hashType !== 0 && hashType !== SIGHASH_ALL)
    throw unsupported(`hash type 0x${hashType.toString(16)} is not checked here, only the whole transaction`);
  const digest = taprootSighash(tx, index, spent, hashType);
  if (!schnorr.verify(signature.subarray(0, 64), digest, key)) throw failed('Invalid Schnorr signature');
}

/** For error messages: the kinds of output that can be spent on the chain. */
const supportedTemplates = (rules: ChainRules): string =>
  ['P2PKH', ...(rules.segwit ? ['P2WPKH', 'P2SH-P2WPKH'] : []), ...(rules.taproot ? ['P2TR'] : [])].join(', ');

/**
 * Checks input `index` against the output at the same index of `spent`.
 * @throws {ScriptRefused} with Bitcoin Core's reject reason.
 */
export function verifyInput(tx: RawTransaction, index: number, spent: readonly TxOutput[], rules: ChainRules): void {
  const input = tx.inputs[index];
  const output = spent[index];
  if (!input || !output) throw new RangeError(`no input ${index}`);
  const spend: Spend = { tx, index, input, spent, output };
  const kind = scriptKind(output.script);
  const witness = kind.type === 'v0_p2wpkh' || kind.type === 'v1_p2tr';
  if (witness && input.scriptSig.length > 0) throw failed('Witness requires empty scriptSig');
  if (kind.type === 'p2pkh') verifyP2pkh(spend, kind.payload, rules);
  else if (kind.type === 'p2sh') verifyP2sh(spend, kind.payload, rules);
  else if (kind.type === 'v0_p2wpkh' && rules.segwit) verifyP2wpkh(spend, kind.payload);
  else if (kind.type === 'v1_p2tr' && rules.taproot) verifyTaproot(spend, kind.payload);
  else throw unsupported(`${kind.type} outputs are not spent here: ${supportedTemplates(rules)} are`);
}
