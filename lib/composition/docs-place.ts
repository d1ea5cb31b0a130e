/** Gives the docs the deployment's public address and its network. */
import { settings } from '../config/env.ts';
import type { DocsPlace } from '../docs/guides.ts';
import { publicUrlOf } from '../http/public-url.ts';

/** @param headers of the request. */
export function docsPlace(headers: Headers): DocsPlace {
  const { publicUrl, network } = settings();
  return { here: publicUrlOf({ headers, url: 'http://localhost' }, publicUrl), network: network.name };
}
