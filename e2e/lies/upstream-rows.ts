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
  BTC: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
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

const AS_BEFORE =
  'What both operators named before is paid; the difference is told, and stops the chain after a while.';
const NOT_IN_IT = 'This payment has nothing of the kind, or is offered without it: what is signed is the honest one.';

/** What a tampered answer of Garden's loses: it can be paid by a transaction, and not by signature. */
const isWithoutTypedData = (what: unknown): boolean => /^(typed|approval|spender)/.test(String(what));
const GARDEN_IN_DEPOSITS = /^(deposit|order(Redeemer|Delegate|SecretHash|Timelock|Amount|Owner))/;
const GARDEN_IN_LOCKS = /^(htlc|call|order(Redeemer|Initiator|SecretHash|Timelock|Amount|Owner))/;

/** Whether the payment has what the lie is about, and that is not held byte by byte anyway. */
function isTouched({ route }: Payment, { target, what }: Fault): boolean {
  if (target !== 'garden') return target.startsWith('chainflip');
  if (isWithoutTypedData(what)) return false;
  return (route.meta.txType === 'PSBT' ? GARDEN_IN_DEPOSITS : GARDEN_IN_LOCKS).test(String(what));
}

/** The amount of each lie is its own: what was reserved for an amount is handed out again. */
const amountOf = (payment: Payment, number: number): string =>
  String(Number((Number(payment.request.sellAmount) * (1 + number / 1000)).toFixed(6)));

const fieldOf = ({ target: _target, kind, ...what }: Fault): string =>
  Object.entries(what)
    .map(([key, value]) => `${kind}: ${key === 'what' || key === 'chain' ? value : key}`)
    .join(', ');

type Lying = { name: string; fault: Fault; number: number };

/** A quote of the same payment while somebody lies. */
async function rowOf(
  client: PortageClient,
  sandbox: Sandbox,
  payment: Payment,
  { name, fault, number }: Lying,
): Promise<Row> {
  const isVault = fault.kind === 'otherVaults';
  const sellAmount = isVault ? payment.request.sellAmount : amountOf(payment, number);
  const row = { teller: name, kind: nameOf(payment), field: fieldOf(fault), where: 'its answers' };
  const { routes, providerErrors } = await sandbox.withFault(fault, () =>
    client.quote({ ...payment.request, sellAmount }),
  );
  const route = routes.find(({ tx }) => tx !== undefined);
  if (!route)
    return { ...row, outcome: 'refused', why: routes[0]?.meta.txUnavailable ?? providerErrors?.[0]?.message ?? '' };
  const chosen = { provider: route.providers[0] ?? '', leastBuyAmount: route.expectedBuyAmountMaxSlippage };
  if (verifyRoute({ ...payment.asked, sellAmount, chosen }, route, payment.at).length > 0)
    return { ...row, outcome: 'refused' };
  if (!isVault)
    return isTouched(payment, fault)
      ? { ...row, outcome: 'accepted' }
      : { ...row, outcome: 'harmless', why: NOT_IN_IT };
  const isAsBefore = networkPayees({ ...payment, route }).join() === networkPayees(payment).join();
  return isAsBefore ? { ...row, outcome: 'harmless', why: AS_BEFORE } : { ...row, outcome: 'accepted' };
}

/** Rows of every upstream's lies, alone. */
export async function upstreamRows(baseUrl: string, sandbox: Sandbox, payments: readonly Payment[]): Promise<Row[]> {
  const client = createPortageClient({ baseUrl });
  const rows: Row[] = [];
  let number = 0;
  for (const { name, provider, faults } of UPSTREAMS)
    for (const payment of payments.filter(({ route }) => provider.test(route.providers?.[0] ?? '')))
      for (const fault of faults) {
        if (fault.kind === 'otherVaults' && !payment.route.sellAsset.startsWith(`${fault.chain}.`)) continue;
        number += 1;
        rows.push(await rowOf(client, sandbox, payment, { name, fault, number }));
      }
  return rows;
}
