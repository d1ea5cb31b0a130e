/** An account by code on a local chain, whose owner makes its calls in the form of a Safe (SmartAccount.sol). */
import { readFileSync } from 'node:fs';
import { type Hex, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { evmTxSchema, type WireRoute } from '../../lib/api/schemas/route.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { evmClientOf } from './evm-payer.ts';
import type { Sandbox } from './sandbox.ts';

const hex = z.custom<Hex>((text) => typeof text === 'string' && /^0x[0-9a-f]*$/i.test(text));
const artifactSchema = z.object({ abi: z.array(z.record(z.string(), z.unknown())), bytecode: hex });
const { abi, bytecode } = artifactSchema.parse(
  JSON.parse(readFileSync('lib/sandbox/contracts/artifacts/SmartAccount.json', 'utf8')),
);

export async function createSmartAccount(baseUrl: string, sandbox: Sandbox, chain: ChainId) {
  const owner = privateKeyToAccount(generatePrivateKey());
  const client = evmClientOf(baseUrl, chain, owner);
  await sandbox.fund(chain, owner.address, '1');
  const deployed = await client.deployContract({ abi, bytecode, args: [owner.address] });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: deployed });
  if (!contractAddress) throw new Error('the account was not deployed');
  const address = contractAddress;
  /** @param gasOfItsOwn a failure of the call is then an event, and the transaction around it succeeds. */
  async function execute(tx: unknown, gasOfItsOwn = 0n): Promise<Hex> {
    const { to, value, data } = evmTxSchema.parse(tx);
    const args = [to, BigInt(value), data, 0, gasOfItsOwn, 0n, 0n, zeroAddress, zeroAddress, '0x'];
    const call = { address, abi, functionName: 'execTransaction', args };
    const gas = ((await client.estimateContractGas({ ...call, account: owner })) * 13n) / 10n;
    return client.writeContract({ ...call, gas });
  }
  return {
    address,
    owner,
    execute,
    /** As a payer pays: the approvals one after the other, then the payment. */
    async pay(route: WireRoute): Promise<Hex> {
      for (const approval of route.meta.approvals ?? [])
        await client.waitForTransactionReceipt({ hash: await execute(approval) });
      return execute(route.tx);
    },
  };
}
