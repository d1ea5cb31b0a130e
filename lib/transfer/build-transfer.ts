/**
 * Builds a plain payment of exactly the amount, in the chain's own coin or a token, from a sender who holds it. Made
 * for deposit addresses, which may be contracts (EVM) and accounts without a key (Solana).
 */
import { type AccountRole, type Address, address, createNoopSigner, type Instruction } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { checkAddress } from '../chains/address.ts';
import type { Chain } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import type { Amount } from '../domain/amount.ts';
import type { EvmTx } from '../domain/route.ts';
import { transferData } from '../payments/evm/token-call-data.ts';
import { SOLANA_MEMO_PROGRAM } from '../payments/solana/memo.ts';
import {
  type BuiltTx,
  type FundsLook,
  type TransferDeps,
  type Unavailable,
  unavailable,
  withoutClient,
} from './built-tx.ts';
import { estimateGas, evmBase, evmFundsMissing } from './evm-sender.ts';
import { solanaFundsMissing } from './solana-funds.ts';
import { solanaAddress, unsignedSolanaTx } from './solana-tx.ts';
import { feeRateOf } from './utxo-fee-rate.ts';
import { payFromOutputs, scriptOf, signerOf, utxoNetworksOf, utxoRules } from './utxo-psbt.ts';

export type TransferRequest = { from: string; to: string; amount: Amount };
type Transfer = TransferRequest & { memo?: string; deps: TransferDeps; chain: Chain; look: FundsLook };
type Built = Promise<BuiltTx | Unavailable>;

const tokenOf = ({ asset }: Amount): string | undefined => (asset.kind === 'token' ? asset.address : undefined);

async function evmTransfer({ deps, chain, from, to, amount, look }: Transfer): Built {
  const client = deps.clients.evm(chain.id);
  if (!client) return withoutClient(deps.clients, chain.id);
  const token = tokenOf(amount);
  const missing = await evmFundsMissing(client, amount, from, look);
  if (missing !== undefined) return unavailable(missing);
  const tx: EvmTx = {
    to: token ?? to,
    value: token === undefined ? amount.baseUnits.toString() : '0',
    data: token === undefined ? '0x' : transferData(to, amount.baseUnits),
    ...evmBase(chain.id, deps.network, from),
  };
  // A used deposit address is a contract, for which the 21000 gas of a plain payment would not suffice.
  const { gas, reverts } = await estimateGas(client, tx, look);
  if (reverts !== undefined) return unavailable(`${chain.name} would refuse the payment: ${reverts}.`);
  return { tx: { type: 'EVM', tx: { ...tx, ...(gas === undefined ? {} : { gas_limit: gas.toString() }) } } };
}

async function utxoTransfer({ deps, chain, from, to, amount, look: { signal } }: Transfer): Built {
  const rules = utxoRules(chain);
  if ('unavailable' in rules) return rules;
  const client = deps.clients.utxo(chain.id);
  if (!client) return withoutClient(deps.clients, chain.id);
  const networks = utxoNetworksOf(chain.id, deps.network);
  const signer = signerOf(from, networks);
  if ('unavailable' in signer) return signer;
  const script = scriptOf(to, networks)?.script;
  if (!script) return unavailable(`The address to pay cannot be read as one of ${chain.name}.`);
  const rate = await feeRateOf(client, rules, signal);
  if (typeof rate !== 'bigint') return rate;
  const outputs = [{ script, amount: amount.baseUnits }];
  return payFromOutputs({ chain, client, signer, rules, rate, outputs }, signal);
}

/** Rent of a token account. Source: solana rent.rs, (128 + 165) · 6960. */
const TOKEN_ACCOUNT_LAMPORTS = 2_039_280n;

/** A signer that signs nothing, since a wallet signs later. */
const payerOf = (from: Address) => createNoopSigner(from);

/** Drops the signer that the kit's builders attach to an account; a compiled message takes the account alone. */
const plain = (instruction: Instruction): Instruction => ({
  programAddress: instruction.programAddress,
  accounts: (instruction.accounts ?? []).map(({ address, role }) => ({ address, role: role as AccountRole })),
  ...(instruction.data ? { data: instruction.data } : {}),
});

async function tokenInstructions(from: Address, to: Address, mint: Address, amount: Amount): Promise<Instruction[]> {
  const tokenProgram = TOKEN_PROGRAM_ADDRESS;
  const [source] = await findAssociatedTokenPda({ owner: from, mint, tokenProgram });
  const [destination] = await findAssociatedTokenPda({ owner: to, mint, tokenProgram });
  const payer = payerOf(from);
  return [
    getCreateAssociatedTokenIdempotentInstruction({ payer, ata: destination, owner: to, mint }),
    getTransferCheckedInstruction({
      source,
      mint,
      destination,
      authority: payer,
      amount: amount.baseUnits,
      decimals: amount.decimals,
    }),
  ].map(plain);
}

const memoOf = (text: string): Instruction => ({
  programAddress: address(SOLANA_MEMO_PROGRAM),
  data: new TextEncoder().encode(text),
});

async function solanaTransfer({ deps, chain, from, to, amount, memo, look }: Transfer): Built {
  const client = deps.clients.solana(chain.id);
  if (!client) return withoutClient(deps.clients, chain.id);
  const [payer, destination] = [solanaAddress(from), solanaAddress(to)];
  const token = tokenOf(amount);
  const mint = token === undefined ? undefined : solanaAddress(token);
  if (!payer || !destination || (token !== undefined && !mint)) return unavailable('An address cannot be read.');
  const missing = await solanaFundsMissing(client, payer, amount, mint ? TOKEN_ACCOUNT_LAMPORTS : 0n, look);
  if (missing !== undefined) return unavailable(missing);
  const instructions = mint
    ? await tokenInstructions(payer, destination, mint, amount)
    : [plain(getTransferSolInstruction({ source: payerOf(payer), destination, amount: amount.baseUnits }))];
  return unsignedSolanaTx(client, payer, [...instructions, ...(memo === undefined ? [] : [memoOf(memo)])], look);
}

function byKind(transfer: Transfer): Built {
  const { kind, name } = transfer.chain;
  if (kind === 'evm') return evmTransfer(transfer);
  if (kind === 'utxo') return utxoTransfer(transfer);
  if (kind === 'solana') return solanaTransfer(transfer);
  return Promise.resolve(
    unavailable(`Portage prepares no ${name} transactions; pay by sending the amount from a wallet of that chain.`),
  );
}

type Request = TransferRequest & { memo?: string };

async function built(
  deps: TransferDeps,
  request: Request,
  look: FundsLook,
  by: (transfer: Transfer) => Built,
): Promise<(BuiltTx & { approvals?: never }) | Unavailable> {
  const chain = CHAINS[request.amount.asset.chain];
  const [from, to] = [request.from, request.to].map((text) => checkAddress(chain.id, text, deps.network));
  if (!from?.ok) return unavailable('The source address cannot be read.');
  if (!to?.ok) return unavailable(`The address to pay cannot be read as one of ${chain.name}.`);
  try {
    return await by({ ...request, from: from.canonical, to: to.canonical, deps, chain, look });
  } catch (error) {
    if (look.signal.aborted) throw error;
    return unavailable(`${chain.name} could not be asked for what a transaction needs.`);
  }
}

/**
 * An unsigned transaction of `amount` (base units) from `from` to `to`, or a sentence that says why there is none, such
 * as missing funds. Throws only when `signal` is aborted.
 */
export const buildTransfer = (deps: TransferDeps, request: TransferRequest, look: FundsLook) =>
  built(deps, { from: request.from, to: request.to, amount: request.amount }, look, byKind);

/** The same on Solana, with a memo that tells the receiver what the payment is for. */
export const buildSolanaMemoTransfer = (
  deps: TransferDeps,
  request: TransferRequest & { memo: string },
  look: FundsLook,
) => built(deps, request, look, solanaTransfer);
