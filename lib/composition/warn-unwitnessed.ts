/** Warns, at the start, of providers whose payments no node confirms. */
import { PROVIDER_NAMES } from '../domain/provider-id.ts';
import { isUnwitnessed } from '../domain/witnesses.ts';
import type { Provider } from '../providers/provider.ts';

/** One line for each such provider, with the setting to change. */
export function warnUnwitnessed(providers: readonly Provider[], log: (event: Record<string, unknown>) => void): void {
  for (const { ids, witnesses } of providers) {
    const [id] = ids;
    const facts = witnesses?.();
    if (id === undefined || facts === undefined || !isUnwitnessed(facts)) continue;
    const only = facts.operators.map(({ name }) => `: only ${name} names them`).join('');
    const wanted = facts.needed === 1 ? 'an operator' : 'two operators';
    const message = `Nobody confirms the payment addresses of ${PROVIDER_NAMES[id]}${only}. Name nodes of ${wanted} in ${facts.setting}.`;
    log({ event: 'unwitnessed', provider: id, message });
  }
}
