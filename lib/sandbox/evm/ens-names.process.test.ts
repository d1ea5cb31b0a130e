/** If these fail, the sandbox's names do not behave like ENS's own. */
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { labelhash, namehash } from 'viem/ens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENS_NAMES, ENS_REGISTRAR, ENS_REGISTRY, ENS_RESOLVER } from './ens-names.ts';
import { TestChain } from './test-chain.ts';

const abi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function nameExpires(uint256 id) view returns (uint256)',
]);
const plain = parseAbi(['function addr(bytes32 node) view returns (address)']);
let chain: TestChain;
beforeAll(async () => {
  chain = await TestChain.open();
}, 60_000);
afterAll(async () => {
  await chain.stop();
  chain.remove();
});
const ask = async (to: string, data: Hex) => (await chain.rpc('eth_call', { to, data }, 'latest')) as Hex;

it('every name has its owner, its resolver and, to the byte, the records that were written', async () => {
  for (const { name, records, silent } of ENS_NAMES) {
    const node = namehash(name);
    const owner = await ask(ENS_REGISTRY, encodeFunctionData({ abi, functionName: 'owner', args: [node] }));
    expect(BigInt(owner)).toBeGreaterThan(0n);
    const data = await ask(ENS_REGISTRY, encodeFunctionData({ abi, functionName: 'resolver', args: [node] }));
    const resolver = decodeFunctionResult({ abi, functionName: 'resolver', data });
    expect(resolver === ENS_RESOLVER).toBe(silent !== true);
    for (const [coinType, bytes] of records) {
      const call = encodeFunctionData({ abi, functionName: 'addr', args: [node, coinType] });
      const answer = decodeFunctionResult({ abi, functionName: 'addr', data: await ask(ENS_RESOLVER, call) });
      expect(answer).toBe(`0x${Buffer.from(bytes).toString('hex')}`);
    }
  }
}, 60_000);

it('the older question for an address has the same answer, and unknown names have none', async () => {
  const older = (name: string) =>
    ask(ENS_RESOLVER, encodeFunctionData({ abi: plain, functionName: 'addr', args: [namehash(name)] }));
  const ferry = ENS_NAMES.find(({ name }) => name === 'ferry.eth')?.records[0]?.[1] ?? new Uint8Array();
  expect(BigInt(await older('ferry.eth'))).toBe(BigInt(`0x${Buffer.from(ferry).toString('hex')}`));
  expect(BigInt(await older('nobody.eth'))).toBe(0n);
});

it('.eth belongs to its registrar, which says until when a name is paid for', async () => {
  const owner = await ask(ENS_REGISTRY, encodeFunctionData({ abi, functionName: 'owner', args: [namehash('eth')] }));
  expect(BigInt(owner)).toBe(BigInt(ENS_REGISTRAR));
  const expiry = async (label: string) =>
    BigInt(
      await ask(
        ENS_REGISTRAR,
        encodeFunctionData({ abi, functionName: 'nameExpires', args: [BigInt(labelhash(label))] }),
      ),
    );
  const now = BigInt(Math.floor(Date.now() / 1000));
  expect(await expiry('portage')).toBeGreaterThan(now);
  expect(await expiry('sunken')).toBeLessThan(now);
});
