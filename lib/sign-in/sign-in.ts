/**
 * Proves that a caller holds an EVM address: it signs a message (EIP-4361) with a nonce that counts once, and gets a token
 * that reads the address's own swaps for an hour.
 */
import { randomBytes } from 'node:crypto';
import { createClient, custom, recoverMessageAddress } from 'viem';
import { verifyMessage } from 'viem/actions';
import { createSiweMessage, parseSiweMessage, type SiweMessage, validateSiweMessage } from 'viem/siwe';
import { Problem, validationProblem } from '../api/problem.ts';
import type { SignedIn, SignInMessage } from '../api/schemas/sign-in.ts';
import { type ChainClients, type EvmClient, isRpcError } from '../chain-clients/chain-clients.ts';
import { sameAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { CHAINS, chainByNetworkId, networkOf } from '../chains/chains.ts';
import type { SignedInAddress, SignInStore } from '../db/sign-in-store.ts';
import { checksumAddress } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { type Hex, hex } from '../payments/evm/hex.ts';

export type SignInDeps = {
  store: Pick<SignInStore, 'addNonce' | 'takeNonce' | 'addToken' | 'addressOfToken'>;
  clients: ChainClients;
  network: NetworkName;
  /** Unix ms. */
  now: () => number;
};

/** @param site the deployment's own URL, without a trailing slash. */
export type SignIn = {
  /** @throws {Problem} 400 for a chain that is no EVM chain. */
  message(wish: { address: string; chain?: ChainId | undefined }, site: string): Promise<SignInMessage>;
  /** @throws {Problem} 400, 401; 503 where the account's chain cannot be asked. */
  token(signed: { message: string; signature: string }, site: string, signal: AbortSignal): Promise<SignedIn>;
  /** @throws {Problem} 401 for a token that is unknown or has ended. */
  holderOf(token: string): Promise<SignedInAddress>;
};

const MINUTE_MS = 60_000;
const NONCE_MS = 10 * MINUTE_MS;
const TOKEN_MS = 60 * MINUTE_MS;
/** How far a caller's clock may run ahead. */
const AHEAD_MS = MINUTE_MS;
const STATEMENT = 'Show me the swaps of this address. This sends no transaction and costs nothing.';

const unauthorized = (detail: string): Problem =>
  new Problem({
    status: 401,
    title: 'Unauthorized',
    detail,
    headers: { 'www-authenticate': 'Bearer realm="swaps"' },
  });
const wrong = (field: string, message: string, code: string): Problem =>
  validationProblem([{ field, message: `${field} ${message}.`, code }]);

const NO_EVM = 'must be an EVM chain';

function evmNumberOf(chain: ChainId, network: NetworkName): number {
  if (CHAINS[chain].kind !== 'evm') throw wrong('chain', NO_EVM, 'wrong_chain');
  return Number(networkOf(chain, network).networkId);
}

/** The fields of a message that is written exactly as EIP-4361 says, for this site. @throws {Problem} 400 */
function readMessage(text: string, site: string, now: number): SiweMessage {
  const fields = parseSiweMessage(text) as SiweMessage;
  let isPlain = false;
  try {
    // Whatever the reader passed over is missing here.
    isPlain = createSiweMessage(fields) === text;
  } catch {
    // A field that is missing or malformed.
  }
  if (!isPlain) throw wrong('message', 'must be written as EIP-4361 says', 'invalid_format');
  const { host, origin } = new URL(site);
  if (fields.domain !== host || (fields.scheme !== undefined && `${fields.scheme}://${host}` !== origin))
    throw wrong('message', `must be for the domain ${host}`, 'wrong_domain');
  if (fields.uri !== site) throw wrong('message', `must name the URI ${site}`, 'wrong_uri');
  const issuedAt = fields.issuedAt?.getTime() ?? Number.NaN;
  const isTimely = issuedAt < now + AHEAD_MS && validateSiweMessage({ message: fields, time: new Date(now) });
  if (!isTimely) throw wrong('message', 'must hold now, by its own times', 'expired');
  return fields;
}

async function isSignedBy(address: string, message: string, signature: Hex): Promise<boolean> {
  try {
    return sameAddress('ETH', await recoverMessageAddress({ message, signature }), address);
  } catch {
    return false;
  }
}

/** Asks the account's own code on its chain. @throws {ChainUnavailable} */
async function isTakenByCode(
  client: EvmClient,
  signed: { address: Hex; message: string; signature: Hex },
  signal: AbortSignal,
): Promise<boolean> {
  let outage: unknown;
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    try {
      return await client.rpc(method, Array.isArray(params) ? params : [], { signal });
    } catch (error) {
      if (!isRpcError(error)) outage = error;
      throw error;
    }
  };
  const reader = createClient({ transport: custom({ request }, { retryCount: 0 }) });
  const isTaken = await verifyMessage(reader, signed).catch(() => false);
  // viem takes a node that is away for a refusal.
  if (outage !== undefined) throw outage;
  return isTaken;
}

export function createSignIn({ store, clients, network, now }: SignInDeps): SignIn {
  /** Undefined: a plain account, the same on every chain. @throws {Problem} 401 or 503 for a signature that is not the address's. */
  async function provenOn(
    chain: ChainId,
    signed: { address: Hex; message: string; signature: Hex },
    signal: AbortSignal,
  ): Promise<ChainId | undefined> {
    if (await isSignedBy(signed.address, signed.message, signed.signature)) return undefined;
    const client = clients.evm(chain);
    const isOwn =
      client &&
      (await isTakenByCode(client, signed, signal).catch(() => {
        const detail = `${CHAINS[chain].name} cannot be asked about this account right now. Ask for a new message in a moment.`;
        throw new Problem({ status: 503, title: 'Service Unavailable', detail, headers: { 'retry-after': '5' } });
      }));
    if (isOwn) return chain;
    throw unauthorized(
      'The signature is not one of the address in the message. Ask for a new message and sign it as it is.',
    );
  }

  return {
    async message({ address, chain = 'ETH' }, site) {
      const at = now();
      const nonce = randomBytes(16).toString('hex');
      const expiresAt = at + NONCE_MS;
      const message = createSiweMessage({
        address: hex(checksumAddress(address)),
        chainId: evmNumberOf(chain, network),
        domain: new URL(site).host,
        uri: site,
        version: '1',
        statement: STATEMENT,
        nonce,
        issuedAt: new Date(at),
        expirationTime: new Date(expiresAt),
      });
      await store.addNonce(nonce, expiresAt);
      return { message, nonce, expiresAt: new Date(expiresAt).toISOString() };
    },
    async token({ message, signature }, site, signal) {
      const at = now();
      const { address, nonce, chainId } = readMessage(message, site, at);
      const chain = chainByNetworkId(chainId, network)?.id;
      if (chain === undefined || CHAINS[chain].kind !== 'evm') throw wrong('message', NO_EVM, 'wrong_chain');
      // It is used up whatever becomes of the signature, so that no nonce can be tried twice.
      if (!(await store.takeNonce(nonce, at)))
        throw unauthorized(
          'The nonce of this message was not given out here, or it was used, or is too old. Ask for a new message.',
        );
      const proven = await provenOn(chain, { address, message, signature: hex(signature) }, signal);
      const token = `pts_${randomBytes(32).toString('base64url')}`;
      const expiresAt = at + TOKEN_MS;
      await store.addToken(token, { address: address.toLowerCase(), chain: proven }, expiresAt);
      return {
        token,
        address: checksumAddress(address),
        ...(proven === undefined ? {} : { chain: proven }),
        expiresAt: new Date(expiresAt).toISOString(),
      };
    },
    async holderOf(token) {
      const holder = await store.addressOfToken(token, now());
      if (holder) return holder;
      throw unauthorized('This token is not known here, or it has ended. Sign in again: POST /v1/sign-in.');
    },
  };
}
