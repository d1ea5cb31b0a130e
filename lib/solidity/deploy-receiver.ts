/**
 * Deploys CcmReceiver, or reports what that would do: `npm run deploy-receiver -- --rpc URL --chain ETH|ARB|BSC
 * [--send]`. The account's key is read from DEPLOYER_PRIVATE_KEY and never printed.
 */
import { parseArgs } from 'node:util';
import { formatEther, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { deployerKey, SettingsError } from '../config/env.ts';
import { DeploymentError, deploy, planDeployment, RECEIVER_CHAINS } from './receiver-deployment.ts';

const USAGE = `Usage: npm run deploy-receiver -- --rpc URL --chain ${RECEIVER_CHAINS.join('|')} [--send]
Without --send nothing is sent: it says what would be. The key of the account that deploys: DEPLOYER_PRIVATE_KEY.`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function asked() {
  try {
    const options = {
      rpc: { type: 'string' },
      chain: { type: 'string' },
      send: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    } as const;
    const { values } = parseArgs({ options });
    const chain = RECEIVER_CHAINS.find((one) => one === values.chain?.toUpperCase());
    if (values.rpc === undefined || chain === undefined || (values.send && values['dry-run']))
      throw new DeploymentError(USAGE);
    if (!URL.canParse(values.rpc)) throw new DeploymentError(`--rpc is no URL.\n${USAGE}`);
    return { rpc: values.rpc, chain, send: values.send === true };
  } catch (error) {
    if (error instanceof DeploymentError) throw error;
    throw new DeploymentError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const { rpc, chain, send } = asked();
  const key = deployerKey();
  const account = key === undefined ? undefined : privateKeyToAccount(key);
  if (send && account === undefined) throw new DeploymentError(`DEPLOYER_PRIVATE_KEY is not set.\n${USAGE}`);
  const way = { transport: http(rpc) };
  const plan = await planDeployment(way, chain, account?.address);
  say(`CcmReceiver on ${chain} (network ${plan.networkId})`);
  say(`  vault          ${plan.args.vault}`);
  say(`  router         ${plan.args.router}`);
  say(`  wrapped coin   ${plan.args.wrappedNative}`);
  say(`  deployer       ${account?.address ?? 'unknown: DEPLOYER_PRIVATE_KEY is not set'}`);
  say(`  address        ${plan.address ?? 'depends on the deployer'}`);
  say(`  gas            ${plan.gas}`);
  say(`  cost at most   ${formatEther(plan.cost)} of the chain's coin at today's price`);
  if (!send || account === undefined) {
    say('Nothing was sent. With --send it is deployed.');
    return;
  }
  const { address, hash } = await deploy(way, plan, account);
  say(`Deployed by ${hash}; code and addresses are as they should be.`);
  say(`CHAINFLIP_CCM_RECEIVERS={"${chain}":"${address}"}`);
}

main().catch((error: unknown) => {
  const expected = error instanceof DeploymentError || error instanceof SettingsError;
  // A node's errors are long and may contain the URL with its key; the first line says what happened.
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${expected ? text : (text.split('\n')[0] ?? '')}\n`);
  process.exitCode = 1;
});
