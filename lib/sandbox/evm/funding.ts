/** Creates balances of native coins and tokens, as storage writes that the chain's journal can repeat. */
import { z } from 'zod';
import type { Anvil } from './anvil-process.ts';
import { routerArtifact, slotOf, tokenArtifact } from './artifacts.ts';
import { mappingSlot, word } from './storage.ts';

export type Write = [method: string, params: unknown[]];

export const hexNumber = z.string().transform((text) => BigInt(text === '0x' ? '0x0' : text));

const TOTAL_SUPPLY = word(slotOf(tokenArtifact, 'totalSupply'));
const BALANCES = word(slotOf(tokenArtifact, 'balanceOf'));
const ALLOWANCES = word(slotOf(routerArtifact, 'allowances'));

type StorageSlot = { contract: string; slot: `0x${string}`; add: bigint };

async function addTo(anvil: Anvil, slots: readonly StorageSlot[]): Promise<Write[]> {
  const before = await anvil.all(slots.map(({ contract, slot }) => ['eth_getStorageAt', [contract, slot, 'latest']]));
  return slots.map(({ contract, slot, add }, index) => [
    'anvil_setStorageAt',
    [contract, slot, word(hexNumber.parse(before[index]) + add)],
  ]);
}

export async function coinWrites(anvil: Anvil, address: string, wei: bigint): Promise<Write[]> {
  const balance = hexNumber.parse(await anvil.rpc('eth_getBalance', [address, 'latest']));
  return [['anvil_setBalance', [address, `0x${(balance + wei).toString(16)}`]]];
}

/** Tokens held by the account itself. */
export const tokenWrites = (
  anvil: Anvil,
  address: string,
  amounts: readonly { token: string; amount: bigint }[],
): Promise<Write[]> =>
  addTo(
    anvil,
    amounts.flatMap(({ token, amount }) => [
      { contract: token, slot: mappingSlot(address, BALANCES), add: amount },
      { contract: token, slot: TOTAL_SUPPLY, add: amount },
    ]),
  );

/** Wrapped coins held by the account itself, and the native coins behind them in the contract. */
export async function wrappedWrites(anvil: Anvil, address: string, token: string, amount: bigint): Promise<Write[]> {
  const behind = await coinWrites(anvil, token, amount);
  return [...behind, ...(await tokenWrites(anvil, address, [{ token, amount }]))];
}

/** Tokens as a vault holds them: in the router, credited to the vault. */
export async function vaultTokenWrites(
  anvil: Anvil,
  router: string,
  vault: string,
  amounts: readonly { token: string; amount: bigint }[],
): Promise<Write[]> {
  return addTo(
    anvil,
    amounts.flatMap(({ token, amount }) => [
      { contract: token, slot: mappingSlot(router, BALANCES), add: amount },
      { contract: token, slot: TOTAL_SUPPLY, add: amount },
      { contract: router, slot: mappingSlot(token, mappingSlot(vault, ALLOWANCES)), add: amount },
    ]),
  );
}
