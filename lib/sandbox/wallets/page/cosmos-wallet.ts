/** A signer of amino documents for the local Cosmos chains, in the shape of Keplr. Source: docs.keplr.app, "Keplr API". */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { chainByNetworkId, chainOf } from '../../../chains/chains.ts';
import { fromBaseUnits } from '../../../domain/amount.ts';
import type { ChainId } from '../../../domain/chain-id.ts';
import { type SignDoc, signDocDigest } from '../../cosmos/amino.ts';
import { type CosmosAccount, cosmosAccount } from '../wallet-accounts.ts';
import { chainsOfKind, seed, WALLET_ICON, WALLET_NAME } from './config.ts';
import { confirm, confirmConnection, type Fact } from './confirm.ts';
import { isAllowed, setAllowed } from './memory.ts';
import { offer } from './offer.ts';
import { invalid, ProviderError, unauthorized } from './provider-error.ts';

const accounts = new Map<ChainId, CosmosAccount>();

function accountOf(chain: ChainId): CosmosAccount {
  const account = accounts.get(chain) ?? cosmosAccount(seed, chain);
  accounts.set(chain, account);
  return account;
}

function chainNamed(chainId: unknown): ChainId {
  const found = typeof chainId === 'string' ? chainByNetworkId(chainId, 'sandbox')?.id : undefined;
  if (found !== undefined && chainsOfKind('cosmos').includes(found)) return found;
  throw new ProviderError(-32602, `There is no chain info for ${String(chainId)}`);
}

async function enable(chainIds: unknown): Promise<void> {
  const chains = (Array.isArray(chainIds) ? chainIds : [chainIds]).map(chainNamed);
  const asked = chains.filter((chain) => !isAllowed(chain));
  if (asked.length === 0) return;
  await confirmConnection(
    asked.map((chain) => accountOf(chain).address).join(', '),
    asked.map((chain) => chainOf(chain).name),
  );
  for (const chain of asked) setAllowed(chain, true);
}

async function getKey(chainId: unknown) {
  const chain = chainNamed(chainId);
  if (!isAllowed(chain)) throw unauthorized();
  const { publicKey, accountHex, address } = accountOf(chain);
  return {
    name: WALLET_NAME,
    algo: 'secp256k1',
    pubKey: publicKey,
    address: hexToBytes(accountHex),
    bech32Address: address,
    isNanoLedger: false,
    isKeystone: false,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isCoin = (value: unknown) => isRecord(value) && isText(value.denom) && isText(value.amount);

/** The document when it is one that a Cosmos chain could take. @throws {ProviderError} */
function documentOf(value: unknown, chainId: unknown): SignDoc {
  if (!isRecord(value) || !isRecord(value.fee)) throw invalid('a sign document is wanted');
  const { chain_id, account_number, sequence, memo, msgs, fee } = value;
  if (chain_id !== chainId) throw invalid('the document is for another chain');
  const texts = [account_number, sequence, memo, fee.gas];
  const messages = Array.isArray(msgs) && msgs.every((msg) => isRecord(msg) && isText(msg.type) && isRecord(msg.value));
  if (!texts.every(isText) || !messages || !Array.isArray(fee.amount) || !fee.amount.every(isCoin))
    throw invalid('the sign document cannot be read');
  return value as SignDoc;
}

function facts(chain: ChainId, doc: SignDoc): Fact[] {
  const { native, denom, name } = chainOf(chain);
  const fee = doc.fee.amount.map(({ amount, denom: of }) =>
    of === denom ? `${fromBaseUnits(BigInt(amount), native.decimals)} ${native.symbol}` : `${amount} ${of}`,
  );
  return [
    ['Network', `${name} (local), ${doc.chain_id}`],
    ...doc.msgs.map(({ type }): Fact => ['Message', type]),
    ['Memo', doc.memo || 'none'],
    ['Fee', fee.join(', ') || 'that of the network'],
  ];
}

async function signAmino(chainId: unknown, signer: unknown, given: unknown) {
  const chain = chainNamed(chainId);
  const { privateKey, publicKey, address } = accountOf(chain);
  if (!isAllowed(chain) || signer !== address) throw unauthorized();
  // A copy: the signed document is the shown one, even if the page changes its object meanwhile.
  const signed = documentOf(structuredClone(given), chainId);
  await confirm({
    title: 'Sign this transaction?',
    facts: facts(chain, signed),
    text: JSON.stringify(
      signed.msgs.map(({ value }) => value),
      undefined,
      2,
    ),
  });
  const signature = secp256k1.sign(signDocDigest(signed), privateKey, { prehash: false, lowS: true });
  return {
    signed,
    signature: {
      pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(publicKey) },
      signature: base64.encode(signature),
    },
  };
}

export function offerCosmosWallet(): void {
  if (chainsOfKind('cosmos').length === 0) return;
  offer('keplr', {
    walletName: WALLET_NAME,
    walletIcon: WALLET_ICON,
    enable,
    getKey,
    signAmino,
    async disable(chainIds?: unknown) {
      const chains = chainIds === undefined ? chainsOfKind('cosmos') : [chainIds].flat().map(chainNamed);
      for (const chain of chains) setAllowed(chain, false);
    },
  });
}
