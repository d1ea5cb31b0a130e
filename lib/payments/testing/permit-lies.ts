/** For tests: what could be told otherwise of an allowance that is signed, each in the message and in the call alike. */
import { PERMIT_SECONDS, type Permit, readPermit } from '../evm/permit.ts';
import { decodePermitCall } from '../oneinch/permit-call.ts';
import { type FalsifiedRoute, type Route, withMeta } from './falsified-route.ts';
import { THIEF } from './falsify.ts';
import { carrying } from './permit.ts';

const ALL = String(2n ** 256n - 1n);

export function permitLies(route: Route): FalsifiedRoute[] {
  const permit = readPermit(route.meta.permit);
  const action = decodePermitCall((route.tx as { data: string }).data)?.action;
  if (!permit || !action) return [];
  const { domain, message } = permit;
  const both = (where: string, told: Permit): FalsifiedRoute => ({ where, route: carrying(route, told, action) });
  const inMessage = (where: string, change: Partial<Permit['message']>): FalsifiedRoute[] => {
    const told = { domain, message: { ...message, ...change } };
    return [
      both(where, told),
      { where: `${where}, in the message alone`, route: withMeta(route, { permit: told }) },
      { where: `${where}, in the call alone`, route: withMeta(carrying(route, told, action), { permit }) },
    ];
  };
  const inDomain = (where: string, change: Partial<Permit['domain']>): FalsifiedRoute =>
    both(where, { domain: { ...domain, ...change }, message });
  return [
    ...inMessage('another spender', { spender: THIEF.evm }),
    ...inMessage('a greater value', { value: String(BigInt(message.value) + 1n) }),
    ...inMessage('without end', { value: ALL }),
    ...inMessage('another owner', { owner: THIEF.evm }),
    ...inMessage('a far deadline', { deadline: String(BigInt(message.deadline) + 1n) }),
    ...inMessage('no deadline', { deadline: ALL }),
    ...inMessage('a deadline that is over', { deadline: String(BigInt(message.deadline) - BigInt(PERMIT_SECONDS)) }),
    both('another nonce', { domain, message: { ...message, nonce: '8' } }),
    inDomain('another token', { verifyingContract: THIEF.evm }),
    inDomain('another network', { chainId: '1' }),
    inDomain('another name', { name: 'Another token' }),
    inDomain('another version', { version: '9' }),
    { where: 'another call', route: carrying(route, permit, '0x095ea7b3') },
    { where: 'a permit within a permit', route: carrying(route, permit, (route.tx as { data: string }).data) },
    { where: 'no message', route: withMeta(route, { permit: undefined }) },
  ];
}
