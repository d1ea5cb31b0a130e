/** Finds the address of a name on one chain, and gives none where two services disagree. */

import type { NameService, ResolvedName } from '../api/page-api.ts';
import { notFound, Problem, validationProblem } from '../api/problem.ts';
import { checkAddress } from '../chains/address.ts';
import { CHAINS, networkOf } from '../chains/chains.ts';
import { type ChainId, isChainId } from '../domain/chain-id.ts';
import type { NameRegistry } from '../providers/provider.ts';
import { findEnsName, normalizedName } from './ens.ts';
import { ANY_EVM, addressOfRecord, coinTypeOf } from './ens-address.ts';
import { type FactsDeps, silent } from './page-api-deps.ts';

type Asked = { name: string; chain: ChainId; signal: AbortSignal };
/** `missing`: why the service has no address to send to, a sentence. */
type Found = { service: NameService; address: string } | { service: NameService; missing: string };

const ACCEPTED =
  'A name is an ENS name (name.eth), a THORName (name.thor) or a MAYAName (name.maya); a name without an ending is looked up as THORName and MAYAName.';
const MOST_CHARACTERS = 255;
/**
 * The form of a name of either network. Source: THORNode x/thorchain/handler_manage_thorname.go, `IsValidTHORName`;
 * MAYANode has the same rule.
 */
const NETWORK_NAME = /^[a-zA-Z0-9+_-]{1,30}$/;
const SUFFIXES: Readonly<Record<string, NameRegistry['service']>> = { thor: 'THORName', maya: 'MAYAName' };
/** A message about a missing address names at most this many chains that have one. */
const KNOWN_ON = 4;

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const checked = (deps: FactsDeps, service: NameService, { name, chain }: Asked, address: string): Found => {
  const check = checkAddress(chain, address, deps.network);
  if (check.ok) return { service, address: check.canonical };
  return {
    service,
    missing: `What the ${service} "${name}" has for ${CHAINS[chain].name} cannot be paid: ${check.reason}`,
  };
};

async function fromRegistry(deps: FactsDeps, registry: NameRegistry, name: string, asked: Asked): Promise<Found> {
  const { service } = registry;
  const { chain, signal } = asked;
  const record = await registry.find(name, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw silent(`${service}s cannot be looked up at the moment. Paste the address, or try again.`);
  });
  if (record === undefined) return { service, missing: `Nobody owns the ${service} "${name}".` };
  if (record.expired) return { service, missing: `The ${service} "${name}" has expired.` };
  const address = record.addresses.get(chain);
  if (address !== undefined) return checked(deps, service, { ...asked, name }, address);
  const others = [...record.addresses.keys()].slice(0, KNOWN_ON).map((id) => CHAINS[id].name);
  const has = others.length > 0 ? ` It has one on ${listed(others)}.` : '';
  return { service, missing: `The ${service} "${name}" has no address on ${CHAINS[chain].name}.${has}` };
}

async function fromEns(deps: FactsDeps, name: string, asked: Asked): Promise<Found> {
  const { chain, signal } = asked;
  const service = 'ENS';
  const client = deps.clients.evm('ETH');
  if (client === undefined) throw silent('ENS names cannot be looked up here: this deployment does not read Ethereum.');
  const read = async (): Promise<Found> => {
    const lookup = await findEnsName(client, name, Math.floor(deps.now() / 1000), { signal });
    if (lookup.state === 'expired') return { service, missing: `The ENS name "${name}" has expired.` };
    if (lookup.state === 'unknown') return { service, missing: `ENS knows no name "${name}" that leads anywhere.` };
    const coinType = coinTypeOf(chain);
    const own = coinType === undefined ? undefined : await lookup.name.record(coinType);
    const record =
      own ??
      (CHAINS[chain].kind === 'evm' && CHAINS[chain].coinType === undefined
        ? await lookup.name.record(ANY_EVM)
        : undefined);
    const address = record && addressOfRecord(chain, networkOf(chain, deps.network), record);
    if (address !== undefined) return checked(deps, service, { ...asked, name }, address);
    return { service, missing: `The ENS name "${name}" has no address for ${CHAINS[chain].name}.` };
  };
  return read().catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw silent('ENS cannot be asked at the moment. Paste the address, or try again.');
  });
}

/**
 * The services to ask, by the form of the name: one where the form decides, else THORName and MAYAName. @throws
 * {Problem} 404
 */
function servicesFor(deps: FactsDeps, asked: Asked): (() => Promise<Found>)[] {
  const { name } = asked;
  const dot = name.lastIndexOf('.');
  const bare = name.slice(0, Math.max(dot, 0));
  const decided = SUFFIXES[name.slice(dot + 1).toLowerCase()];
  const isNetworkName = NETWORK_NAME.test(dot < 0 ? name : bare);
  if (dot < 0 || decided !== undefined) {
    if (!isNetworkName) throw notFound(`"${name.slice(0, 60)}" is no name. ${ACCEPTED}`);
    const registries = deps.registries.filter(({ service }) => dot < 0 || service === decided);
    if (registries.length > 0)
      return registries.map((registry) => () => fromRegistry(deps, registry, dot < 0 ? name : bare, asked));
    throw silent(`${decided ?? 'THORName'}s cannot be looked up here: this deployment does not ask their network.`);
  }
  const normalized = normalizedName(name);
  if (normalized === undefined) throw notFound(`"${name.slice(0, 60)}" is no name that ENS allows. ${ACCEPTED}`);
  return [() => fromEns(deps, normalized, asked)];
}

function disagreement(name: string, [one, other]: readonly { service: NameService; address: string }[]): Problem {
  const addresses = [one, other].flatMap((found) => (found ? [`${found.address} by ${found.service}`] : []));
  return new Problem({
    status: 409,
    title: 'Conflict',
    detail: `"${name}" is ${listed(addresses)}. Say which one is meant: ${name}.thor or ${name}.maya.`,
  });
}

/**
 * Answers `GET /page/names/{name}?chain=…`.
 * @throws {Problem} 400 for an unknown chain, 404 for a name without an address there, 409 where THORName and MAYAName
 * differ, 502 where a required service does not answer.
 */
export async function resolveName(
  deps: FactsDeps,
  input: { name: string; query: URLSearchParams; signal: AbortSignal },
): Promise<ResolvedName> {
  const chain = input.query.get('chain')?.toUpperCase() ?? '';
  if (!isChainId(chain))
    throw validationProblem([
      { field: 'chain', message: 'chain must be a chain of Portage, such as ETH or BTC.', code: 'unknown_chain' },
    ]);
  const name = input.name.trim();
  if (name === '' || name.length > MOST_CHARACTERS) throw notFound(ACCEPTED);
  const asked: Asked = { name, chain, signal: input.signal };
  const answers = await Promise.all(servicesFor(deps, asked).map((ask) => ask()));
  const found = answers.flatMap((answer) => ('address' in answer ? [answer] : []));
  const [first, ...others] = found;
  if (first === undefined) {
    const missing = answers.flatMap((answer) => ('missing' in answer ? [answer.missing] : [])).join(' ');
    throw notFound(`${missing} ${ACCEPTED}`);
  }
  if (others.some(({ address }) => address !== first.address)) throw disagreement(name, found);
  return { name, chain, address: first.address, service: first.service };
}
