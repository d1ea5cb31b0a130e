/** One upstream lies, and all others and the API are honest: what it says never reaches what is signed. */
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import { nameOf, networkPayees } from '../../lib/payments/testing/lies.ts';
import { verifyRoute } from '../../lib/payments/verify-route.ts';
import type { Sandbox } from '../support/sandbox.ts';
import type { Payment } from './honest.ts';
import type { Row } from './matrix.ts';

type Fault = { target: string; kind: string } & Record<string, unknown>;
type Upstream = { name: string; provider: RegExp; faults: readonly Fault[] };

const tampering = (target: string, what: readonly string[]): Fault[] =>
  what.map((one) => ({ target, kind: 'tamper', what: one }));
const vaults = (target: string, chains: readonly string[]): Fault[] =>
  chains.map((chain) => ({ target, kind: 'otherVaults', chain }));

const THIEF = {
  BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ETH: '0x000000000000000000000000000000000000dEaD',
};
const channelLies = (target: string): Fault[] => [
  { target, kind: 'lie', depositAddress: THIEF.BTC },
  { target, kind: 'lie', refundAddress: THIEF.BTC },
  { target, kind: 'lie', destinationAddress: THIEF.ETH },
];

const ONEINCH =
  'receiver minReturn srcToken dstToken amount value from to selector flags trailing dstAmount pool approve';
const JUPITER =
  'taker extraTransfer wrapMore tokenTransfer approve setAuthority closeAccount program extraSigner noSwap feePayer lookupTable priorityFee promise threshold otherMint otherAmount';
const GARDEN =
  'depositAddress depositAmount htlc callTo callValue callChain callAmount callRedeemer callTimelock callSecretHash callSelector callTail spender approvalToken approvalAmount typedAmount typedRedeemer typedTimelock typedSecretHash typedContract typedChain typedPrimaryType typedExtra orderRedeemer orderInitiator orderDelegate orderSecretHash orderTimelock orderAmount orderOwner';

/** The sandbox's switches, by who lies. */
const UPSTREAMS: readonly Upstream[] = [
  ...['thornode-1', 'thornode-2'].map((target) => ({
    name: `One operator’s THORNode (${target})`,
    provider: /^THORCHAIN/,
    faults: vaults(target, ['BTC', 'ETH', 'GAIA', 'LTC', 'DOGE', 'SOL']),
  })),
  ...['mayanode-1', 'mayanode-2'].map((target) => ({
    name: `One operator’s MAYANode (${target})`,
    provider: /^MAYACHAIN/,
    faults: vaults(target, ['BTC', 'ETH', 'ARB']),
  })),
  { name: '1inch', provider: /^ONEINCH$/, faults: tampering('oneinch', ONEINCH.split(' ')) },
  { name: '1inch, as a first leg', provider: /^ONEINCH->/, faults: tampering('oneinch', ONEINCH.split(' ')) },
  { name: 'Jupiter', provider: /^JUPITER/, faults: tampering('jupiter', JUPITER.split(' ')) },
  { name: 'Garden', provider: /^GARDEN$/, faults: tampering('garden', GARDEN.split(' ')) },
  { name: 'Chainflip’s broker', provider: /CHAINFLIP->|->CHAINFLIP/, faults: channelLies('chainflip-broker') },
];

const NOT_IN_IT = 'The answer is the honest one in what is signed: this lie touches nothing that this payment has.';

/** A quote of the same payment while somebody lies; another amount by a little, for what was reserved may serve again. */
async function rowOf(
  client: PortageClient,
  sandbox: Sandbox,
  payment: Payment,
  { name, fault }: { name: string; fault: Fault },
): Promise<Row> {
  const { target: _target, kind, ...what } = fault;
  const row = {
    teller: name,
    kind: nameOf(payment),
    field: Object.entries(what)
      .map(([key, value]) => `${kind} ${key === 'what' ? value : key}`)
      .join(', '),
    where: 'its answers',
  };
  const { routes, providerErrors } = await sandbox.withFault(fault, () => client.quote(payment.request));
  const route = routes.find(({ tx }) => tx !== undefined);
  if (!route) {
    const why = routes[0]?.meta.txUnavailable ?? providerErrors?.[0]?.message ?? '';
    return { ...row, outcome: 'refused', why };
  }
  const honest = { ...payment, route };
  const chosen = { provider: route.providers[0] ?? '', leastBuyAmount: route.expectedBuyAmountMaxSlippage };
  const faults = verifyRoute({ ...payment.asked, chosen }, route, payment.at);
  if (faults.length > 0) return { ...row, outcome: 'refused' };
  const strangers = networkPayees(honest).filter((payee) =>
    Object.values(THIEF).some((one) => one.toLowerCase() === payee.toLowerCase()),
  );
  return strangers.length > 0
    ? { ...row, outcome: 'accepted', why: strangers.join(', ') }
    : { ...row, outcome: 'harmless', why: NOT_IN_IT };
}

/** Rows of every upstream's lies, alone. */
export async function toldByUpstreams(baseUrl: string, sandbox: Sandbox, payments: readonly Payment[]): Promise<Row[]> {
  const client = createPortageClient({ baseUrl });
  const rows: Row[] = [];
  for (const { name, provider, faults } of UPSTREAMS)
    for (const payment of payments.filter(({ route }) => provider.test(route.providers?.[0] ?? '')))
      for (const fault of faults) {
        if (fault.kind === 'otherVaults' && !payment.route.sellAsset.startsWith(`${fault.chain}.`)) continue;
        rows.push(await rowOf(client, sandbox, payment, { name, fault }));
      }
  return rows;
}
