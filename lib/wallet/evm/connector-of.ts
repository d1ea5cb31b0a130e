/** Finds wagmi's connector of a wallet that the page offers. */
import type { Config, Connector } from 'wagmi';
import { watchConnectors } from 'wagmi/actions';
import { within } from '../../domain/waiting.ts';

/** wagmi may learn of an announced wallet after the page has offered it. */
const CONNECTOR_WAIT_MS = 10_000;

/**
 * Undefined when the wallet is gone from the page. @param id an announced wallet's reverse domain name, `injected` or
 * `safe`.
 */
export async function connectorOf(config: Config, id: string): Promise<Connector | undefined> {
  const find = () => config.connectors.find((candidate) => candidate.id === id);
  let stop: () => void = () => undefined;
  const added = new Promise<Connector | undefined>((resolve) => {
    stop = watchConnectors(config, { onChange: () => find() && resolve(find()) });
  });
  const connector = find() ?? (await within(added, CONNECTOR_WAIT_MS, () => undefined));
  stop();
  return connector;
}
