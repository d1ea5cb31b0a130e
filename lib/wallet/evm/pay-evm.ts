/** Pays an EVM route with the connected wallet: right network, checked, approved exactly, simulated, sent plainly. */
import { erc20Abi } from 'viem';
import type { Config } from 'wagmi';
import {
  getAccount,
  getBytecode,
  readContract,
  sendTransaction,
  switchChain,
  waitForTransactionReceipt,
} from 'wagmi/actions';
import { createGatewayClient } from '../../api/gateway.ts';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { chainOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { walletFault } from '../injected.ts';
import type { PayContext } from '../pay-context.ts';
import { PaymentError } from '../wallet-types.ts';
import { checkEvmPayment, hexOf } from './check-evm.ts';
import { evmChainNumber } from './config.ts';

const gateway = createGatewayClient({ baseUrl: '' });
/** An approval that is not mined by then is looked at again by the person. */
const APPROVAL_TIMEOUT_MS = 600_000;
/** Time for a person to agree to another network in their wallet. */
const SWITCH_TIMEOUT_MS = 90_000;

const nothingSent = (fault: PaymentError['fault'], message: string, cause?: unknown) =>
  new PaymentError(fault, message, { nothingSent: true, cause });

async function goToChain(config: Config, chain: ChainId, chainNumber: number): Promise<void> {
  const current = async () => {
    const { connector } = getAccount(config);
    return connector ? connector.getChainId() : undefined;
  };
  if ((await current()) === chainNumber) return;
  const switched = switchChain(config, { chainId: chainNumber }).then(
    () => true,
    (error: unknown) => {
      throw walletFault(error);
    },
  );
  // Some wallets say yes and stay where they are; wagmi would wait for their event for ever.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const given = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), SWITCH_TIMEOUT_MS);
  });
  await Promise.race([switched, given]).finally(() => clearTimeout(timer));
  if ((await current()) !== chainNumber)
    throw nothingSent('notSupported', `Switch your wallet to ${chainOf(chain).name} and try again.`);
}

/** Payments out of contracts are not seen by the networks behind a router and would be lost. */
async function refuseContracts(config: Config, from: string, chainId: number): Promise<void> {
  const code = await getBytecode(config, { address: hexOf(from), chainId });
  if (code && code !== '0x')
    throw nothingSent(
      'notSupported',
      'This account is a contract or a delegated account. Its payments would not be seen; pay from a plain account.',
    );
}

async function decimalsOf(config: Config, token: string, chainId: number): Promise<number> {
  return readContract(config, { address: hexOf(token), abi: erc20Abi, functionName: 'decimals', chainId });
}

const send = (config: Config, tx: WireEvmTx, chainId: number) =>
  sendTransaction(config, {
    account: hexOf(tx.from),
    to: hexOf(tx.to),
    value: BigInt(tx.value),
    data: hexOf(tx.data),
    chainId,
    ...(tx.gas_limit ? { gas: BigInt(tx.gas_limit) } : {}),
  }).catch((error: unknown) => {
    throw walletFault(error);
  });

async function approve(config: Config, approvals: WireEvmTx[], chainId: number, context: PayContext): Promise<void> {
  for (const approval of approvals) {
    context.onStep('approving');
    const hash = await send(config, approval, chainId);
    context.onStep('waitingForApproval');
    const receipt = await waitForTransactionReceipt(config, { hash, chainId, timeout: APPROVAL_TIMEOUT_MS }).catch(
      (cause: unknown) => {
        throw nothingSent(
          'unknown',
          'The approval was sent, but is not in a block yet. Your coins were not sold.',
          cause,
        );
      },
    );
    if (receipt.status !== 'success')
      throw nothingSent('refusedByNetwork', 'The approval failed on its chain. Your coins were not sold.');
  }
}

/** @throws {PaymentError} */
export async function payEvm(config: Config, context: PayContext): Promise<{ hash: string }> {
  const { route, account, network, onStep, onHash } = context;
  const asset = assetOf(route.sellAsset);
  const chainId = evmChainNumber(asset.chain, network);
  if (!route.tx)
    throw nothingSent('notSupported', route.meta.txUnavailable ?? 'This route came without a transaction to sign.');
  const connected = getAccount(config).address;
  if (!connected || !sameAddress(asset.chain, connected, account.address))
    throw nothingSent(
      'wrongAccount',
      'Your wallet has another account selected now. Choose the one that you reviewed, or ask for a new quote.',
    );
  onStep('switchingNetwork');
  await goToChain(config, asset.chain, chainId);
  onStep('checking');
  const tokenDecimals = asset.kind === 'token' ? await decimalsOf(config, asset.address, chainId) : undefined;
  const checked = checkEvmPayment(route, {
    network,
    nowSeconds: Math.floor(Date.now() / 1000),
    ...(tokenDecimals === undefined ? {} : { tokenDecimals }),
  });
  // Chainflip takes payments of contracts as well.
  if (route.memo !== undefined) await refuseContracts(config, checked.tx.from, chainId);
  await approve(config, checked.approvals, chainId, context);
  onStep('checking');
  const { from, to, value, data } = checked.tx;
  const simulation = await gateway.simulate(asset.chain, { from, to, value, data });
  if (!simulation.ok)
    throw nothingSent(
      'refusedByNetwork',
      `${chainOf(asset.chain).name} would refuse this payment: ${simulation.reason}`,
    );
  onStep('signing');
  const hash = await send(config, checked.tx, chainId);
  onHash(hash);
  onStep('sent');
  return { hash };
}
