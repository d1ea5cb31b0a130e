/** Collects what is known of an address before money is sent there; unknown facts are left out. */
import { z } from 'zod';
import type { AddressFacts } from '../api/page-api.ts';
import type { EvmClient, Options, SolanaClient } from '../chain-clients/chain-clients.ts';
import { CHAINS } from '../chains/chains.ts';
import { fromBaseUnits } from '../domain/amount.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { TOKEN_PROGRAMS } from '../payments/solana/token-account.ts';
import { addressOfPath, chainOfPath, type FactsDeps } from './page-api-deps.ts';
import { evmToken } from './token-facts.ts';

/** The code of an account that delegates to a contract, whose 20-byte address follows. Source: EIP-7702. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

async function evmFacts(client: EvmClient, address: string, options: Options): Promise<AddressFacts> {
  const code = await client.codeAt(address, options);
  if (code === '0x') return { code: 'none', isToken: false };
  if (DELEGATION.test(code)) return { code: 'delegated', isToken: false };
  return { code: 'contract', isToken: (await evmToken(client, address, options)) !== undefined };
}

const accountSchema = z.object({
  value: z
    .object({
      owner: z.string(),
      executable: z.boolean(),
      data: z.unknown().transform((data) => z.object({ parsed: z.object({ type: z.string() }) }).safeParse(data).data),
    })
    .nullable(),
});

async function solanaFacts(client: SolanaClient, address: string, options: Options): Promise<AddressFacts> {
  const { value } = accountSchema.parse(
    await client.rpc('getAccountInfo', [address, { encoding: 'jsonParsed' }], options),
  );
  if (value === null) return { code: 'none', isToken: false };
  const isMint = TOKEN_PROGRAMS.includes(value.owner) && value.data?.parsed.type === 'mint';
  return { code: value.executable ? 'contract' : 'none', isToken: isMint };
}

async function balanceOf(deps: FactsDeps, chain: ChainId, address: string, options: Options) {
  const { clients } = deps;
  const evm = clients.evm(chain);
  if (evm) return BigInt(z.string().parse(await evm.rpc('eth_getBalance', [address, 'latest'], options)));
  const cosmos = clients.cosmos(chain);
  if (cosmos) {
    const { denom } = CHAINS[chain];
    return (await cosmos.balances(address, options)).find((coin) => coin.denom === denom)?.amount ?? 0n;
  }
  const other = clients.utxo(chain) ?? clients.solana(chain);
  return other ? other.balance(address, options) : clients.substrate(chain)?.balance(address, undefined, options);
}

/**
 * Answers `GET /page/address/{chain}/{address}`. @throws {Problem} only 400 or 404, for text that is not an address of
 * a chain.
 */
export async function readAddressFacts(
  deps: FactsDeps,
  input: { chain: string; address: string; signal: AbortSignal },
): Promise<AddressFacts> {
  const chain = chainOfPath(input.chain);
  const address = addressOfPath(chain, input.address, deps.network);
  const options = { signal: input.signal };
  const orUnknown = <T>(work: Promise<T> | undefined): Promise<T | undefined> =>
    (work ?? Promise.resolve(undefined)).catch((error: unknown) => {
      if (input.signal.aborted) throw error;
      return undefined;
    });
  const [evm, solana] = [deps.clients.evm(chain), deps.clients.solana(chain)];
  const [facts, balance] = await Promise.all([
    orUnknown(evm ? evmFacts(evm, address, options) : solana && solanaFacts(solana, address, options)),
    orUnknown(balanceOf(deps, chain, address, options)),
  ]);
  return {
    ...facts,
    ...(balance === undefined ? {} : { nativeBalance: fromBaseUnits(balance, CHAINS[chain].native.decimals) }),
  };
}
