/** Asks a token whether it takes permits (EIP-2612); one that does not prove how it hashes them takes none. */
import { type PublicClient, parseAbi } from 'viem';
import type { PermitFacts } from '../../payments/evm/evm-terms.ts';
import { domainSeparator } from '../../payments/evm/typed-domain.ts';
import { hexOf } from './erc20-reads.ts';

/** Sources: EIP-2612, EIP-5267; `version` and `PERMIT_TYPEHASH` of USDC and of tokens like DAI. */
const READS = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address owner) view returns (uint256)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
]);

/** keccak256 of `PERMIT_TYPE`. DAI and its like have another one: their permits are without an amount. */
const PERMIT_TYPE_HASH = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9';

/** OpenZeppelin's, whose older tokens do not answer it. */
const USUAL_VERSION = '1';

type Reader = Pick<PublicClient, 'readContract'>;

/**
 * Undefined also when the chain cannot be asked: an allowance is then sent as a transaction. @param chainId EIP-155.
 */
export async function permitFacts(
  reader: Reader,
  { token, owner, chainId }: { token: string; owner: string; chainId: number },
): Promise<PermitFacts | undefined> {
  const at = { address: hexOf(token), abi: READS } as const;
  const none = () => undefined;
  const separator = await reader.readContract({ ...at, functionName: 'DOMAIN_SEPARATOR' }).catch(none);
  if (separator === undefined) return undefined;
  const [nonce, type, name, version, domain] = await Promise.all([
    reader.readContract({ ...at, functionName: 'nonces', args: [hexOf(owner)] }).catch(none),
    reader.readContract({ ...at, functionName: 'PERMIT_TYPEHASH' }).catch(none),
    reader.readContract({ ...at, functionName: 'name' }).catch(none),
    reader.readContract({ ...at, functionName: 'version' }).catch(none),
    reader.readContract({ ...at, functionName: 'eip712Domain' }).catch(none),
  ]);
  if (nonce === undefined || (type !== undefined && type !== PERMIT_TYPE_HASH)) return undefined;
  const found = [
    { name: domain?.[1], version: domain?.[2] },
    { name, version },
    { name, version: USUAL_VERSION },
  ].find(
    (one): one is { name: string; version: string } =>
      one.name !== undefined &&
      // Wallets leave an empty version out of the domain.
      !!one.version &&
      domainSeparator({
        name: one.name,
        version: one.version,
        chainId: BigInt(chainId),
        verifyingContract: token,
      }) === separator,
  );
  return found && { ...found, separator, nonce: nonce.toString() };
}
