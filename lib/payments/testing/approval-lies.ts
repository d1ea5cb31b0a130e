/** For tests: what a liar can say of the allowances that a payment asks for. */

import { type FalsifiedRoute, type Json, once, type Route, withMeta } from './falsified-route.ts';
import { THIEF } from './falsify.ts';

function withLastApproval(route: Route, change: (approval: { data: string }) => Json): Route | undefined {
  const approvals = route.meta.approvals ?? [];
  const [last] = approvals.slice(-1) as { data: string }[];
  return last && withMeta(route, { approvals: [...approvals.slice(0, -1), { ...last, ...change(last) }] });
}

/** The approval for another spender: its first argument. */
const toThief = ({ data }: { data: string }): Json => ({
  data: `${data.slice(0, 34)}${THIEF.evm.slice(2).toLowerCase()}${data.slice(74)}`,
});
const ofAmount = ({ data }: { data: string }, amount: string): string =>
  `${data.slice(0, -64)}${amount.padStart(64, '0')}`;

/** Approvals around the honest one: only the zero that some tokens require may come before it. */
function resetLies(route: Route): FalsifiedRoute[] {
  const approvals = (route.meta.approvals ?? []) as { data: string }[];
  const last = approvals.at(-1);
  if (!last) return [];
  const falsified = (where: string, list: readonly unknown[]): FalsifiedRoute => ({
    where,
    route: withMeta(route, { approvals: list }),
  });
  const reset = { ...last, data: ofAmount(last, '') };
  const stranger = { ...last, ...toThief(last) };
  return [
    falsified('a reset that gives somebody all', [
      { ...stranger, data: ofAmount({ data: String(toThief(last).data) }, 'f'.repeat(64)) },
      last,
    ]),
    falsified('a reset that gives somebody the amount', [stranger, last]),
    falsified('a reset for somebody else', [{ ...reset, ...toThief(reset) }, last]),
    falsified('a reset of another token', [{ ...reset, to: THIEF.evm }, last]),
    falsified('a reset that sends coins', [{ ...reset, value: '1' }, last]),
    falsified('a reset on another network', [{ ...reset, chain_id: 5 }, last]),
    falsified('one more behind it', [...approvals, stranger]),
    falsified('a reset behind it', [last, reset]),
    falsified('the amount twice', [last, last]),
  ];
}

export const APPROVAL_LIES: readonly { field: string; tell(honest: { route: Route }): FalsifiedRoute[] }[] = [
  {
    field: 'spender',
    tell: ({ route }) => [
      ...once(
        'its name alone',
        route.meta.txType === 'EVM' ? withMeta(route, { approvalAddress: THIEF.evm }) : undefined,
      ),
      ...once('the approval alone', withLastApproval(route, toThief)),
      ...once(
        'both',
        ((falsifiedRoute) => falsifiedRoute && withMeta(falsifiedRoute, { approvalAddress: THIEF.evm }))(
          withLastApproval(route, toThief),
        ),
      ),
    ],
  },
  {
    field: 'allowance',
    tell: ({ route }) => [
      ...once(
        'without end',
        withLastApproval(route, ({ data }) => ({ data: `${data.slice(0, -64)}${'f'.repeat(64)}` })),
      ),
      ...once(
        'of another token',
        withLastApproval(route, () => ({ to: THIEF.evm })),
      ),
      ...once(
        'with coins',
        withLastApproval(route, () => ({ value: '1' })),
      ),
    ],
  },
  { field: 'reset of an allowance', tell: ({ route }) => resetLies(route) },
];
